import { refusalMessage } from "../../../provider/plan/purchase/purchase-messages";
import { fingerprintOf } from "../../../provider/plan/purchase/request";
import { attemptBy, buyerIn, tagNames } from "../../../provider/plan/purchase/tags";
import { judgePurchase, type PurchaseTerms, type RefusalReason } from "../../../provider/plan/purchase/verdict";
import type { Ownership } from "../../../provider/schema/hidden-inputs";
import type { AboutOrder } from "../../../provider/schema/order";
import type { StackOrders } from "../../../provider/schema/stack-orders";
import { anOrder, cancelledOrder, nowMs, wanting } from "../support/server";

const urn = "urn:pulumi:dev::shop::pulumi-nodejs:rimuhosting:Vps::web";
const program = wanting({ domainName: "web.example.com" });
const own = {
  key: "key-1",
  ledger: "ledger-1",
  attempt: "attempt-1",
  fingerprint: fingerprintOf(program, "secret"),
  name: "shop/dev/web",
};

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

const { name: _, ...nameless } = own;
const withoutName = anOrder({
  metaData: Object.entries({ ...nameless, ledger: "ledger-2" }).map(([tag, value]) => ({
    key: tagNames[tag as keyof typeof nameless],
    value,
  })),
});

const orderOid = 2853299702;
const run = "run-2";
const bySelf = attemptBy(buyerIn(run, own.ledger, urn), "1");
const bySibling = attemptBy(buyerIn(run, own.ledger, `${urn}-2`), "1");
const bySiblingEarlier = attemptBy(buyerIn("run-1", own.ledger, `${urn}-2`), "1");

type Known = Extract<Ownership, { kind: "known" }>;

function owning(stack: Partial<StackOrders> = {}, more: Partial<Known> = {}): Known {
  const known = { held: [], elsewhere: [], everHeld: [], pending: [], ...stack };
  return { kind: "known", run, ledger: own.ledger, keys: [own.key], earlier: [], stack: known, ...more };
}

type More = Partial<PurchaseTerms> & { readonly ownership?: Ownership | undefined };

function judge(orders: readonly AboutOrder[], more: More = {}): string {
  const { ownership, ...terms }: More = { ownership: owning(), ...more };
  const verdict = judgePurchase(
    { kind: "whole", orders, unnumbered: [], cancelled: [], showsTags: true, hidesOrders: false, leftUnread: 0 },
    { ...program, __declaredUrn: urn, __ledgerSecret: "secret", __ownership: ownership },
    { foreignOrders: "refuse", isReservedByAnother: () => false, nowMs, ...terms },
  );
  return verdict.kind === "refuse" ? verdict.reason : verdict.kind;
}

const severalProviders = { ownership: owning({}, { hasOtherProviders: true }) };
const stateUnknown: More = {
  ownership: { kind: "state-unreadable", run, ledger: own.ledger, keys: [own.key], earlier: [] },
};
/** An order of the same domain name, but requested differently, by another declaration. */
const namesake = { key: "key-9", fingerprint: "print-2", name: "shop/dev/mail" };
const foreign = { key: "key-9", ledger: "ledger-9" };

/** What a copy of this stack has bought: the ledger is the same. */
const copies = { ...namesake, fingerprint: own.fingerprint, name: "shop/copy/web" };
const named = owning({}, { names: { here: "shop/dev", former: [] } });

