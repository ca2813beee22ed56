import type { RunningCommand } from "./harness/cli/running-command";
import { activeOrders, counts, declaring, orderOf, quickStory, until, web } from "./harness/servers";
import type { Stack } from "./harness/stack";
import { readPendingOperations } from "./harness/state";

const fleet = (count: number): string => `
import * as rimuhosting from "pulumi-rimuhosting";
for (let n = 1; n <= ${count}; n++) new rimuhosting.Vps("web-" + n, { domainName: "web-" + n + ".example.com" });
`;

const hostsOf = (command: RunningCommand) => command.processes().filter(({ role }) => role === "dynamic-host");

/** Whether the engine has written down that it creates all of them, and writes no more: a state cut off in the middle is another story. */
function hasBegun(stack: Stack, count: number): boolean {
  try {
    return readPendingOperations(stack.stateText()).length === count;
  } catch {
    return false;
  }
}

const fourAtATime = { env: { RIMUHOSTING_MAXCONCURRENTPURCHASES: "4" } };

quickStory(
  "the CLI alone is killed while 4 of 30 purchases are out: the others are not bought, the host ends itself, and the next up has 30 orders",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: fleet(30) });
    const gate = simulator.hold("new-vps", { moment: "before-work" });
    const first = stack.upInBackground({ args: ["--parallel", "30"] });
    await first.until(until(() => gate.waiting() === 4 && hasBegun(stack, 30)));
    await first.killCli();
    gate.release();
    await until(() => hostsOf(first).length === 0);
    expect(counts(simulator)).toEqual({ bought: 4, cancelled: 0 });

    stack.removeLock();
    (await stack.up()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 30, cancelled: 0 });
    const held = Array.from({ length: 30 }, (_, index) => orderOf(stack, `web-${index + 1}`));
    expect(new Set(held)).toEqual(new Set(activeOrders(simulator)));
    expect((await stack.preview()).expectOk().text).not.toContain("unknown to its state");
  },
  fourAtATime,
);

quickStory.exhaustively(
  "the CLI alone is killed while a purchase waits because the service was busy: nothing is bought afterwards",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: declaring(web()) });
    simulator.faults.add({ call: "new-vps", how: { status: 429, retryAfter: "3" } });
    const first = stack.upInBackground();
    await first.until(until(() => simulator.journal.calls("new-vps").length === 1));
    await first.killCli();
    await until(() => hostsOf(first).length === 0);
    expect(simulator.journal.calls("new-vps")).toHaveLength(1);
    stack.removeLock();
    (await stack.up()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
  },
);

quickStory(
  "Ctrl-C while 4 of 10 purchases are out: these are finished and saved, the waiting ones are not bought, and the next up buys the rest",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: fleet(10) });
    const gate = simulator.hold("new-vps", { moment: "before-work" });
    const first = stack.upInBackground();
    await first.until(until(() => gate.waiting() === 4));
    first.interrupt();
    await first.until(until(() => first.text.includes("^C received")));
    gate.release();
    const stopped = await first.done;
    expect(stopped.isOk).toBe(false);
    expect(stopped.text).toContain("the run was asked to stop");
    expect(counts(simulator)).toEqual({ bought: 4, cancelled: 0 });
    expect(stack.state().filter(({ type }) => type.endsWith(":Vps"))).toHaveLength(4);

    (await stack.up()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 10, cancelled: 0 });
  },
  fourAtATime,
);
