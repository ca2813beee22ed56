import { story } from "./harness/story";

/** A provider that keeps nothing but its inputs, in the literal form that the real one uses. */
const PROGRAM = `
import * as pulumi from "@pulumi/pulumi";
const code = \`exports.handler = () => ({
  async check(olds, news) { return { inputs: news }; },
  async diff(id, olds, news) { return { changes: olds.value !== news.value || olds.kind !== news.kind, replaces: olds.kind !== news.kind ? ["kind"] : [] }; },
  async create(inputs) { return { id: "1", outs: inputs }; },
  async update(id, olds, news) { return { outs: news }; },
  async delete() {},
});\`;
class Thing extends pulumi.CustomResource {
  constructor(name: string, args: Record<string, unknown>) {
    super("pulumi-nodejs:test:Thing", name, { ...args, __provider: code });
  }
}
const config = new pulumi.Config();
new Thing("web", { value: config.get("value") ?? "1", kind: config.get("kind") ?? "a" });
export const value = config.get("value");
`;

story("a stack lives: created, unchanged, updated, replaced, destroyed", async (told) => {
  const stack = await told.newStack({ program: PROGRAM });
  const created = (await stack.up({ preview: true })).expectOk();
  expect(created.text).toContain("Previewing update (dev)");
  expect(created.operations).toEqual({ web: "create" });
  expect((await stack.up()).expectOk().operations).toEqual({ web: "same" });
  await stack.setConfig("value", "2");
  expect((await stack.preview()).expectOk().operations).toEqual({ web: "update" });
  expect((await stack.up()).expectOk().operations).toEqual({ web: "update" });
  expect(await stack.outputs()).toEqual({ value: "2" });
  expect(stack.findInState("web")?.outputs).toMatchObject({ value: "2", kind: "a" });
  await stack.setConfig("kind", "b");
  expect((await stack.up()).expectOk().operations).toEqual({ web: "replace" });
  expect((await stack.destroy()).expectOk().operations).toEqual({ web: "delete" });
  expect(stack.state()).toEqual([]);
});
