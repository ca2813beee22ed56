import { orderObjection, situationObjection } from "../../../provider/plan/import/import-judgement";
import { importSituation } from "../../../provider/plan/import/import-situation";
import { tagNames } from "../../../provider/plan/purchase/tags";
import type { AboutOrder } from "../../../provider/schema/order/about-order";
import { anOrder, cancelledOrder, nowMs } from "../support/server";

const oid = String(anOrder().orderOid);
const judged = (order: AboutOrder, takeOver: readonly string[] = []) =>
  orderObjection({ order, ledger: "ledger-1", takeOver, nowMs });

const tagged = (ledger: string) =>
  anOrder({
    metaData: [
      { key: tagNames.ledger, value: ledger },
      { key: tagNames.key, value: "key-7" },
    ],
  });

test("an active VPS without tags, or with those of this stack, can be adopted", () => {
  expect(judged(anOrder())).toBeUndefined();
  expect(judged(anOrder({ serverType: "VPS" }))).toBeUndefined();
  expect(judged(tagged("ledger-1"))).toBeUndefined();
});

test("a dedicated server and a cancelled order cannot", () => {
  expect(judged(anOrder({ serverType: "PHYSICAL" }))).toContain("is not a VPS");
  expect(judged(cancelledOrder())).toContain("was cancelled");
});

test("an order whose cancellation has come is refused although it still runs; one that ends later is not", () => {
  const ending = (cancellationDate: string) => anOrder({ billingInfo: { cancellationDate } });
  expect(judged(ending("2026-03-01T11:59:00Z"))).toContain("was cancelled");
  expect(judged(ending("2026-03-20T00:00:00Z"))).toBeUndefined();
});

test("another stack's order needs a confirmation that names it", () => {
  expect(judged(tagged("ledger-2"))).toContain(`pulumi config set rimuhosting:takeOver ${oid}`);
  expect(judged(tagged("ledger-2"), ["1", "2"])).toContain("takeOver");
  expect(judged(tagged("ledger-2"), ["1", oid])).toBeUndefined();
});

test("a key without a ledger is somebody's, too", () => {
  expect(judged(anOrder({ metaData: [{ key: tagNames.key, value: "key-7" }] }))).toContain("ledger unknown");
});

describe("what the state holds", () => {
  const own = [
    { urn: "urn:web", key: "key-1", orderOid: 1 },
    { urn: "urn:app", key: "key-2", orderOid: 2 },
    // A `Vps.get`: it holds nothing.
    { urn: "urn:seen", orderOid: 3 },
  ];

  test("an order that an entry holds cannot be imported, one that is only read can", () => {
    expect(situationObjection("2", importSituation("2", "urn:new", own), true)).toContain("(urn:app)");
    expect(situationObjection("3", importSituation("3", "urn:new", own), true)).toBeUndefined();
  });

  test("a resource keeps its option for as long as it likes, but not with another number", () => {
    expect(situationObjection("1", importSituation("1", "urn:web", own), false)).toBeUndefined();
    expect(situationObjection("4", importSituation("4", "urn:web", own), false)).toContain("is order 1 already");
  });

  test("a state that cannot be read forbids nothing: an import buys nothing", () => {
    expect(situationObjection("1", importSituation("1", "urn:web", undefined), true)).toBeUndefined();
  });

  test.each(["", "0", "order-1", "1e3", "12345678901234567890"])("%j is no number of an order", (given) => {
    expect(situationObjection(given, undefined, true)).toContain("must be the number of an order");
  });
});
