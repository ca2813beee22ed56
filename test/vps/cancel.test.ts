import { cancel } from "../../provider/vps/cancel";
import { createServer } from "../../provider/vps/create";
import type { VpsInputs } from "../../provider/vps/inputs";
import { isPending, type OwnedServer, recordedFrom } from "../../provider/vps/state";
import { clock, desiredOf, newContext, simulator, surroundings } from "./support/simulated-service";

const bought = async (name = "web", args: Partial<VpsInputs> = {}): Promise<OwnedServer> => {
  const { id, outputs } = await createServer(newContext(), desiredOf(name, args));
  return { ...outputs, orderOid: Number(id) };
};
const sent = (call: "delete-vps" | "cancelled") => simulator.journal.calls(call).length;

test.each([
  { how: "reset", moment: "before-work", sentCount: 2 },
  { how: "reset", moment: "after-work", sentCount: 1 },
  { how: { status: 502, body: "html" }, moment: "after-work", sentCount: 1 },
  { how: "truncated-json", moment: "before-work", sentCount: 2 },
  { how: "hang", moment: "after-work", sentCount: 1 },
] as const)("a cancellation that meets $how $moment ends the order", async ({ how, moment, sentCount }) => {
  const recorded = await bought();
  simulator.faults.add({ call: "delete-vps", how, moment });
  await cancel(newContext(), { ...recorded, __timeouts: { deleteMs: 200 } });
  expect(simulator.world.activeOrders()).toEqual([]);
  expect(sent("delete-vps")).toBe(sentCount);
});

test("an order that stays active despite cancellations is reported, and not cancelled endlessly", async () => {
  const recorded = await bought();
  simulator.faults.add({ call: "delete-vps", how: "reset", times: 20 });
  const cancelling = cancel(newContext(), recorded);
  await expect(cancelling).rejects.toThrow(`order ${recorded.orderOid}`);
  await expect(cancelling).rejects.toThrow("still shows it active: it is billed");
  expect(sent("delete-vps")).toBe(4);
});

test("an order that nobody could read since its cancellation may be cancelled", async () => {
  const recorded = await bought();
  simulator.faults.add({ call: "get-order", how: { status: 500 }, after: 1, times: 1000 });
  await expect(cancel(newContext(), recorded)).rejects.toThrow(
    "was to be cancelled, but it could not be read since: it may be billed.",
  );
  expect(simulator.world.activeOrders()).toEqual([]);
});

test("a cancellation that meets faults says so while it waits, and waits no longer once the engine is gone", async () => {
  const recorded = await bought();
  simulator.faults.add({ call: "delete-vps", how: { status: 500 }, times: 20 });
  const context = newContext();
  const said: string[] = [];
  const progress = (_urn: string | undefined, text: string): void => {
    said.push(text);
    if (text.includes("waiting until")) surroundings.engine = () => "is-gone";
  };
  const reporter = { ...context.reporter, progress };
  const startMs = clock.now();
  const cancelling = cancel({ ...context, reporter }, recorded);
  await expect(cancelling).rejects.toThrow("still shows it active: it is billed");
  const which = `Cancelling order ${recorded.orderOid} failed inside the service`;
  const why = "ServerException): Something went wrong";
  expect(said).toContain(`${which} (500, ${why}. Trying again …`);
  const until = `until order ${recorded.orderOid} shows as cancelled`;
  const failed = `${which} (500, ServerException, 4 attempts): Something went wrong`;
  expect(said.at(-1)).toContain(`${failed}; waiting ${until} (until `);
  expect(said.at(-1)).toMatch(/\(until \d\d:\d\d:\d\d UTC at the latest, sooner if nothing changes for 10 min 00 s\)$/);
  // Four calls, three pauses between them, and no long wait.
  expect(clock.now() - startMs).toBeLessThan(3 * 60_000);
  expect(sent("delete-vps")).toBe(4);
});

test("a cancellation is not sent again once the engine is gone", async () => {
  const recorded = await bought();
  simulator.faults.add({ call: "delete-vps", how: { status: 500 }, times: 20 });
  const context = newContext();
  surroundings.engine = () => "is-gone";
  await expect(cancel(context, recorded)).rejects.toThrow(`Cancelling order ${recorded.orderOid}`);
  expect(sent("delete-vps")).toBe(1);
});

