import { PartialFailure } from "../../provider/host/failures";
import { createServer } from "../../provider/vps/create";
import type { VpsInputs } from "../../provider/vps/inputs";
import { updateServer } from "../../provider/vps/update";
import { clock, desiredOf, newContext, otherHost, simulator, type TestContext } from "./support/simulated-service";

const beginning: Partial<VpsInputs> = {
  distro: "deb13.64",
  memoryMb: 2048,
  restartTriggers: ["a"],
  reinstallTriggers: ["a"],
};

const begin = async (args: Partial<VpsInputs> = beginning) => {
  const { id, outputs } = await createServer(newContext(), desiredOf("web", args));
  clock.advance(3_600_000);
  simulator.journal.clear();
  const update = (context: TestContext, changes: Partial<VpsInputs>) =>
    updateServer(context, id, outputs, desiredOf("web", { ...args, ...changes }));
  return { id, outputs, update, order: () => simulator.world.order(Number(id)) };
};
const sent = (call: "reinstall" | "running-state" | "host-server") => simulator.journal.calls(call).length;

test.each([
  { moment: "before-work", isDone: false },
  { moment: "after-work", isDone: true },
] as const)("a resize that is denied $moment is what the order shows", async ({ moment, isDone }) => {
  const { update, order } = await begin();
  simulator.faults.add({ call: "parameters", how: "not-changed", moment });
  const updating = update(newContext(), { memoryMb: 4096 });
  if (isDone) expect(await updating).toMatchObject({ memoryMb: 4096 });
  else await expect(updating).rejects.toThrow("was not resized: the service refused");
  expect(order().sizes.memoryMb).toBe(isDone ? 4096 : 2048);
  expect(simulator.journal.calls("parameters")).toHaveLength(1);
});

describe("a reinstall right after a resize has booted the server", () => {
  const changes = { memoryMb: 4096, reinstallTriggers: ["b"] };

  /** A host that counts a server's uptime from the end of its boot: 15 seconds later than the simulator does. */
  const context = (): TestContext => {
    const served = newContext();
    const vpsStatus: typeof served.client.vpsStatus = async (oid) => {
      const { runningVpsInfo, ...rest } = await served.client.vpsStatus(oid);
      const vpsUptimeS = Math.max(0, (runningVpsInfo.vpsUptimeS ?? 0) - 15);
      return { ...rest, runningVpsInfo: { ...runningVpsInfo, vpsUptimeS } };
    };
    return { ...served, client: { ...served.client, vpsStatus } };
  };

  test("that is refused is not done, however short the server has been up", async () => {
    const { update, order } = await begin();
    simulator.faults.add({ call: "reinstall", how: { status: 400, message: "That image is being rebuilt." } });
    const updating = update(context(), changes);
    await expect(updating).rejects.toThrow("That image is being rebuilt");
    await expect(updating).rejects.toBeInstanceOf(PartialFailure);
    expect(order().installation.count).toBe(1);
  });

  test("that is lost is not assumed done", async () => {
    const { update, order } = await begin();
    simulator.faults.add({ call: "reinstall", how: "reset", moment: "before-work" });
    await expect(update(context(), changes)).rejects.toThrow(
      /got no answer from .*\. Done before: resize; .*from "reinstall" on/,
    );
    expect(order().installation.count).toBe(1);
    expect(sent("reinstall")).toBe(1);
  });

  test("whose answer is lost is noticed", async () => {
    const { update, order } = await begin();
    simulator.faults.add({ call: "reinstall", how: "reset", moment: "after-work" });
    await update(context(), changes);
    expect(order().installation.count).toBe(2);
    expect(sent("reinstall")).toBe(1);
  });
});

describe("a move of 100 GB", () => {
  const large = { ...beginning, diskSpaceMb: 60 * 1024, diskSpace2Mb: 40 * 1024 };
  const sixteenHoursMs = 16 * 3_600_000;

  test("gets the time that its disks may take", async () => {
    const { update } = await begin(large);
    const context = newContext();
    const { move } = context.client;
    const limits: (number | undefined)[] = [];
    const client: typeof context.client = {
      ...context.client,
      move: (oid, request, options) => {
        limits.push(options?.deadlineMs);
        return move(oid, request, options);
      },
    };
    await update({ ...context, client }, { hostServerOid: otherHost() });
    expect(limits).toEqual([expect.any(Number)]);
    expect(limits[0]).toBeGreaterThan(sixteenHoursMs);
  });

  test("whose answer is lost is watched for as long", async () => {
    const { id, outputs, order } = await begin(large);
    const hostServerOid = otherHost();
    const gate = simulator.hold("host-server", { moment: "during-work" });
    const context = newContext({ pollSeconds: "600" });
    const startMs = clock.now();
    const sleep = async (durationMs: number): Promise<void> => {
      if (clock.now() - startMs > sixteenHoursMs) gate.release();
      await context.sleep(durationMs);
    };
    const desired = { ...desiredOf("web", { ...large, hostServerOid }), __timeouts: { updateMs: 100 } };
    await updateServer({ ...context, sleep }, id, outputs, desired);
    expect(String(order().hostServerOid)).toBe(hostServerOid);
    expect(clock.now() - startMs).toBeGreaterThan(sixteenHoursMs);
    expect(sent("host-server")).toBe(1);
  });
});
