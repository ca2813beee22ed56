import { remainingStraysMessage } from "../../../provider/plan/cancel/cancellation";
import { describeOrder } from "../../../provider/plan/messages";
import { doubtWords, pendingMessage, severalOrdersMessage } from "../../../provider/plan/purchase/purchase-messages";
import { anOrder } from "../support/server";

const seen = { orders: [], unnumbered: [], cancelled: [], showsTags: true, hidesOrders: false, leftUnread: 0 };
const behind = (lacked: number[]): string => doubtWords({ ...seen, kind: "behind", lacked });

test("an order is described in familiar terms, or by its number alone if nothing else is known", () => {
  expect(describeOrder(anOrder())).toBe(
    "order 2853299702 (web.example.com, ordered 2026-03-01T11:00:00Z, USD 20.00/month, RUNNING)",
  );
  expect(describeOrder({ orderOid: 7 })).toBe("order 7");
});

test("the message about a purchase without an outcome says what may be true and what to do", () => {
  const text = pendingMessage("web.example.com", "the connection was cut");
  expect(text).toContain("the connection was cut");
  expect(text).toContain("may be billed");
  expect(text).toContain('"pulumi refresh" or "pulumi up"');
});

test("the message about a server bought twice names both orders, and says that none was cancelled", () => {
  const text = severalOrdersMessage(anOrder(), [anOrder({ orderOid: 7 })]);
  expect(text).toMatch(/order 2853299702 .*order 7 .*Nothing was cancelled/);
});

test("the message about strays that a destroy leaves lists each one and how to keep them", () => {
  const text = remainingStraysMessage([anOrder(), anOrder({ orderOid: 7 })], "fail");
  expect(text).not.toContain("Bought as");
  const copied = anOrder({ metaData: [{ key: "pulumi-rimuhosting.name", value: "shop/copy/web" }] });
  expect(remainingStraysMessage([anOrder(), copied], "fail")).toContain(
    "Bought as shop/copy: if that is another stack",
  );
  expect(text).toMatch(/order 2853299702 .*order 7 /);
  expect(text).toContain("RIMUHOSTING_STRAYSONDESTROY=warn");
  // To whoever has set it, the way that it opens is no advice.
  expect(remainingStraysMessage([anOrder()], "warn")).not.toMatch(/STRAYSONDESTROY|again/);
});

test("orders that a list lacks are spoken of as one or as several, and not as active: one may not have been readable", () => {
  expect(behind([1])).toContain("lacks order 1, which the stack has and which is not known to be cancelled");
  expect(behind([1, 2])).toContain("lacks orders 1, 2, which the stack has and which are not known to be cancelled");
  expect(doubtWords({ ...seen, kind: "elsewhere", lacked: [1, 2] })).toMatch(
    /^Orders 1, 2, .* are not known to .*: most likely they were bought in another account, where they keep running and are billed\.$/,
  );
});
