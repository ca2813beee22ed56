import { tmpdir } from "node:os";
import { requireResolvable } from "../../provider/pulumi/program";

const runner = "/home/me/shop/node_modules/@pulumi/pulumi/cmd/run/index.js";

test("a program run by the CLI that cannot find the package gets the advice to add it", () => {
  expect(() => requireResolvable(tmpdir(), runner)).toThrow("Install it there too");
});

test("a program that finds the package runs", () => {
  expect(() => requireResolvable(__dirname, runner)).not.toThrow();
});

test("an inline program is not checked against its process's directory", () => {
  expect(() => requireResolvable(tmpdir(), "/home/me/deployer/server.js")).not.toThrow();
  expect(() => requireResolvable(tmpdir(), undefined)).not.toThrow();
});
