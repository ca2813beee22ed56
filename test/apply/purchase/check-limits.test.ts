import { PartialFailure, Refusal } from "../../../provider/apply/failures";
import { createServer } from "../../../provider/apply/server/create";
import { updateServer } from "../../../provider/apply/server/update";
import { desiredOf, newContext, simulator } from "../support/simulated-service";

const names = Array.from({ length: 50 }, (_, index) => `web-${index + 1}`);

const costOfAll = (): number =>
  simulator.world.activeOrders().reduce((sum, { monthlyAmount }) => sum + (monthlyAmount.amt ?? 0), 0);

const messageOf = (reason: unknown): string => (reason instanceof Error ? reason.message : String(reason));

test.each([1, 10, 16])(
  "of 50 servers bought %s at a time, only as many are bought as the budget allows",
  async (atATime) => {
    const context = newContext({ maxTotalMonthlyCostUsd: "30", maxConcurrentPurchases: String(atATime) });
    const results = await Promise.allSettled(
      names.map((name) => createServer(context, desiredOf(name, { memoryMb: 1024 }))),
    );
    const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    expect(simulator.world.activeOrders()).toHaveLength(5);
    expect(costOfAll()).toBeCloseTo(29.1);
    expect(refused).toHaveLength(45);
    expect(refused.every((error) => error instanceof Refusal)).toBe(true);
    expect(messageOf(refused.at(-1))).toMatch(
      /^Nothing was bought for "web-\d+\.example\.com": the setting maxTotalMonthlyCostUsd is 30, but this stack's servers in this account would cost USD 34\.92 a month:\n( {2}- web-\d+\.example\.com \((new|order \d+)\): USD 5\.82\n){6}Ask for less, or raise the limit to at least 35; changes that are checked later are not counted yet, so it may take more\.$/,
    );
  },
);

test("an order that the list shows without its tags, and one whose purchase got no answer, count too", async () => {
  simulator.variants.tagsInLists = "missing";
  simulator.faults.add({ call: "new-vps", how: "reset" });
  const context = newContext({ maxTotalMonthlyCostUsd: "12", unknownOutcomeMinutes: "0" });
  const first = await createServer(context, desiredOf("a", { memoryMb: 1024 })).catch((error: unknown) => error);
  expect(first).toBeInstanceOf(PartialFailure);
  await createServer(context, desiredOf("b", { memoryMb: 1024 }));
  await expect(createServer(context, desiredOf("c", { memoryMb: 1024 }))).rejects.toThrow(
    "would cost USD 17.46 a month",
  );
});

test("a refused purchase leaves its room to the next one", async () => {
  const context = newContext({ maxTotalMonthlyCostUsd: "6" });
  simulator.faults.add({ call: "new-vps", how: { status: 400 } });
  await expect(createServer(context, desiredOf("a", { memoryMb: 1024 }))).rejects.toThrow();
  await createServer(context, desiredOf("b", { memoryMb: 1024 }));
  expect(simulator.world.activeOrders()).toHaveLength(1);
});

test("resizes at the same time share the budget, and one that makes a server cheaper is never refused", async () => {
  const context = newContext();
  const bought = await Promise.all(
    ["a", "b"].map((name) => createServer(context, desiredOf(name, { memoryMb: 2048 }))),
  );
  const limited = newContext({ maxTotalMonthlyCostUsd: "25" });
  const entries = bought.map(({ outputs: { orderOid } }, index) => ({
    urn: `urn:pulumi:dev::shop::pulumi-nodejs:rimuhosting:Vps::${["a", "b"][index]}`,
    key: "k",
    orderOid,
  }));
  const resize = (memoryMb: number, run = limited) =>
    Promise.allSettled(
      bought.map(({ id, outputs }, index) =>
        updateServer(run, id, outputs, desiredOf(["a", "b"][index] ?? "", { memoryMb }, entries)),
      ),
    );
  const results = await resize(4096);
  const refusals = results.flatMap((result) => (result.status === "rejected" ? [messageOf(result.reason)] : []));
  expect(refusals).toHaveLength(1);
  expect(refusals[0]).toContain("was not changed, and nothing was billed: the setting maxTotalMonthlyCostUsd is 25");
  const cheaper = await resize(1024, newContext({ maxTotalMonthlyCostUsd: "1" }));
  expect(cheaper.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
});

test("without a price nothing is bought under a budget, and without a budget none is asked for", async () => {
  simulator.faults.add({ call: "new-vm-pricing", how: { status: 403 }, times: 20 });
  await createServer(newContext(), desiredOf("a"));
  expect(simulator.journal.calls("new-vm-pricing")).toEqual([]);
  await expect(createServer(newContext({ maxTotalMonthlyCostUsd: "100" }), desiredOf("b"))).rejects.toThrow(
    'Nothing was bought for "b.example.com": the setting maxTotalMonthlyCostUsd is 100, but cannot be enforced, because the price is not known:',
  );
  expect(simulator.world.activeOrders()).toHaveLength(1);
});
