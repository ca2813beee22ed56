import { leftoversMessage } from "../../../provider/plan/cancel/cancel-messages";
import { describeOrder } from "../../../provider/plan/messages";
import { pendingMessage, twiceBoughtMessage } from "../../../provider/plan/purchase/purchase-messages";
import { anOrder } from "../support/server";

test("an order is described as a person knows it, and by its number alone where nothing else is known", () => {
  expect(describeOrder(anOrder())).toBe(
    "order 2853299702 (web.example.com, ordered 2026-03-01T11:00:00Z, USD 20.00/month, RUNNING)",
  );
  expect(describeOrder({ orderOid: 7 })).toBe("order 7");
});

test("a purchase without an outcome is told with what may be true and what to do", () => {
  const text = pendingMessage("web.example.com", "the connection was cut");
  expect(text).toContain("the connection was cut");
  expect(text).toContain("may be billed");
  expect(text).toContain('"pulumi refresh" or "pulumi up"');
});

test("a server that was bought twice is told with both orders, and that none was cancelled", () => {
  const text = twiceBoughtMessage(anOrder(), [anOrder({ orderOid: 7 })]);
  expect(text).toMatch(/order 2853299702 .*order 7 .*Nothing was cancelled/);
});

test("leftovers are told with each order and how to let them be", () => {
  const text = leftoversMessage([anOrder(), anOrder({ orderOid: 7 })]);
  expect(text).toMatch(/order 2853299702 .*order 7 /);
  expect(text).toContain("RIMUHOSTING_LEFTOVERSONDESTROY=warn");
});
