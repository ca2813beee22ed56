import { cancel } from "../../../provider/apply/cancel/cancel";
import { PartialFailure } from "../../../provider/apply/failures";
import { createServer } from "../../../provider/apply/server/create";
import { readServer } from "../../../provider/apply/server/read";
import { updateServer } from "../../../provider/apply/server/update";
import { withUnfinished } from "../../../provider/plan/update/unfinished";
import { recordedFrom } from "../../../provider/schema/vps-outputs";
import { clock, desiredOf, newContext, simulator } from "../support/simulated-service";

/** A purchase of unknown outcome waits in the state; its order has turned up since. */
async function waiting() {
  const { outputs } = await createServer(newContext(), desiredOf("web"));
  const { orderOid, ...pending } = outputs;
  const entries = [{ urn: outputs.__declaredUrn ?? "", key: outputs.__key, attempt: outputs.__attempt }];
  return {
    orderOid,
    entries,
    pending: recordedFrom({ ...pending, __unfinished: [{ kind: "purchase", sentAt: outputs.orderDate }] }),
  };
}

test("the replacement of a purchase of unknown outcome is a new server, and deleting the old one cancels only its own order", async () => {
  const { orderOid, entries, pending } = await waiting();
  const { id } = await createServer(newContext(), desiredOf("web", {}, entries));
  expect(Number(id)).not.toBe(orderOid);
  // In another run, in which nothing remembers the purchase.
  await cancel(newContext(), pending);
  expect(simulator.world.activeOrders()).toMatchObject([{ orderOid: Number(id) }]);
});

test("a server with identical arguments does not take the order that another entry waits for", async () => {
  const { orderOid, entries } = await waiting();
  const [web] = entries;
  const twin = { ...desiredOf("app", { domainName: "web.example.com" }, entries) };
  const { id } = await createServer(newContext(), twin);
  expect(Number(id)).not.toBe(orderOid);
  expect(web).toBeDefined();
});

test("an order reported as a stray is not reported again once it is in the state", async () => {
  const context = newContext();
  const web = await createServer(context, desiredOf("web"));
  const other = await createServer(context, desiredOf("app"));
  const suspected = withUnfinished(web.outputs, { kind: "strays", orderOids: [Number(other.id)] });
  await expect(updateServer(context, web.id, suspected, desiredOf("web"))).rejects.toThrow("Two or more orders");
  const own = [{ urn: "app", key: web.outputs.__key, orderOid: Number(other.id) }];
  const settled = await updateServer(context, web.id, suspected, desiredOf("web", {}, own));
  expect(settled.__unfinished).toBeUndefined();
});

test("a purchase of unknown outcome is repeated while the server that it should replace still runs", async () => {
  const old = await createServer(newContext(), desiredOf("web"));
  const { orderOid, ...rest } = old.outputs;
  const attempt = "of unknown outcome";
  const __unfinished = [{ kind: "purchase", sentAt: old.outputs.orderDate }];
  const pending = recordedFrom({ ...rest, __attempt: attempt, __unfinished, __earlier: [Number(orderOid)] });
  clock.advance(2 * 60 * 60_000);
  const nextRun = newContext();
  const entries = [{ urn: rest.__declaredUrn ?? "", key: rest.__key, attempt, earlier: [Number(orderOid)] }];
  const bought = await updateServer(nextRun, "pending-1", pending, desiredOf("web", {}, entries, [Number(orderOid)]));
  expect(bought.orderOid).not.toBe(orderOid);
  expect(bought.__earlier).toEqual([orderOid]);
  expect(simulator.world.activeOrders()).toHaveLength(2);
  // Neither of the two needs a warning.
  await readServer(nextRun, "1", bought);
  expect(nextRun.warnings).toEqual([]);
});

test("changes are in the state even if the search for strays failed, and are not made twice", async () => {
  const context = newContext();
  const args = (trigger: number) => ({ distro: "deb13.64", reinstallTriggers: [trigger] });
  const { id, outputs } = await createServer(context, desiredOf("web", args(1)));
  const suspected = withUnfinished(outputs, { kind: "strays", orderOids: [Number(id) + 1] });
  simulator.faults.add({ call: "list-orders", how: { status: 403 } });
  const failure: unknown = await updateServer(context, id, suspected, desiredOf("web", args(2))).catch(
    (error) => error,
  );
  if (!(failure instanceof PartialFailure)) throw failure;
  expect(failure.reasons.join()).toContain("is still billed could not be checked");
  const settled = await updateServer(context, id, failure.properties, desiredOf("web", args(2)));
  expect(settled.__unfinished).toBeUndefined();
  expect(simulator.journal.calls("reinstall")).toHaveLength(1);
});
