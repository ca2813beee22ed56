import { PartialFailure, Refusal } from "../../provider/host/outcomes";
import { quotedBy } from "../../provider/purchase/account";
import { createServer } from "../../provider/run/create";
import { vpsProvider } from "../../provider/run/vps-provider";
import type { VpsInputs } from "../../provider/server/program";
import type { Fault } from "../../simulator/src/index";
import { hostWithoutService } from "../host/support/host-without-service";
import {
  announcedUpdate,
  contextWithKeysOf,
  desiredOf,
  newContext,
  sendings,
  simulator,
  type TestContext,
} from "../server/support/simulated-service";

/** Of USD 5.82 a month. */
const small: Partial<VpsInputs> = { memoryMb: 1024 };

const limited = (usd: number, names: readonly string[] = ["web"]): TestContext =>
  contextWithKeysOf(names, { maxTotalMonthlyCostUsd: String(usd) });
const buy = (context: TestContext, name = "web", args = small) => createServer(context, desiredOf(name, args));
const messageOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "nothing failed",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
const quotes = (): number => simulator.journal.calls("new-vm-pricing").length;
/** What a check refuses in a preview. */
async function previewed(context: TestContext, desired: Record<string, unknown>): Promise<string[]> {
  const { check } = vpsProvider(() => ({ ...hostWithoutService(), ...context, context: () => context }));
  return ((await check?.({}, desired))?.failures ?? []).map(({ reason }) => reason);
}
const failQuotes = (how: Fault["how"]): void => simulator.faults.add({ call: "new-vm-pricing", how, times: 50 });

