import { CostPlan } from "../../../provider/apply/preview/cost-plan";
import { Preview } from "../../../provider/apply/preview/preview";
import { pricedStackOrders } from "../../../provider/apply/purchase/check-limits";
import { createServer } from "../../../provider/apply/server/create";
import type { Desired } from "../../../provider/plan/model";
import { desiredOf, newContext, simulator } from "../support/simulated-service";

const unlisted =
  "the setting maxTotalMonthlyCostUsd is 1000, but cannot be enforced, because what the stack's orders cost now could not be read. ";

const quoted = { kind: "price", monthlyCost: { amount: 23.32, currency: "USD" } } as const;

test("a list that fails once lets nothing past the budget for the rest of the run, and stops nothing without one", async () => {
  for (const [settings, refused] of [
    [{ maxTotalMonthlyCostUsd: "1000" }, [{ reason: expect.stringContaining(unlisted) }]],
    [{}, []],
  ] as const) {
    const [context, plan] = [newContext(settings), new CostPlan()];
    const add = (name: string, kind: "purchase" | "resize", isHeld: boolean) => {
      const urn = `urn:pulumi:dev::shop::pulumi-nodejs:rimuhosting:Vps::${name}`;
      const desired = desiredOf(name, {}, isHeld ? [{ urn, key: "k", orderOid: 1 }] : []);
      return plan.add(context.settings.maxTotalMonthlyCostUsd, desired, {
        kind,
        quoted,
        isOldKept: false,
        pricedStackOrders: () => pricedStackOrders(context, desired, "recent"),
      });
    };
    simulator.faults.add({ call: "list-orders", how: { status: 400 } });
    expect(await add("resized", "resize", true)).toMatchObject(refused);
    expect(await add("new", "purchase", false)).toMatchObject(refused);
    expect(await add("replaced", "purchase", true)).toMatchObject(refused);
  }
});

test("a replacement without a diff, as of --replace, costs the old server too where retainOnDelete keeps it", async () => {
  const context = newContext({ maxTotalMonthlyCostUsd: "10" });
  const { outputs } = await createServer(context, desiredOf("web"));
  const urn = desiredOf("web").__declaredUrn;
  const replacement = desiredOf("web", {}, [{ urn, key: "k", orderOid: outputs.orderOid }]);
  const check = (desired: Desired) => {
    const again = newContext({ maxTotalMonthlyCostUsd: "10" });
    return new Preview(() => ({ ...again, context: () => again })).check({}, desired);
  };
  expect(await check(replacement)).toEqual([]);
  expect(await check({ ...replacement, __isRetained: true })).toMatchObject([
    { reason: expect.stringContaining("maxTotalMonthlyCostUsd") },
  ]);
});

test("without a budget a resize neither asks for the stack's orders nor waits for them, to more or to less", async () => {
  const { outputs } = await createServer(newContext(), desiredOf("web", { memoryMb: 2048 }));
  const other = await createServer(newContext(), desiredOf("db"));
  simulator.variants.listLimit = 1;
  const entryOf = (name: string, orderOid: number) => ({ urn: desiredOf(name).__declaredUrn, key: name, orderOid });
  const entries = [entryOf("web", outputs.orderOid), entryOf("db", other.outputs.orderOid)];
  for (const memoryMb of [1024, 4096]) {
    const context = newContext();
    const asked = simulator.journal.calls("list-orders").length;
    const preview = new Preview(() => ({ ...context, context: () => context }));
    expect(await preview.check({ ...outputs }, desiredOf("web", { memoryMb }, entries))).toEqual([]);
    // The one that tells the order's present sizes and price. Whoever waits asks again.
    expect(simulator.journal.calls("list-orders").slice(asked)).toHaveLength(1);
  }
});

test("a resize that costs no more in the account's own currency is never refused, as in the up, whatever the dollar does", async () => {
  const desired = desiredOf("web");
  const add = (amount: number) =>
    new CostPlan().add(10, desired, {
      kind: "resize",
      quoted: { kind: "price", monthlyCost: { amount, currency: "NZD", amountUsd: 25 } },
      before: { amount: 40, currency: "NZD", amountUsd: 24 },
      isOldKept: false,
      pricedStackOrders: async () => [],
    });
  expect(await add(40)).toEqual([]);
  expect(await add(41)).toMatchObject([{ reason: expect.stringContaining("maxTotalMonthlyCostUsd is 10") }]);
});
