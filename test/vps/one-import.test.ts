import * as pulumi from "@pulumi/pulumi";
import { requireOneImport } from "../../provider/vps/one-import";

/** A run has a stack of its own. */
const newRun = (stack: object | undefined) =>
  void jest.spyOn(pulumi.runtime, "getStackResource").mockReturnValue(stack as pulumi.runtime.Stack | undefined);
afterEach(() => jest.restoreAllMocks());

const run = {};

test.each<[string, (object | undefined)[], unknown]>([
  ["imports nothing", [run, run], undefined],
  ["is outside of any program", [undefined, undefined], "2853299702"],
  ["is in the next run of the same process", [{}, {}], "2853299702"],
])("no other server stands in the way of one that %s", (_, stacks, imported) => {
  for (const stack of stacks) {
    newRun(stack);
    expect(() => requireOneImport("web", imported)).not.toThrow();
  }
});

test("a program under test with mocks may import what it likes", async () => {
  await pulumi.runtime.setMocks({ newResource: ({ inputs }) => ({ id: "1", state: inputs }), call: () => ({}) });
  newRun({});
  for (const name of ["web", "app"]) expect(() => requireOneImport(name, "2853299702")).not.toThrow();
});
