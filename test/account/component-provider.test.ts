import * as pulumi from "@pulumi/pulumi";
import { Vps } from "../../provider/index";

/** A process that serves components has the address of an engine and no stack. */
const serveComponents = (monitor: string): void => {
  const { resetOptions } = require("@pulumi/pulumi/runtime/settings") as { resetOptions(...options: unknown[]): void };
  resetOptions("shop", "dev", 1, "127.0.0.1:1", monitor, true, "organization");
};

afterAll(() => serveComponents(""));

test("a unit test with mocks has no stack either, and declares servers", async () => {
  await pulumi.runtime.setMocks({ newResource: ({ inputs }) => ({ id: "1", state: inputs }), call: () => ({}) });
  expect(() => new Vps("web", { domainName: "web.example.com" })).not.toThrow();
});
