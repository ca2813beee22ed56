import { isOwned, recordedFrom } from "../../../provider/vps/state";

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
  const pending = { ...sent, __unfinished: [{ kind: "purchase", sentAt: "2026-01-15T12:00:00.000Z" }] };
  const half = { ...owned, __unfinished: [{ kind: "strays", orderOids: [5] }, { kind: "port" }] };
  for (const state of [owned, half, pending]) expect(JSON.parse(JSON.stringify(recordedFrom(state)))).toEqual(state);
});

test("of a purchase nothing but the purchase is unfinished, and of a server never the purchase", () => {
  const [purchase, port] = [{ kind: "purchase", sentAt: "2026-01-15T12:00:00.000Z" }, { kind: "port" }];
  const __unfinished = [port, purchase];
  expect(recordedFrom({ __attempt: "run.1", __unfinished }).__unfinished).toEqual([purchase]);
  expect(recordedFrom({ orderOid: 5, __attempt: "run.1", __unfinished }).__unfinished).toEqual([port]);
});