describe("the limit of an account", () => {
  test.each([1, 20])(
    "holds for servers that are bought %d at a time: those that do not fit are refused",
    async (atATime) => {
      const names = Array.from({ length: 20 }, (_, index) => `web-${index}`);
      const context = limited(30, names);
      const results: PromiseSettledResult<unknown>[] = [];
      for (let start = 0; start < names.length; start += atATime)
        results.push(
          ...(await Promise.allSettled(names.slice(start, start + atATime).map((name) => buy(context, name)))),
        );
      expect(simulator.world.activeOrders()).toHaveLength(5);
      const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
      expect(refused).toHaveLength(15);
      expect(refused.every((error) => error instanceof Refusal)).toBe(true);
      expect(String(refused.at(-1)?.message)).toContain("would cost up to USD 34.92 a month");
    },
  );

  test("counts a purchase of unknown outcome, and one that lists show without its tags", async () => {
    simulator.variants.tagsInLists = "missing";
    simulator.faults.add({ call: "new-vps", how: "reset" });
    const context = limited(12, ["a", "b", "c"]);
    await expect(buy(context, "a")).rejects.toThrow(PartialFailure);
    await buy(context, "b");
    expect(await messageOf(buy(context, "c"))).toContain("would cost up to USD 17.46 a month");
  });

  test("counts what a purchase was quoted where its order shows no price", async () => {
    const context = limited(12, ["a", "b", "c"]);
    const newVps: typeof context.client.newVps = async (...args) => {
      const { order, ...answer } = await context.client.newVps(...args);
      return { ...answer, order: { ...order, billingInfo: {} } };
    };
    const searchedLess = { ...context, client: { ...context.client, newVps } };
    simulator.faults.add({ call: "list-orders", how: { status: 403 }, after: 2 });
    await buy(searchedLess, "a");
    await buy(context, "b");
    expect(await messageOf(buy(context, "c"))).toContain("would cost up to USD 17.46 a month");
  });

  test("has its room back after a refused purchase", async () => {
    const context = limited(6, ["a", "b"]);
    simulator.faults.add({ call: "new-vps", how: { status: 400 } });
    expect(await messageOf(buy(context, "a"))).not.toBe("nothing failed");
    await buy(context, "b");
    expect(simulator.world.activeOrders()).toHaveLength(1);
  });

  test("is shared by resizes at the same time, and never refuses one that makes a server cheaper", async () => {
    const names = ["a", "b"];
    const made = await Promise.all(names.map((name) => buy(newContext(), name, { memoryMb: 2048 })));
    const resize = (context: TestContext, memoryMb: number) =>
      Promise.allSettled(
        made.map(({ id, outputs }, index) =>
          announcedUpdate(context, id, outputs, desiredOf(names[index] ?? "", { memoryMb })),
        ),
      );
    const enlarged = await resize(limited(25), 4096);
    const refused = enlarged.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    expect(refused).toEqual([expect.any(Refusal)]);
    expect(String(refused[0])).toContain("not changed: the setting maxTotalMonthlyCostUsd is 25");
    const cheaper = await resize(limited(1), 1024);
    expect(cheaper.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  });
});

const price = (monthly_recurring_amt: unknown): Fault["how"] => ({ patch: { monthly_recurring_amt } });

/** The ways in which a price request may end without an amount in US dollars. */
const failures: readonly (readonly [string, Fault["how"]])[] = [
  ["names another currency and no estimate", price({ amt: 72.02, currency: "CUR_NZD" })],
  ["has null for the estimate", price({ amt: 72.02, currency: "CUR_NZD", amt_usd: null })],
  ["has no amount", price({ currency: "CUR_USD" })],
  ["is below zero", price({ amt: -5.82, currency: "CUR_USD", amt_usd: -5.82 })],
  ["is null", price(null)],
  ["has an amount that is no number", price({ amt: "cheap", currency: "CUR_USD" })],
  ["never comes, because the connection is reset", "reset"],
  ["breaks off", "cut-mid-body"],
  ["is no JSON", "truncated-json"],
  ["is a web page", { status: 500, body: "html" }],
  ["asks for patience", { status: 429 }],
  ["lies elsewhere", "redirect"],
];

/** Where the limit is set. Each would allow what is asked for, if it were known what that costs. */
const limits: readonly [string, Partial<VpsInputs>, Readonly<Record<string, string>>][] = [
  ["maxMonthlyCostUsd", { maxMonthlyCostUsd: 1000 }, {}],
  ["the setting maxTotalMonthlyCostUsd", {}, { maxTotalMonthlyCostUsd: "1000" }],
];

describe.each(limits)("%s", (name, args, settings) => {
  const desired = { ...desiredOf("web", { ...small, ...args }), __isPreview: true };
  const context = (): TestContext => contextWithKeysOf(["web"], settings);

  test.each(failures)("lets nothing be bought, and no preview pass, where the quote %s", async (_, how) => {
    failQuotes(how);
    const words = `${name} is 1000, but cannot be enforced, because `;
    expect(await previewed(context(), desired)).toEqual([expect.stringContaining(words)]);
    expect(await messageOf(createServer(context(), desired))).toContain(`web.example.com: not bought: ${words}`);
    expect(sendings()).toBe(0);
  });

  test("is checked against the price of that moment where a purchase waits before it is sent again", async () => {
    simulator.faults.add({ call: "new-vps", how: { status: 429, retryAfter: "300" } });
    simulator.faults.add({ call: "new-vm-pricing", how: { status: 404 }, after: 1, times: 50 });
    expect(await messageOf(createServer(context(), desired))).toContain("cannot be enforced");
    expect(sendings()).toBe(1);
    expect(simulator.world.orders()).toEqual([]);
  });
});

test.each<[string, number, Fault["how"]]>([
  ["a bad request", 1, { status: 400 }],
  ["an error without words", 1, { json: { pricing: { response_type: "ERROR" } } }],
  ["an error under status 200", 1, "response-type-error"],
  ["no such question", 0, { status: 404 }],
  ["no means of payment", 0, { status: 400, message: "The account has no billing information." }],
])("a quote that fails with %s refuses the order %d times", async (_, count, how) => {
  failQuotes(how);
  const desired = { ...desiredOf("web", small), __isPreview: true };
  const reasons = await previewed(contextWithKeysOf(["web"]), desired);
  expect(reasons).toHaveLength(count);
  expect(reasons.join()).not.toContain("undefined");
});

test("a refused key, or what is no failure of a call, is more than a missing price", async () => {
  failQuotes({ status: 403 });
  const desired = { ...desiredOf("web", small), __isPreview: true };
  await expect(previewed(contextWithKeysOf(["web"]), desired)).rejects.toThrow("(403");
  await expect(quotedBy(Promise.reject(new RangeError()))).rejects.toThrow(RangeError);
});

test("one quote serves both limits, and where there is none, no price is asked", async () => {
  const both = (own: number) => buy(limited(100), "web", { ...small, maxMonthlyCostUsd: own });
  expect(await messageOf(both(5))).toMatch(/^web\.example\.com: not bought: maxMonthlyCostUsd is 5, but .* USD 5\.82/);
  await both(6);
  expect(quotes()).toBe(2);
  await buy(contextWithKeysOf(["app"]), "app");
  expect(quotes()).toBe(2);
});

test("what an interrupted run has bought is adopted whatever its price, and no price is asked", async () => {
  const { id } = await buy(newContext());
  failQuotes("reset");
  expect((await buy(limited(1), "web", { ...small, maxMonthlyCostUsd: 1 })).id).toBe(id);
  expect(quotes()).toBe(0);
});
