import { judgePurchase, type RefusalReason, type Situation } from "../../../provider/plan/purchase/adoption";
import { tagNames } from "../../../provider/plan/purchase/tags";
import { refusalMessage } from "../../../provider/plan/words/messages";
import type { AboutOrder } from "../../../provider/schema/order/about-order";
import { anOrder, cancelledOrder, nowMs } from "../support/server";

const urn = "urn:pulumi:dev::shop::pulumi-nodejs:rimuhosting:Vps::web";
const own = { key: "key-1", ledger: "ledger-1", attempt: "attempt-1", fingerprint: "print-1", name: "shop/dev/web" };

const tagged = (tags: Partial<typeof own> = {}, parts: Partial<AboutOrder> = {}): AboutOrder =>
  anOrder({
    metaData: Object.entries({ ...own, ...tags }).map(([tag, value]) => ({
      key: tagNames[tag as keyof typeof tagNames],
      value,
    })),
    ...parts,
  });

const ordered = (orderDate: string) => ({ billingInfo: { orderDate } });
const second = { orderOid: 7 };

function judge(orders: readonly AboutOrder[], more: Partial<Situation> = {}): string {
  const situation: Situation = {
    orders,
    claim: { keys: [own.key], held: [] },
    ledger: own.ledger,
    urn,
    fingerprint: own.fingerprint,
    foreignOrders: "refuse",
    wasOnceOwned: () => false,
    nowMs,
    ...more,
  };
  const verdict = judgePurchase(situation);
  return verdict.kind === "refuse" ? verdict.reason : verdict.kind;
}

const stateUnknown = { claim: { keys: [own.key] } };
const foreign = { key: "key-9", ledger: "ledger-9" };

test.each<[string, string, AboutOrder[], Partial<Situation>]>([
  ["an empty account", "buy", [], {}],
  ["orders of others", "buy", [anOrder()], {}],
  ["an order of this very declaration that nobody holds", "adopt", [tagged()], {}],
  ["the order that is being replaced", "buy", [tagged()], { claim: { keys: [own.key], held: [2853299702] } }],
  ["a cancelled order of this declaration", "buy", [{ ...tagged(), ...pick(cancelledOrder()) }], {}],
  ["two orders that nobody holds", "several", [tagged(), tagged({}, second)], {}],
  [
    "one that is held and one that is not",
    "adopt",
    [tagged(), tagged({}, second)],
    { claim: { keys: [own.key], held: [7] } },
  ],
  [
    "an order under an earlier key of this declaration",
    "adopt",
    [tagged({ key: "key-0" })],
    { claim: { keys: [own.key, "key-0"], held: [] } },
  ],
  ["an order with another body", "other-request", [tagged({ fingerprint: "print-2" })], {}],
  ["an order of the day before yesterday", "too-old", [tagged({}, ordered("2026-02-27T12:00:00Z"))], {}],
  ["an order from the future", "too-old", [tagged({}, ordered("2026-03-03T12:00:00Z"))], {}],
  ["an order without a date", "too-old", [tagged({}, { billingInfo: {} })], {}],
  [
    "an order that is to end",
    "ending",
    [tagged({}, { billingInfo: { orderDate: "2026-03-01T11:00:00Z", cancellationDate: "2026-03-09T00:00:00Z" } })],
    {},
  ],
  ["an order that was given away", "once-owned", [tagged()], { wasOnceOwned: () => true }],
  ["an unknown state and an order of ours", "state-unknown", [tagged()], stateUnknown],
  ["an unknown state and no order of ours", "buy", [anOrder()], stateUnknown],
  ["the same name under another ledger", "other-ledger", [tagged(foreign)], {}],
  ["the same name under another ledger, unknown state", "other-ledger", [tagged(foreign)], stateUnknown],
  ["the same name under another ledger, to be ignored", "buy", [tagged(foreign)], { foreignOrders: "ignore" }],
  ["another name under another ledger", "buy", [tagged({ ...foreign, name: "shop/dev/mail" })], {}],
  ["an order under our ledger for another declaration", "buy", [tagged({ key: "key-9" })], {}],
])("%s: %s", (_, verdict, orders, more) => {
  expect(judge(orders, more)).toBe(verdict);
});

test.each<RefusalReason>([
  "state-unknown",
  "several",
  "other-request",
  "too-old",
  "ending",
  "once-owned",
  "other-ledger",
])("a refusal for %s names the order, its price, that nothing was bought, and what to do", (reason) => {
  const text = refusalMessage("web.example.com", reason, [tagged()]);
  expect(text).toMatch(/^Nothing was bought for "web\.example\.com"/);
  expect(text).toContain("order 2853299702 (web.example.com, ordered 2026-03-01T11:00:00Z, USD 20.00/month, RUNNING)");
  expect(text).toContain('run "pulumi up" again');
});

function pick({ runningState, billingInfo }: AboutOrder): Partial<AboutOrder> {
  return { ...(runningState && { runningState }), ...(billingInfo && { billingInfo }) };
}
