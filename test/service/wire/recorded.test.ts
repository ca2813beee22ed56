import { isOwned, recordedFrom } from "../../../provider/server/server";

const kindOf = (properties: Record<string, unknown>): string => {
  const recorded = recordedFrom(properties);
  return isOwned(recorded) ? "owned" : "pending";
};

test.each<[string, Record<string, unknown>, string]>([
  ["an order", { orderOid: 2_853_299_702 }, "owned"],
  ["an order and the purchase that created it", { orderOid: 2_853_299_702, __attempt: "run.1" }, "owned"],
  ["a purchase without an order", { __attempt: "run.1", domainName: "web.example.com" }, "pending"],
  ["an invalid number, and a purchase", { orderOid: "web", __attempt: "run.1" }, "pending"],
  ["nothing", {}, "pending"],
  ["neither order nor purchase", { domainName: "web.example.com", orderOid: null }, "pending"],
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
  const { orderOid: _, ...sent } = owned;
  const pending = { ...sent, __sentAt: "2026-01-15T12:00:00.000Z" };
  for (const state of [owned, { ...owned, __awaitsPort: true }, pending])
    expect(JSON.parse(JSON.stringify(recordedFrom(state)))).toEqual(state);
});
