import { PartialFailure } from "../../provider/host/failures";
import { createServer } from "../../provider/vps/create";
import { diffVps } from "../../provider/vps/diff";
import type { VpsInputs } from "../../provider/vps/inputs";
import { Preview } from "../../provider/vps/preview";
import { readServer } from "../../provider/vps/read";
import type { Recorded } from "../../provider/vps/state";
import { updateServer } from "../../provider/vps/update";
import type { Fault } from "../../simulator/src/index";
import { clock, desiredOf, newContext, simulator } from "./support/simulated-service";

const partialFailureOf = async (work: Promise<unknown>): Promise<PartialFailure<Recorded>> => {
  const error: unknown = await work.catch((reason: unknown) => reason);
  if (error instanceof PartialFailure) return error as PartialFailure<Recorded>;
  throw error instanceof Error ? error : new Error("it was to fail");
};

const stopped: Partial<VpsInputs> = { runningState: "NOTRUNNING" };

/** A purchase of unknown outcome, two hours later. */
async function pending(args: Partial<VpsInputs>): Promise<PartialFailure<Recorded>> {
  simulator.faults.add({ call: "new-vps", how: "reset" });
  const failure = await partialFailureOf(createServer(newContext(), desiredOf("web", args)));
  clock.advance(2 * 3_600_000);
  return failure;
}

const update = ({ id, properties }: Pick<PartialFailure<Recorded>, "id" | "properties">, args: Partial<VpsInputs>) =>
  updateServer(newContext(), id, properties, desiredOf("web", args));

test("a changed size does not keep a run from looking for the order, whatever the account's limit", async () => {
  const { properties } = await pending({ memoryMb: 1024 });
  const context = newContext({ maxTotalMonthlyCostUsd: "1000" });
  const enlarged = { ...desiredOf("web", { memoryMb: 2048 }), __isPreview: true };
  const preview = new Preview(() => ({ ...context, context: () => context }));
  await preview.reportChange(properties, enlarged, diffVps(properties, enlarged));
  expect(context.warnings).toEqual([
    expect.stringContaining("has no known outcome: the order may exist, and be billed."),
  ]);
});

test("a server that is ordered again after an hour is stopped if the program wants it stopped", async () => {
  const outputs = await update(await pending(stopped), stopped);
  expect(simulator.world.orders()).toMatchObject([{ orderOid: outputs.orderOid, runningState: "NOTRUNNING" }]);
  expect(outputs).toMatchObject({ runningState: "NOTRUNNING", observedRunningState: "NOTRUNNING" });
});

test("an order that turns up while it is being installed is in the state with its address", async () => {
  simulator.variants.listLagMs = 3_600_000;
  simulator.variants.installLagMs = 7_200_000;
  simulator.faults.add({ call: "new-vps", how: "reset", moment: "after-work" });
  const failure = await partialFailureOf(createServer(newContext(), desiredOf("web")));
  clock.advance(3_600_000);
  const outputs = await update(failure, {});
  const [order] = simulator.world.orders();
  expect(outputs).toMatchObject({ orderOid: order?.orderOid, primaryIp: order?.primaryIp });
});

test("an order that turns up is not reinstalled in a run that no preview has announced as one that does", async () => {
  simulator.variants.listLagMs = 3_600_000;
  simulator.faults.add({ call: "new-vps", how: "reset", moment: "after-work" });
  const first = await partialFailureOf(createServer(newContext(), desiredOf("web", { distro: "deb12.64" })));
  clock.advance(3_600_000);
  const changed = { distro: "deb13.64" };
  const stopped = await partialFailureOf(update(first, changed));
  expect(stopped.message).toContain("was bought for this resource before distro changed, and is in the state now.");
  expect(simulator.journal.calls("reinstall")).toEqual([]);
  await update(stopped, changed);
  expect(simulator.journal.calls("reinstall")).toHaveLength(1);
  expect(simulator.journal.calls("new-vps")).toHaveLength(1);
});

test("an order of another attempt, adopted instead, is stopped as well", async () => {
  const failure = await pending(stopped);
  const stray = await createServer(newContext(), desiredOf("web"));
  const outputs = await update(failure, stopped);
  expect(outputs).toMatchObject({ orderOid: Number(stray.id), runningState: "NOTRUNNING" });
  expect(simulator.world.orders()).toMatchObject([{ runningState: "NOTRUNNING" }]);
});

test("a stray adopted by a creation is stopped as well", async () => {
  const stray = await createServer(newContext(), desiredOf("web"));
  const { id, outputs } = await createServer(newContext(), desiredOf("web", stopped));
  expect(id).toBe(stray.id);
  expect(outputs).toMatchObject({ runningState: "NOTRUNNING", observedRunningState: "NOTRUNNING" });
  expect(simulator.world.orders()).toMatchObject([{ runningState: "NOTRUNNING" }]);
});

const mishaps: [string, Partial<VpsInputs>, Fault][] = [
  ["cannot be stopped", stopped, { call: "running-state", how: { status: 400 } }],
  ["cannot be stopped, because nothing can be sent", stopped, { call: "running-state", how: { status: 403 } }],
  ["cannot be read", stopped, { call: "get-order", how: { status: 403 }, times: 20 }],
];

test.each(mishaps)(
  "a server that is ordered again and %s is in the state anyway; the next up buys none",
  async (_, args, fault) => {
    const failure = await pending(args);
    simulator.faults.add(fault);
    const failed = await partialFailureOf(update(failure, args));
    const [order] = simulator.world.orders();
    expect(failed.properties).toMatchObject({ orderOid: order?.orderOid, __provider: "the provider's code" });
    expect(failed.properties.runningState).not.toBe("NOTRUNNING");
    expect(failed.reasons.join()).toContain(`Order ${order?.orderOid} was bought`);
    simulator.faults.clear();
    await update(failed, args);
    expect(simulator.world.orders()).toMatchObject([{ orderOid: order?.orderOid, runningState: "NOTRUNNING" }]);
  },
);

test("the state says that a server runs, whatever the program wants; a refresh says so of an older state", async () => {
  const { id, outputs } = await createServer(newContext(), desiredOf("web"));
  const mistaken = {
    ...outputs,
    runningState: "NOTRUNNING" as const,
    __managed: [...(outputs.__managed ?? []), "runningState"],
  };
  const seen = await readServer(newContext(), id, mistaken);
  expect(seen).toMatchObject({ outputs: { runningState: "RUNNING" }, inputs: { runningState: "RUNNING" } });
});

test("a repeated purchase respects the limit too, and asks for no price without one", async () => {
  const failure = await pending({ memoryMb: 1024 });
  await expect(update(failure, { memoryMb: 65_536, maxMonthlyCostUsd: 20 })).rejects.toThrow(
    'Nothing was bought for "web.example.com": maxMonthlyCostUsd is 20',
  );
  expect(simulator.world.orders()).toEqual([]);
  await update(failure, { memoryMb: 1024, maxMonthlyCostUsd: 20 });
  expect(simulator.world.orders()).toHaveLength(1);
});
