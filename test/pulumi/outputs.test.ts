import * as pulumi from "@pulumi/pulumi";
import { isLeftOut } from "../../provider/pulumi/program";

class Other extends pulumi.CustomResource {
  declare readonly value: pulumi.Output<string | undefined>;
  constructor(name: string) {
    super("shop:index:Other", name, { value: undefined });
  }
}

/** What an `up` gets of a resource that it leaves out: no id. Older SDKs take the outputs for known. */
beforeAll(() =>
  pulumi.runtime.setMocks({
    newResource: ({ name }) => (name === "there" ? { id: "1", state: { value: "10.0.0.1" } } : { id: "", state: {} }),
    call: () => ({}),
  }),
);

const kinds: [string, (other: Other) => unknown][] = [
  ["an output", ({ value }) => value],
  ["an output made of it", ({ value }) => pulumi.interpolate`ip=${value}`],
  ["a list of objects", ({ value }) => [{ path: "/ip", data: value }]],
  ["a promise of it", async ({ value }) => ({ value })],
];

test.each(kinds)("what comes from a resource that the run leaves out is left out: %s", async (_, of) => {
  expect(await isLeftOut(of(new Other("left-out")))).toBe(true);
  expect(await isLeftOut(of(new Other("there")))).toBe(false);
});

test.each([undefined, null, "text", 5, { nested: [true] }, Promise.resolve("late"), pulumi.output("known")])(
  "what the program knows is not left out: %p",
  async (value) => {
    expect(await isLeftOut(value)).toBe(false);
  },
);
