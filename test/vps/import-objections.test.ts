import { tagNames } from "../../provider/purchase/tags";
import type { AboutOrder } from "../../provider/service/wire/order";
import { adoptionWarnings, importObjection, orderObjection } from "../../provider/vps/import-checks";
import { anOrder, cancelledOrder, nowMs } from "./support/server";

const oid = String(anOrder().orderOid);
const importer = { __key: "key-1", __urn: "urn:pulumi:prod::shop::pulumi-nodejs:rimuhosting:Vps::web" };
const judged = (order: AboutOrder) => orderObjection(order, nowMs);

const boughtUnder = (key: string, name?: string) =>
  anOrder({
    metaData: [{ key: tagNames.key, value: key }, ...(name === undefined ? [] : [{ key: tagNames.name, value: name }])],
  });

test("an active VPS can be adopted, whoever bought it", () => {
  expect(judged(anOrder())).toBeUndefined();
  expect(judged(anOrder({ serverType: "VPS" }))).toBeUndefined();
  expect(judged(boughtUnder("key-2"))).toBeUndefined();
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

test("an order that no stack bought, or this very server, is adopted without a warning", () => {
  expect(adoptionWarnings(anOrder(), importer)).toEqual([]);
  expect(adoptionWarnings(boughtUnder("key-1", "shop/prod/web"), importer)).toEqual([]);
});

test.each([
  [
    "this stack",
    "shop/prod/web/1",
    'was bought as "web/1" of this stack. If another copy of the stack\'s state is still in use, it could cancel this server.',
  ],
  [
    "another stack",
    "shop/dev/web",
    'was bought as shop/dev/web, by another stack, which could cancel it. Run "pulumi state delete" there first, and only then edit its program.',
  ],
  [
    "a stack without a name",
    undefined,
    'was bought by a stack that its tags do not name. If that is another stack, run "pulumi state delete" there first, and only then edit its program: it could cancel this server.',
  ],
])("adopting what %s bought warns of who could cancel it", (_, name, words) => {
  const [warning, ...others] = adoptionWarnings(boughtUnder("key-2", name), { ...importer, password: "known" });
  expect(others).toEqual([]);
  expect(warning).toContain(`order ${oid}`);
  expect(warning).toContain(words);
  // A generated one is only in the state that bought it.
  expect(adoptionWarnings(boughtUnder("key-2", name), importer)).toEqual([warning, expect.stringMatching("password")]);
});

test.each([
  ["a date in the future", "2026-12-31T11:30:00Z", "due to be cancelled at 2026-12-31T11:30:00Z"],
  ["a date that cannot be read", "soon", 'due to be cancelled at "soon", a date that cannot be read'],
])("adopting a server that ends by itself warns of the end: %s", (_, cancellationDate, words) => {
  const ending = anOrder({ billingInfo: { cancellationDate } });
  expect(judged(ending)).toBeUndefined();
  const [warning, ...others] = adoptionWarnings(ending, importer);
  expect(others).toEqual([]);
  expect(warning).toContain(`order ${oid}`);
  expect(warning).toContain(words);
  expect(warning).toContain("all its data is lost");
});

test.each(["", "0", "order-1", "1e3", "12345678901234567890"])("%j is not the number of an order", (given) => {
  expect(importObjection(given)).toContain("must be the number of an order");
});

test("the number of an order is one", () => {
  expect(importObjection(oid)).toBeUndefined();
});
