import * as pulumi from "@pulumi/pulumi";
import { openInlineStack } from "./harness/inline-stack";
import { until } from "./harness/servers";
import { readPendingOperations } from "./harness/state";
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

story.exhaustively("a stack lives: created, unchanged, updated, replaced, destroyed", async (told) => {
  const stack = await told.newStack({ program: PROGRAM, madeBy: "CLI" });
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

/** Its create asks the service for something first. */
const ASKING_PROGRAM = PROGRAM.replace(
  "async create(inputs) {",
  'async create(inputs) { await fetch(process.env.RIMUHOSTING_BASEURL + "/r/distributions");',
);

story.exhaustively(
  "a killed CLI leaves its host alive, its lock and the pending create; cancel takes the lock away",
  async (told) => {
    const stack = await told.newStack({ program: ASKING_PROGRAM });
    const gate = told.simulator.hold("distributions");
    const running = stack.upInBackground();
    await running.until(gate.reached);
    expect((await running.killCli()).signal).toBe("SIGKILL");
    expect(running.processes().map(({ role }) => role)).toContain("dynamic-host");
    expect(readPendingOperations(stack.stateText())).toMatchObject([
      { operation: "creating", resource: { name: "web" } },
    ]);
    expect((await stack.up()).expectFailure().text).toContain("the stack is currently locked");
    (await stack.cancel()).expectOk();
  },
);

story("a host that dies fails the command; everything that dies leaves no process", async (told) => {
  const stack = await told.newStack({ program: ASKING_PROGRAM });
  const gate = told.simulator.hold("distributions");
  const running = stack.upInBackground();
  await running.until(gate.reached);
  running.killHost();
  (await running.done).expectFailure();
  gate.release();
  const secondGate = told.simulator.hold("distributions");
  const again = stack.upInBackground();
  await again.until(secondGate.reached);
  await again.killEverything();
  // What was killed takes a moment to vanish.
  await until(() => again.processes().length === 0);
});

story.exhaustively("secrets are encrypted on disk by a passphrase, and shown on demand", async (told) => {
  const program = `import * as pulumi from "@pulumi/pulumi"; export const value = new pulumi.Config().requireSecret("value");`;
  const stack = await told.newStack({ program, madeBy: "CLI" });
  await stack.setConfig("value", "-hush hush", { isSecret: true });
  (await stack.up()).expectOk();
  expect(await stack.outputs()).toEqual({ value: "[secret]" });
  expect(await stack.outputs({ showSecrets: true })).toEqual({ value: "-hush hush" });
  expect(stack.everythingWritten()).not.toContain("-hush hush");
  expect(await stack.exportState({ showSecrets: true })).toContain("-hush hush");
});

story.exhaustively("a stack can be renamed, and its state exported, emptied and imported", async (told) => {
  const stack = await told.newStack({ program: PROGRAM });
  (await stack.up()).expectOk();
  (await stack.rename("prod")).expectOk();
  const exported = await stack.exportState();
  (await stack.deleteFromState(stack.findInState("web")?.urn ?? "")).expectOk();
  expect(stack.findInState("web")).toBeUndefined();
  (await stack.importState(exported)).expectOk();
  expect(stack.findInState("web")).toMatchObject({ id: "1" });
});

story("an inline program of the Automation API runs against the same backend", async (told) => {
  const stack = await openInlineStack(told, {
    config: { value: "7" },
    program: async () => ({ value: new pulumi.Config().require("value") }),
  });
  expect((await stack.up()).outputs["value"]?.value).toBe("7");
});
