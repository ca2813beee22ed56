import { until } from "./harness/servers";
import { readPendingOperations } from "./harness/state";
import { story } from "./harness/story";

/** A provider whose create asks the service for something. */
const program = `
import * as pulumi from "@pulumi/pulumi";
const code = \`exports.handler = () => ({
  create: async (inputs) => {
    await fetch(process.env.RIMUHOSTING_BASEURL + "/r/distributions");
    return { id: "1", outs: inputs };
  },
});\`;
class Thing extends pulumi.CustomResource {
  constructor(name: string) {
    super("pulumi-nodejs:test:Thing", name, { __provider: code });
  }
}
new Thing("web");
`;

story(
  "a killed CLI leaves its host, its lock and the pending create; a host that dies fails the command; what all die in leaves nothing",
  async (stage) => {
    const stack = await stage.newStack({ program });
    const startAndWait = async () => {
      const gate = stage.simulator.hold("distributions");
      const running = stack.upInBackground();
      await running.until(gate.reached);
      return { running, gate };
    };

    const first = await startAndWait();
    expect((await first.running.killCli()).signal).toBe("SIGKILL");
    expect(first.running.processes().map(({ role }) => role)).toContain("dynamic-host");
    const pending = readPendingOperations(stack.stateText());
    expect(pending).toMatchObject([{ operation: "creating", resource: { name: "web" } }]);
    expect((await stack.up()).expectFailure().text).toContain("the stack is currently locked");
    first.gate.release();
    stack.removeLock();

    const second = await startAndWait();
    second.running.killHost();
    (await second.running.done).expectFailure();
    second.gate.release();

    const third = await startAndWait();
    await third.running.killEverything();
    // What was killed takes a moment to vanish.
    await until(() => third.running.processes().length === 0);
  },
);