test.each<[string, string, AboutOrder[], More]>([
  ["what a copy has bought under this name", "other-stack", [tagged(copies)], { ownership: named }],
  [
    "what a copy has bought under this name, if the orders of others are ignored",
    "buy",
    [tagged(copies)],
    { ownership: named, foreignOrders: "ignore" },
  ],
  [
    "what a copy has bought under another domain name",
    "buy",
    [tagged(copies, { domainName: "mail.example.com" })],
    { ownership: named },
  ],
  ["the same where the state remembers no names", "adopt", [tagged(copies)], {}],
  ["an empty account", "buy", [], {}],
  ["other people's orders", "buy", [anOrder()], {}],
  ["a stray order of this very declaration", "adopt", [tagged()], {}],
  [
    "the order that is being replaced",
    "buy",
    [tagged()],
    { ownership: owning({ held: [orderOid] }, { own: orderOid }) },
  ],
  ["a cancelled order of this declaration", "buy", [{ ...tagged(), ...pick(cancelledOrder()) }], {}],
  ["two stray orders", "several", [tagged(), tagged({}, second)], {}],
  ["a held one and a stray", "adopt", [tagged(), tagged({}, second)], { ownership: owning({ held: [7] }) }],
  [
    "an order under an earlier key of this declaration",
    "adopt",
    [tagged({ key: "key-0" })],
    { ownership: owning({}, { keys: [own.key, "key-0"] }) },
  ],
  ["an order with another body", "other-request", [tagged({ fingerprint: "print-2" })], {}],
  ["an order of the day before yesterday", "too-old", [tagged({}, ordered("2026-02-27T12:00:00Z"))], {}],
  ["an order from the future", "too-old", [tagged({}, ordered("2026-03-03T12:00:00Z"))], {}],
  ["an order without a date", "too-old", [tagged({}, { billingInfo: {} })], {}],
  [
    "an order due to end",
    "ending",
    [tagged({}, { billingInfo: { orderDate: "2026-03-01T11:00:00Z", cancellationDate: "2026-03-09T00:00:00Z" } })],
    {},
  ],
  [
    "an order due to end that another name asked for with the same arguments",
    "buy",
    [
      tagged(
        { key: "key-9" },
        { billingInfo: { orderDate: "2026-03-01T11:00:00Z", cancellationDate: "2026-03-09T00:00:00Z" } },
      ),
    ],
    {},
  ],
  ["an order that was given away", "once-owned", [tagged()], { ownership: owning({ everHeld: [orderOid] }) }],
  [
    "an order that was given away by an earlier bearer of the name, when the server of the present one is replaced",
    "buy",
    [tagged({ key: "key-0" })],
    { ownership: owning({ held: [7], everHeld: [7, orderOid] }, { own: 7, keys: [own.key, "key-0"] }) },
  ],
  [
    "an order of the server that is replaced, given away before",
    "once-owned",
    [tagged()],
    { ownership: owning({ held: [7], everHeld: [7, orderOid] }, { own: 7, keys: [own.key, "key-0"] }) },
  ],
  [
    "an order that this declaration held and that should keep running",
    "buy",
    [tagged()],
    { ownership: owning({ everHeld: [orderOid] }, { earlier: [orderOid] }) },
  ],
  [
    "an order that was given away and ends by itself",
    "buy",
    [tagged({}, { billingInfo: { cancellationDate: "2026-03-09T00:00:00Z" } })],
    { ownership: owning({ everHeld: [orderOid] }) },
  ],
  [
    "an order that the program imports elsewhere",
    "buy",
    [tagged()],
    { ownership: owning({}, { imports: [orderOid] }) },
  ],
  ["an order that another server of this run takes", "buy", [tagged()], { isReservedByAnother: () => true }],
  [
    "an order that an entry of the state waits for",
    "buy",
    [tagged()],
    { ownership: owning({ pending: [own.attempt] }) },
  ],
  ["an unknown state and an order of ours", "state-unknown", [tagged()], stateUnknown],
  ["an unknown state and no order of ours", "buy", [anOrder({ domainName: "mail.example.com" })], stateUnknown],
  ["an unknown state and an order of the same domain name without any tag", "untagged", [anOrder()], stateUnknown],
  ["the same name under another ledger", "other-ledger", [tagged(foreign)], {}],
  ["the same name under another ledger, unknown state", "other-ledger", [tagged(foreign)], stateUnknown],
  ["the same name under another ledger, to be ignored", "buy", [tagged(foreign)], { foreignOrders: "ignore" }],
  [
    "another name under another ledger",
    "buy",
    [tagged({ ...foreign, name: "shop/dev/mail" }, { domainName: "mail.example.com" })],
    {},
  ],
  [
    "an order of ours, requested with the same arguments by another declaration",
    "adopt",
    [tagged({ key: "key-9" })],
    {},
  ],
  [
    "the same where servers of another provider decide by themselves",
    "other-provider",
    [tagged({ key: "key-9" })],
    severalProviders,
  ],
  ["an order of this very declaration there", "adopt", [tagged()], severalProviders],
  ["two of them", "adopt", [tagged({ key: "key-9" }), tagged({ key: "key-8" }, second)], {}],
  ["one of them that is too old", "too-old", [tagged({ key: "key-9" }, ordered("2026-02-20T12:00:00Z"))], {}],
  ["one of them that was bought in this very run", "buy", [tagged({ key: "key-9", attempt: bySibling })], {}],
  ["an order of this declaration from this very run", "adopt", [tagged({ attempt: bySelf })], {}],
  ["the same under an earlier key", "adopt", [tagged({ key: "key-9", attempt: bySelf })], {}],
  [
    "the same beside one that a server with the same key buys",
    "adopt",
    [tagged({ attempt: bySelf }), tagged({ attempt: bySibling }, second)],
    {},
  ],
  ["an order that a server with the same key buys in this very run", "buy", [tagged({ attempt: bySibling })], {}],
  ["the same with another body", "buy", [tagged({ attempt: bySibling, fingerprint: "print-2" })], {}],
  [
    "an order that a server with the same key bought in an earlier run",
    "adopt",
    [tagged({ attempt: bySiblingEarlier })],
    {},
  ],
  [
    "an order of ours for another declaration and another domain name",
    "buy",
    [tagged(namesake, { domainName: "b.example.com" })],
    {},
  ],
  ["an order of ours for another declaration and the same domain name", "other-request", [tagged(namesake)], {}],
  ["the same name in different case", "other-request", [tagged(namesake, { domainName: "WEB.example.com." })], {}],
  [
    "the same, in the state under another declaration",
    "buy",
    [tagged(namesake)],
    { ownership: owning({ held: [orderOid] }) },
  ],
  ["the same domain name under another ledger", "same-domain-name", [tagged({ ...foreign, name: "x" })], {}],
  ["the same of another stack", "same-domain-name", [tagged({ ...foreign, name: "blog/dev/web" })], {}],
  ["the same of a stack of this name", "other-ledger", [tagged({ ...foreign, name: "shop/dev/site" })], {}],
  [
    "one of a stack of this name beside another stack's",
    "other-ledger",
    [tagged({ ...foreign, name: "blog/dev/web" }), tagged(foreign, second)],
    {},
  ],
  ["the same of a stack that hides its name", "unnamed-stack", [withoutName], {}],
  [
    "the same domain name under another ledger, in the state",
    "buy",
    [tagged({ ...foreign, name: "x" })],
    { ownership: owning({ held: [orderOid] }) },
  ],
  ["the same domain name without any tag", "buy", [anOrder()], {}],
  ["the first preview, and a lost state", "other-ledger", [tagged()], { ownership: undefined }],
  [
    "the first preview, and other people's orders",
    "buy",
    [anOrder({ domainName: "mail.example.com" })],
    { ownership: undefined },
  ],
  ["the first preview, and the same domain name without any tag", "untagged", [anOrder()], { ownership: undefined }],
  ["the same, to be ignored", "buy", [anOrder()], { ownership: undefined, foreignOrders: "ignore" }],
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
  "same-domain-name",
  "unnamed-stack",
  "untagged",
])("a refusal for %s names the order, its price, that nothing was bought, and what to do", (reason) => {
  const text = refusalMessage("web.example.com", reason, [tagged()]);
  expect(text).toMatch(/^Nothing was bought for "web\.example\.com"/);
  expect(text).toContain("order 2853299702 (web.example.com, ordered 2026-03-01T11:00:00Z, USD 20.00/month, RUNNING)");
  expect(text).toContain('run "pulumi up" again');
});

test("after a lost state the refusal names the tag and both steps of an adoption", () => {
  const text = refusalMessage("web.example.com", "other-ledger", [tagged(), tagged({}, second)]);
  expect(text).toContain("bought as shop/dev/web, by a stack with the name of this one, under another ledger");
  expect(text).toContain(
    'run "pulumi config set rimuhosting:adoptOrders 2853299702,7" and adopt it with the option import: "2853299702"',
  );
  expect(text).not.toContain("domain name,");
});

test("an order of another stack's is refused by that stack's name, and the first advice is another domain name", () => {
  const text = refusalMessage("web.example.com", "same-domain-name", [tagged({ name: "blog/prod/$&" })]);
  expect(text).toMatch(
    /bought as blog\/prod\/\$&, by another stack for a server of the same domain name, under another ledger\. Give this server another domain name\. .*adoptOrders 2853299702.* import: "2853299702"\. .*foreignOrders ignore/,
  );
  expect(text).not.toContain("state was lost");
});

function pick({ runningState, billingInfo }: AboutOrder): Partial<AboutOrder> {
  return { ...(runningState && { runningState }), ...(billingInfo && { billingInfo }) };
}
