import { isOwned, isPending, recordedFrom } from "../../provider/schema/vps-outputs";

const kindOf = (properties: Record<string, unknown>): string => {
  const recorded = recordedFrom(properties);
  return isOwned(recorded) ? "owned" : isPending(recorded) ? "pending" : "unread";
};

test.each<[string, Record<string, unknown>, string]>([
  ["an order", { orderOid: 2_853_299_702 }, "owned"],
  ["an order and the purchase that created it", { orderOid: 2_853_299_702, __attempt: "run.1" }, "owned"],
  ["a purchase without an order", { __attempt: "run.1", domainName: "web.example.com" }, "pending"],
  ["an invalid number, and a purchase", { orderOid: "web", __attempt: "run.1" }, "pending"],
  ["nothing", {}, "unread"],
  ["neither order nor purchase", { domainName: "web.example.com", orderOid: null }, "unread"],
])("a state with %s is recognised", (_, properties, kind) => {
  expect(kindOf(properties)).toBe(kind);
});

test("what was read is written back unchanged, without the recognised kind", () => {
  const owned = {
    domainName: "web.example.com",
    orderOid: 2_853_299_702,
    __attempt: "run.1",
    __managed: ["domainName"],
  };
  const { orderOid: _, ...pending } = owned;
  for (const state of [owned, pending, { domainName: "web.example.com" }])
    expect(JSON.parse(JSON.stringify(recordedFrom(state)))).toEqual(state);
});
