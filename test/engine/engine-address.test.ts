import { engineAddressIn } from "../../provider/engine/engine-connection";

const host = "/home/me/shop/node_modules/@pulumi/pulumi/cmd/dynamic-provider/index.js";
const elsewhere = "/home/me/shop/node_modules/jest/bin/jest.js";

test.each(["127.0.0.1:4321", "[::1]:4321", "localhost:4321"])("%s is the engine's address", (address) => {
  expect(engineAddressIn(address, elsewhere)).toEqual({ kind: "loopback", address });
});

test.each(["unix:/run/engine.sock", "unix-abstract:engine", "ipv4:127.0.0.1:4321", "dns:engine.local:4321"])(
  "%s is an engine's address of another form, wherever it stands",
  (address) => {
    expect(engineAddressIn(address, elsewhere)).toEqual({ kind: "other", address });
  },
);

test.each(["engine.sock", "--port=4321", undefined])(
  "Pulumi's host has an engine even if its address is %s",
  (address) => {
    expect(engineAddressIn(address, host)).toEqual({ kind: "other", address });
  },
);

test.each([undefined, "--version", "web.test.ts:12", "test/stories"])("another process has none: %s", (argument) => {
  expect(engineAddressIn(argument, elsewhere)).toEqual({ kind: "none" });
});
