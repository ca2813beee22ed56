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
