import { CostPlan } from "../../../provider/apply/preview/cost-plan";
import type { PriceCheck } from "../../../provider/plan/preview/price-check";
import { desiredOf, newContext, simulator } from "../support/simulated-service";

const price: PriceCheck = { monthlyCost: { amount: 23.32, currency: "USD" }, warnings: [], refusals: [] };

test("a list that fails once lets no replacement past the budget for the rest of the run; anything else is warned of", async () => {
  const context = newContext({ maxMonthlyCostUsd: "10" });
  const [plan, warnings] = [new CostPlan(), [] as string[]];
  const add = (name: string, kind: "purchase" | "resize", isHeld: boolean) => {
    const urn = `urn:pulumi:dev::shop::pulumi-nodejs:rimuhosting:Vps::${name}`;
    const desired = desiredOf(name, {}, isHeld ? [{ urn, key: "k", orderOid: 1 }] : []);
    return plan.add(context, desired, { kind, price, isOldKept: false }, (text) => warnings.push(text));
  };
  simulator.faults.add({ call: "list-orders", how: { status: 400 } });
  expect(await add("resized", "resize", true)).toEqual([]);
  expect(await add("new", "purchase", false)).toEqual([]);
  expect(warnings[0]).toContain("The setting maxMonthlyCostUsd could not be checked, because");
  expect(await add("replaced", "purchase", true)).toMatchObject([
    { reason: expect.stringContaining("the setting maxMonthlyCostUsd cannot be enforced, because") },
  ]);
});
