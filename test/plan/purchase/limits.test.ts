import fc from "fast-check";
import {
  type Commitment,
  commitments,
  countedOrders,
  overTotal,
  plannedCommitments,
  totalLine,
} from "../../../provider/plan/purchase/limits";
import { tagNames } from "../../../provider/plan/purchase/tags";
import type { AboutOrder } from "../../../provider/schema/order";
import { anOrder, cancelledOrder } from "../support/server";

const stack = {
  __ledger: "mine",
  __ownership: {
    kind: "known" as const,
    ledger: "mine",
    run: "r",
    keys: [],
    earlier: [],
    stack: { held: [3], elsewhere: [], everHeld: [], pending: [] },
    names: { here: "shop/dev", former: [] },
  },
};
const taggedBy = (ledger: string, parts: Partial<AboutOrder>) =>
  anOrder({ metaData: [{ key: tagNames.ledger, value: ledger }], ...parts });
const boughtAs = (stack: string, orderOid: number) =>
  anOrder({
    orderOid,
    metaData: [
      { key: tagNames.ledger, value: "mine" },
      { key: tagNames.name, value: `${stack}/web` },
    ],
  });
const usd20 = { amount: 20, currency: "USD", amountUsd: 20 };

test.each<[string, AboutOrder, boolean]>([
  ["an order that the stack bought", taggedBy("mine", { orderOid: 1 }), true],
  ["an order that a copy of the stack bought", boughtAs("shop/copy", 6), false],
  ["an order that the stack bought under its name", boughtAs("shop/dev", 6), true],
  ["an order of another stack", taggedBy("theirs", { orderOid: 2 }), false],
  ["an order without tags that nobody declares", anOrder({ orderOid: 4 }), false],
  ["an adopted order, whoever bought it", taggedBy("theirs", { orderOid: 3 }), true],
  ["a cancelled order", cancelledOrder({ orderOid: 3 }), false],
  [
    "an order that ends with its period",
    anOrder({ orderOid: 3, billingInfo: { monthlyRecurringAmt: usd20, cancellationDate: "2026-03-31T00:00:00Z" } }),
    false,
  ],
])("%s counts: %#", (_, order, counts) => {
  expect(countedOrders([order], stack, () => false)).toHaveLength(counts ? 1 : 0);
});

test("what this run has bought or adopted counts without tags too", () => {
  const counted = countedOrders([anOrder({ orderOid: 4 }), anOrder({ orderOid: 5 })], stack, (oid) => oid === 5);
  expect(counted.map(({ orderOid }) => orderOid)).toEqual([5]);
});

test("a booking counts once, whether the list shows its order by tag, by number or not yet", () => {
  const attempt = (value: string) => [{ key: tagNames.attempt, value }];
  const listed = [anOrder({ orderOid: 1, metaData: attempt("a1") }), anOrder({ orderOid: 2 })];
  const bookings = [
    { what: "a", usd: 20, attempt: "a1" },
    { what: "b, resized", usd: 35, orderOid: 2 },
    { what: "c (new)", usd: 7, attempt: "a3" },
  ];
  expect(commitments(listed, bookings).map(({ usd }) => usd)).toEqual([20, 35, 7]);
});

const over = (total: number, all: readonly Commitment[], provider?: string) =>
  overTotal(total, { kind: "price", monthlyCost: usd20 }, all, provider);
const cost = (what: string, usd: number | undefined, orderOid?: number): Commitment => ({ what, usd, orderOid });

test("what is too much is said with the sum by server, cut short where it is long", () => {
  expect(over(30, [cost("a", 10), cost("b", 20.004)])).toBeUndefined();
  expect(over(30, [cost("a (order 1)", 10), cost("b (new)", 20.5)])).toBe(
    "the setting maxTotalMonthlyCostUsd is 30, but this stack's servers in this account would cost USD 30.50 a month:\n" +
      "  - a (order 1): USD 10.00\n  - b (new): USD 20.50\n" +
      "Ask for less, or raise the limit to at least 31; changes that are checked later are not counted yet, so it may take more",
  );
  expect(over(30, [cost("a", 31)], "eu")).toContain(
    `is 30 for the provider "eu", but this stack's servers in its account would cost USD 31.00 a month`,
  );
  const many = Array.from({ length: 50 }, (_, index) => cost(`web-${index}`, 1));
  const lines = over(30, many)?.split("\n") ?? [];
  expect(lines).toHaveLength(32);
  expect(lines.slice(-3, -1)).toEqual(["  - 21 others: USD 21.00", "  - web-49: USD 1.00"]);
  expect(over(30, [cost("a", undefined), cost("b", 1)])).toContain("gives no monthly price in USD for a.");
});

