import { readServer } from "../../provider/apply/change/reading";
import { updateServer } from "../../provider/apply/change/updating";
import { cancel } from "../../provider/apply/order/cancellation";
import { createServer } from "../../provider/apply/order/creation";
import { PartialFailure } from "../../provider/apply/run/partial-failure";
import { type ManualClock, manualClock, type Simulator, startSimulator } from "../../simulator/src/index";
import { desiredOf, servedWorld } from "./support/served-world";

let simulator: Simulator;
let clock: ManualClock;
beforeEach(async () => {
  clock = manualClock();
  simulator = await startSimulator({ clock, latency: "none" });
});
afterEach(() => simulator.close());

/** A purchase of unknown outcome was replaced, and its replacement has adopted the order: both are in the state. */
async function takenOver() {
  const { outputs } = await createServer(servedWorld(simulator, clock), desiredOf("web"));
  const { orderOid, ...pending } = outputs;
  const nextRun = servedWorld(simulator, clock);
  if (orderOid !== undefined) nextRun.memory.hold(orderOid, "the replacement");
  return { nextRun, pending: { ...pending, __pendingSince: outputs.orderDate } };
}

test("the end of a purchase of unknown outcome does not cancel the order that its replacement has adopted", async () => {
  const { nextRun, pending } = await takenOver();
  await cancel(nextRun, pending);
  expect(simulator.world.activeOrders()).toHaveLength(1);
  expect(nextRun.warnings).toEqual([
    expect.stringContaining("was not cancelled: another resource of this stack holds it"),
  ]);
});

test("a refresh does not give a purchase of unknown outcome the order that its replacement has adopted", async () => {
  const { nextRun, pending } = await takenOver();
  expect(await readServer(nextRun, "pending-1", pending)).toBeUndefined();
});

test("an order that was taken for surplus and is in the state by now is none any more", async () => {
  const world = servedWorld(simulator, clock);
  const web = await createServer(world, desiredOf("web"));
  const other = await createServer(world, desiredOf("app"));
  const suspected = { ...web.outputs, __surplus: [Number(other.id)] };
  await expect(updateServer(world, web.id, suspected, desiredOf("web"))).rejects.toThrow("Two or more orders");
  const own = [{ urn: "app", key: web.outputs.__key, orderOid: Number(other.id) }];
  const settled = await updateServer(world, web.id, suspected, desiredOf("web", {}, own));
  expect(settled.__surplus).toBeUndefined();
});

test("a refresh tells of an order of the same name that an earlier life of the stack has left", async () => {
  const ignoring = servedWorld(simulator, clock, { foreignOrders: "ignore" });
  const earlier = await createServer(ignoring, { ...desiredOf("web"), __ledger: "earlier", __key: "another key" });
  const { id, outputs } = await createServer(ignoring, desiredOf("web"));
  const nextRun = servedWorld(simulator, clock);
  await readServer(nextRun, id, outputs);
  expect(nextRun.warnings).toEqual([expect.stringContaining(`Also active, and billed: order ${earlier.id}`)]);
});

test("a purchase of unknown outcome is repeated beside the server that it was to replace", async () => {
  const old = await createServer(servedWorld(simulator, clock), desiredOf("web"));
  const { orderOid, ...rest } = old.outputs;
  const pending = {
    ...rest,
    __attempt: "of unknown outcome",
    __pendingSince: old.outputs.orderDate,
    __beside: [Number(orderOid)],
  };
  clock.advance(2 * 60 * 60_000);
  const nextRun = servedWorld(simulator, clock);
  nextRun.memory.rememberOnceOwned([Number(orderOid)]);
  const bought = await updateServer(nextRun, "pending-1", pending, desiredOf("web"));
  expect(bought.orderOid).not.toBe(orderOid);
  expect(simulator.world.activeOrders()).toHaveLength(2);
});

test("what was done is in the state although nobody could look for the surplus order, and is not done twice", async () => {
  const world = servedWorld(simulator, clock);
  const args = (trigger: number) => ({ distro: "deb13.64", reinstallTriggers: [trigger] });
  const { id, outputs } = await createServer(world, desiredOf("web", args(1)));
  const suspected = { ...outputs, __surplus: [Number(id) + 1] };
  simulator.faults.add({ call: "list-orders", how: { status: 403 } });
  const failure: unknown = await updateServer(world, id, suspected, desiredOf("web", args(2))).catch((error) => error);
  if (!(failure instanceof PartialFailure)) throw failure;
  expect(failure.reasons.join()).toContain("could not be looked up");
  const settled = await updateServer(world, id, failure.properties, desiredOf("web", args(2)));
  expect(settled.__surplus).toBeUndefined();
  expect(simulator.journal.calls("reinstall")).toHaveLength(1);
});
