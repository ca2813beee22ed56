import { Refusal } from "../../provider/host/outcomes";
import { cancel } from "../../provider/run/cancel";
import { createServer } from "../../provider/run/create";
import type { VpsInputs } from "../../provider/server/program";
import { type OwnedServer, recordedFrom } from "../../provider/server/server";
import type { Fault } from "../../simulator/src/index";
import { active, clock, desiredOf, newContext, simulator, surroundings } from "../server/support/simulated-service";

const bought = async (name = "web", args: Partial<VpsInputs> = {}): Promise<OwnedServer> => {
  const { id, outputs } = await createServer(newContext(), desiredOf(name, args));
  return { ...outputs, orderOid: Number(id) };
};
const sent = (call: "delete-vps" | "cancelled") => simulator.journal.calls(call).length;

type Mishap = [Fault["how"], NonNullable<Fault["moment"]>, number];

test.each<Mishap>([
  [{ status: 502, body: "html" }, "after-work", 1],
  ["truncated-json", "before-work", 2],
  ["hang", "after-work", 1],
])("a cancellation that meets %j %s ends the order", async (how, moment, count) => {
  const recorded = await bought();
  simulator.faults.add({ call: "delete-vps", how, moment });
  await cancel(newContext(), { ...recorded, __timeouts: { deleteMs: 200 } });
  expect([active(), sent("delete-vps")]).toEqual([[], count]);
});

test.each<Mishap>([
  ["reset", "after-work", 1],
  [{ status: 502, body: "html" }, "after-work", 1],
  ["hang", "after-work", 1],
])("one at the end of the period that meets %j %s sets the order's date, once", async (how, moment, count) => {
  const recorded = { ...(await bought("web", { cancel: "at-period-end" })), __timeouts: { deleteMs: 200 } };
  simulator.faults.add({ call: "cancelled", how, moment });
  for (let runs = 0; runs < 2; runs++) await cancel(newContext(), recorded);
  expect(simulator.world.order(recorded.orderOid).cancellationAtMs).toBeGreaterThan(clock.now());
  expect([active().length, sent("cancelled"), sent("delete-vps")]).toEqual([1, count, 0]);
});

test("one at the end of the period that is lost leaves the order in the state, and says that it is billed", async () => {
  const recorded = await bought("web", { cancel: "at-period-end" });
  simulator.faults.add({ call: "cancelled", how: "reset", times: 9 });
  await expect(cancel(newContext(), recorded)).rejects.toThrow("it is billed");
});

test("an order that stays active, or that nobody could read since, is reported, and not cancelled endlessly", async () => {
  const [one, other] = [await bought(), await bought("app")];
  simulator.faults.add({ call: "delete-vps", how: "reset", times: 4 });
  await expect(cancel(newContext(), one)).rejects.toThrow("still shows it as active: it is billed");
  expect(sent("delete-vps")).toBe(4);
  simulator.faults.add({ call: "get-order", how: { status: 500 }, after: 1, times: 1000 });
  await expect(cancel(newContext(), other)).rejects.toThrow("could not be read since: it may be billed.");
  expect(active()).toEqual([one.orderOid]);
});

test.each([1, 4])(
  "a cancellation that fails is not sent or waited for after %d calls, once the engine is gone",
  async (count) => {
    const recorded = await bought();
    simulator.faults.add({ call: "delete-vps", how: { status: 500 }, times: 20 });
    surroundings.engine = () => (sent("delete-vps") >= count ? "stopped" : "runs");
    const startMs = clock.now();
    await expect(cancel(newContext(), recorded)).rejects.toThrow(`Cancelling order ${recorded.orderOid}`);
    // Three pauses between four calls at most, and no long wait.
    expect(clock.now() - startMs).toBeLessThan(3 * 60_000);
    expect(sent("delete-vps")).toBe(count);
  },
);

test("an order that turned up after a purchase without an answer is cancelled as the program says", async () => {
  for (const cancelling of [undefined, "at-period-end"] as const) {
    const { orderOid, domainName, __attempt, __key } = await bought(cancelling ?? "web");
    const __sentAt = new Date().toISOString();
    await cancel(newContext(), recordedFrom({ domainName, __attempt, __key, __sentAt, cancel: cancelling }));
    expect(simulator.world.order(orderOid).cancellationAtMs).not.toBeNull();
  }
  expect([sent("delete-vps"), sent("cancelled")]).toEqual([1, 1]);
});

test("a purchase whose order never turns up is given up at once when its time is over, also without a key", async () => {
  const pending = recordedFrom({
    domainName: "web.example.com",
    __attempt: "lost",
    __sentAt: new Date().toISOString(),
  });
  const context = newContext();
  await cancel(context, pending);
  expect(context.warnings).toHaveLength(1);
});

test.each([-2, 2])("a machine clock %d days ahead neither delays a cancellation nor fakes one", async (days) => {
  const aheadMs = days * 86_400_000;
  const ended = await bought("web");
  const startMs = clock.now();
  await cancel(newContext({}, aheadMs), ended);
  expect(active()).toEqual([]);
  expect(clock.now() - startMs).toBeLessThan(60_000);
  await cancel(newContext({}, aheadMs), ended);
  expect(sent("delete-vps")).toBe(1);

  // Support has stopped a server whose order ends tomorrow: it is billed until then.
  const ending = await bought("app");
  simulator.world.cancelAtPeriodEndOutside(ending.orderOid);
  simulator.world.stopOutside(ending.orderOid);
  clock.advance(Number(simulator.world.order(ending.orderOid).cancellationAtMs) - clock.now() - 86_400_000);
  await cancel(newContext({}, aheadMs), ending);
  expect(sent("delete-vps")).toBe(2);
});

test("what the program protects is cancelled only once it is gone", async () => {
  const { orderOid, ...recorded } = await bought();
  const context = newContext();
  context.memory.ofOrder(orderOid).isProtected = true;
  await expect(cancel(context, { orderOid, ...recorded })).rejects.toThrow(Refusal);
  simulator.world.cancelOutside(orderOid);
  await cancel(context, { orderOid, ...recorded });
  expect(sent("delete-vps")).toBe(0);
});

test("an order that lost its tags in a reinstall is identified by its number and cancelled", async () => {
  const recorded = await bought();
  simulator.variants.reinstallTags = "drop";
  simulator.world.reinstallOutside(recorded.orderOid);
  await cancel(newContext(), recorded);
  expect(active()).toEqual([]);
});

test("a purchase of unknown outcome is cancelled although one list shows its order as cancelled, and stays if none can be had", async () => {
  const { orderOid: _, ...recorded } = await bought();
  const pending = recordedFrom(recorded);
  const headers = { Authorization: "rimuhosting apikey=12345", Accept: "application/json" };
  const list = await (await fetch(`${simulator.url}/r/orders;include_inactive=N`, { headers })).text();
  // The end that the list shows is the date of the order.
  const { date } = /"order_date":(?<date>\{[^}]*\}|[^,}]*)/.exec(list)?.groups ?? {};
  const ended = list.replace('"cancellation_date":null', `"cancellation_date":${date}`).replace('"RUN', '"NOTRUN');
  simulator.faults.add({ call: "list-orders", how: { status: 403 } });
  await expect(cancel(newContext(), pending)).rejects.toThrow();
  simulator.faults.add({ call: "list-orders", how: { json: JSON.parse(ended) } });
  await cancel(newContext(), pending);
  expect(active()).toEqual([]);
});