const base = [cost("a", 20, 1), cost("b", 8.86, 2)];
const order = (usd: number, rest = {}) => ({ what: "x", usd, isPurchase: true, isCancelledLast: false, ...rest });
const resize = (instead: number, usdBefore: number | undefined, usd: number) => ({
  ...order(usd, { instead, usdBefore }),
  isPurchase: false,
});

test("the total of several purchases is said, and of one purchase nothing", () => {
  expect(totalLine(base, [order(5), order(4.62)], undefined)).toBe(
    "2 servers to order; this stack's servers in this account: USD 28.86 → USD 38.48/month",
  );
  expect(totalLine(base, [order(5, { instead: 1 }), order(5, { instead: 2, isCancelledLast: true })], undefined)).toBe(
    "2 servers to order; this stack's servers in this account: USD 28.86 → USD 10.00/month",
  );
  expect(totalLine(base, [order(5)], undefined)).toBeUndefined();
  expect(totalLine([cost("a", undefined, 1)], [order(5), order(5)], undefined)).toBeUndefined();
  expect(totalLine([], [order(5), order(5)], "eu")).toBe(
    "2 servers to order; this stack's servers in the account of provider eu: USD 0.00 → USD 10.00/month",
  );
});

test("so is that of several resizes, of these servers alone where nobody needed the others", () => {
  const both = [resize(1, 20, 25), resize(2, 8.86, 10)];
  expect(totalLine(undefined, both, undefined)).toBe("2 servers to resize together: USD 28.86 → USD 35.00/month");
  expect(totalLine([...base, cost("c", 1, 3)], both, undefined)).toBe(
    "2 servers to resize; this stack's servers in this account: USD 29.86 → USD 36.00/month",
  );
  expect(totalLine(undefined, [resize(1, 20, 25)], undefined)).toBeUndefined();
  expect(totalLine(undefined, [resize(1, 20, 25), resize(2, undefined, 10)], undefined)).toBeUndefined();
});

test("a purchase counts beside a resize", () => {
  expect(totalLine(base, [order(5), resize(2, 8.86, 30)], undefined)).toBe(
    "1 server to order, 1 to resize; this stack's servers in this account: USD 28.86 → USD 55.00/month",
  );
});

const sum = (all: readonly Commitment[]): number => all.reduce((total, { usd = 0 }) => total + usd, 0);

test("in whatever order planned servers are cancelled and bought, the plan has counted no less", () => {
  const price = fc.integer({ min: 1, max: 50 });
  const server = fc.record({ former: fc.option(price, { nil: undefined }), usd: price, isCancelledLast: fc.boolean() });
  fc.assert(
    fc.property(fc.array(server, { minLength: 1, maxLength: 6 }), fc.infiniteStream(fc.nat()), (servers, chances) => {
      const base = servers.flatMap(({ former }, index) => (former === undefined ? [] : [cost("old", former, index)]));
      const plans = servers.map(({ usd, isCancelledLast }, index) => ({
        what: "new",
        usd,
        isPurchase: true,
        instead: index,
        isCancelledLast,
      }));
      const planned = sum(plannedCommitments(base, plans));
      // Each server has its own acts, in its own order; those of different servers come in any order.
      const acts = servers.map(({ former = 0, usd, isCancelledLast }) =>
        isCancelledLast ? [usd, -former] : [-former, usd],
      );
      let billed = sum(base);
      while (acts.some((left) => left.length > 0)) {
        const open = acts.filter((left) => left.length > 0);
        const { value: chance = 0 } = chances.next();
        billed += open[chance % open.length]?.shift() ?? 0;
        expect(billed).toBeLessThanOrEqual(planned);
      }
    }),
  );
});