test.each([
  ["immediately", undefined],
  ["at the end of its period", "at-period-end"],
] as const)("an order that turned up after a purchase without an answer is cancelled %s", async (_, cancelling) => {
  const { orderOid, domainName, __attempt, __key } = await bought();
  const __sentAt = new Date().toISOString();
  const pending = recordedFrom({ domainName, __attempt, __key, __sentAt, cancel: cancelling });
  expect(isPending(pending)).toBe(true);
  await cancel(newContext(), pending);
  expect(simulator.world.order(orderOid).cancellationAtMs).not.toBeNull();
  expect(sent("delete-vps")).toBe(cancelling === undefined ? 1 : 0);
});

test.each([-2, 2])("a machine clock %d days ahead neither delays a cancellation nor fakes one", async (days) => {
  const aheadMs = days * 86_400_000;
  const ended = await bought("web");
  const startMs = clock.now();
  await cancel(newContext({}, aheadMs), ended);
  expect(simulator.world.activeOrders()).toEqual([]);
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

test("an order that lost its tags in a reinstall is identified by its number and cancelled", async () => {
  const recorded = await bought();
  simulator.variants.reinstallTags = "drop";
  simulator.world.reinstallOutside(recorded.orderOid);
  expect(simulator.world.order(recorded.orderOid).metaData).toEqual([]);
  await cancel(newContext(), recorded);
  expect(simulator.world.activeOrders()).toEqual([]);
});

test("an order that another entry of this run holds is left to that entry", async () => {
  const recorded = await bought();
  const context = newContext();
  context.memory.ofOrder(recorded.orderOid).holders.add("another entry");
  await cancel(context, recorded);
  expect(simulator.world.activeOrders()).toHaveLength(1);
  expect(context.warnings.join()).toContain("another resource of this run holds it");
});

describe("a cancellation at the end of the period", () => {
  test.each([
    { how: "reset", moment: "after-work" },
    { how: { status: 502, body: "html" }, moment: "after-work" },
    { how: { delayMs: 0 }, moment: "before-work" },
    { how: "hang", moment: "after-work" },
  ] as const)(
    "that meets $how $moment sets the order's date, and the server runs until then",
    async ({ how, moment }) => {
      const recorded = { ...(await bought("web", { cancel: "at-period-end" })), __timeouts: { deleteMs: 200 } };
      simulator.faults.add({ call: "cancelled", how, moment });
      const context = newContext();
      await cancel(context, recorded);
      expect(context.warnings.join()).toContain("runs, and is billed, until");
      expect(simulator.world.order(recorded.orderOid)).toMatchObject({ runningState: "RUNNING" });
      expect(sent("cancelled")).toBe(1);
      expect(sent("delete-vps")).toBe(0);
      await cancel(newContext(), recorded);
      expect(sent("cancelled")).toBe(1);
    },
  );

  test("that is refused or lost leaves the order in the state, and says that it is billed", async () => {
    const recorded = await bought("web", { cancel: "at-period-end" });
    simulator.faults.add({ call: "cancelled", how: { status: 400, message: "Not for this server." } });
    await expect(cancel(newContext(), recorded)).rejects.toThrow("Not for this server");
    simulator.faults.add({ call: "cancelled", how: "reset", times: 9 });
    await expect(cancel(newContext(), recorded)).rejects.toThrow("it is billed");
    simulator.faults.clear();
    await cancel(newContext(), recorded);
    expect(simulator.world.order(recorded.orderOid).cancellationAtMs).toBeGreaterThan(clock.now());
  });
});

describe("a purchase of unknown outcome", () => {
  const pending = recordedFrom({
    domainName: "web.example.com",
    __attempt: "attempt-1",
    __sentAt: "2026-01-15T12:00:00.000Z",
  });

  test("is cancelled although one list shows its order as cancelled", async () => {
    const { orderOid: _, ...recorded } = await bought();
    const headers = { Authorization: "rimuhosting apikey=12345", Accept: "application/json" };
    const list = await (await fetch(`${simulator.url}/r/orders;include_inactive=N`, { headers })).text();
    // The end that the list shows is the date of the order.
    const { date } = /"order_date":(?<date>\{[^}]*\}|[^,}]*)/.exec(list)?.groups ?? {};
    const ended = list
      .replace(/"cancellation_date":null/, `"cancellation_date":${date}`)
      .replace('"RUNNING"', '"NOTRUNNING"');
    expect(ended).not.toBe(list);
    simulator.faults.add({ call: "list-orders", how: { json: JSON.parse(ended) } });
    await cancel(newContext(), recordedFrom(recorded));
    expect(simulator.world.activeOrders()).toEqual([]);
  });

  test("stays in the state if the orders cannot be listed", async () => {
    simulator.faults.add({ call: "list-orders", how: { status: 403 } });
    await expect(cancel(newContext(), pending)).rejects.toThrow();
  });
});
