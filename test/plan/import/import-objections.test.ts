import {
  adoptionWarnings,
  type ImportSituation,
  importSituation,
  orderObjection,
} from "../../../provider/plan/import/import-objections";
import { ownershipOf } from "../../../provider/plan/purchase/ownership";
import { tagNames } from "../../../provider/plan/purchase/tags";
import type { AboutOrder } from "../../../provider/schema/order";
import { anOrder, cancelledOrder, nowMs } from "../support/server";

const oid = String(anOrder().orderOid);
const urn = "urn:pulumi:dev::shop::pulumi-nodejs:rimuhosting:Vps::web";
const waiting = { entries: [{ urn, key: "key-9", attempt: "attempt-9" }], everHeld: [] };
const importer = {
  __ledger: "ledger-1",
  __declaredUrn: urn,
  __ownership: ownershipOf("run", "ledger-1", waiting, { urn, earlierUrns: [] }),
};
const judged = (order: AboutOrder, adoptOrders: readonly string[] = []) =>
  orderObjection(order, importer, adoptOrders, nowMs);

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

test("an order past its cancellation date is refused even if it still runs; one that ends later is not", () => {
  const ending = (cancellationDate: string) => anOrder({ billingInfo: { cancellationDate } });
  expect(judged(ending("2026-03-01T11:59:00Z"))).toContain("was cancelled");
  expect(judged(ending("2026-03-20T00:00:00Z"))).toBeUndefined();
});

test("another stack's order needs a confirmation that names it", () => {
  expect(judged(tagged("ledger-2"))).toContain(`pulumi config set rimuhosting:adoptOrders ${oid}`);
  expect(judged(tagged("ledger-2"), ["1", "2"])).toContain("adoptOrders");
  expect(judged(tagged("ledger-2"), ["1", oid])).toBeUndefined();
});

test("what was bought under this stack's own name is not said to be another stack's", () => {
  const boughtAs = (name: string) =>
    anOrder({
      metaData: [
        { key: tagNames.ledger, value: "ledger-2" },
        { key: tagNames.name, value: name },
      ],
    });
  expect(judged(boughtAs("shop/dev/k3"))).toContain(
    "was bought by an earlier state of this stack, or a copy of it (shop/dev/k3), ledger ledger-2",
  );
  expect(judged(boughtAs("shop/prod/k3"))).toContain("was bought by another stack (shop/prod/k3)");
  const [warning] = adoptionWarnings(boughtAs("shop/dev/k3"), importer);
  expect(warning).toContain("was bought by an earlier state of this stack");
});

test("adopting a suspended server warns that nothing can be changed, whether or not it differs", () => {
  const suspended = anOrder({ billingInfo: { suspendedDate: "2026-02-01T00:00:00Z" } });
  expect(judged(suspended)).toBeUndefined();
  expect(adoptionWarnings(suspended, importer)).toEqual([
    expect.stringContaining("has been suspended since 2026-02-01T00:00:00Z"),
  ]);
});

test("adopting another stack's order warns of what that stack may still do; adopting any other order does not", () => {
  expect(adoptionWarnings(anOrder(), importer)).toEqual([]);
  expect(adoptionWarnings(tagged("ledger-1"), importer)).toEqual([]);
  const [warning] = adoptionWarnings(tagged("ledger-2"), importer);
  expect(warning).toContain(`order ${oid}`);
  expect(warning).toContain("neither has the server in its state nor declares it");
});

test.each([
  ["a date in the future", "2026-12-31T11:30:00Z", "ends at 2026-12-31T11:30:00Z"],
  ["a date that cannot be read", "soon", 'ends at "soon", a date that cannot be read'],
])("adopting a server that ends by itself warns of the end: %s", (_, cancellationDate, words) => {
  const ending = anOrder({ billingInfo: { cancellationDate } });
  expect(judged(ending)).toBeUndefined();
  const [warning, ...others] = adoptionWarnings(ending, importer);
  expect(others).toEqual([]);
  expect(warning).toContain(`order ${oid}`);
  expect(warning).toContain(words);
  expect(warning).toContain("all its data is lost");
});

test("an order that an entry of the state waits for belongs to that entry", () => {
  const metaData = [{ key: tagNames.attempt, value: "attempt-9" }];
  expect(judged(anOrder({ metaData }))).toContain("is still waiting for");
});

test("a key without a ledger has an owner, too", () => {
  expect(judged(anOrder({ metaData: [{ key: tagNames.key, value: "key-7" }] }))).toContain("ledger unknown");
});

const objectionIn = (situation: ImportSituation): string | undefined =>
  "objection" in situation ? situation.objection : undefined;

test("the number of an order to import is parsed", () => {
  expect(importSituation(oid, undefined, true)).toEqual({ orderOid: anOrder().orderOid });
});

describe("what the state holds", () => {
  const entries = [
    { urn: "urn:web", key: "key-1", orderOid: 1 },
    { urn: "urn:app", key: "key-2", orderOid: 2 },
    // A `Vps.get`: it holds nothing.
    { urn: "urn:seen", orderOid: 3 },
  ];
  const objection = (imported: string, urn: string, isNew: boolean, isReadable = true) => {
    const state = isReadable ? { entries, everHeld: [] } : undefined;
    const ownership = ownershipOf("run", "ledger", state, { urn, earlierUrns: [], imported });
    return objectionIn(importSituation(imported, ownership, isNew));
  };

  test("an order that an entry holds cannot be imported, one that is only read can", () => {
    expect(objection("2", "urn:new", true)).toContain("(urn:app)");
    expect(objection("1", "urn:web", true)).toContain("this resource itself");
    expect(objection("3", "urn:new", true)).toBeUndefined();
  });

  test("a resource keeps its option for as long as it likes, but not with another number", () => {
    expect(objection("1", "urn:web", false)).toBeUndefined();
    expect(objection("4", "urn:web", false)).toContain("is already order 1");
  });

  test("what a replacement may have left to be deleted is adopted only with the provider that would delete it", () => {
    const objectionWith = (providerName: string | undefined, isRetained = false) => {
      const web = { urn: "urn:web", key: "key-1", orderOid: 2, earlier: [1], providerName: "eu", isRetained };
      const place = { urn: "urn:old", earlierUrns: [], imported: "1", providerName };
      return objectionIn(
        importSituation("1", ownershipOf("run", "ledger", { entries: [web], everHeld: [1] }, place), true),
      );
    };
    expect(objectionWith("us")).toContain("order 1, which urn:web held before it was replaced");
    expect(objectionWith(undefined)).toContain("Import it with the provider of that server");
    expect(objectionWith("eu")).toBeUndefined();
    expect(objectionWith("us", true)).toBeUndefined();
  });

  test("if the state cannot be read, nothing new is adopted: another resource may hold it", () => {
    expect(objection("1", "urn:web", true, false)).toContain("could not be read");
    expect(objection("1", "urn:web", false, false)).toBeUndefined();
  });

  test.each(["", "0", "order-1", "1e3", "12345678901234567890"])("%j is not the number of an order", (given) => {
    expect(objectionIn(importSituation(given, undefined, true))).toContain("must be the number of an order");
  });
});
