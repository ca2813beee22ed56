import { PartialFailure } from "../../provider/host/failures";
import { createServer } from "../../provider/vps/create";
import type { VpsInputs } from "../../provider/vps/inputs";
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
