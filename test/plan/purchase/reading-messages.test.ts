import { managedHereMessage } from "../../../provider/plan/purchase/reading-messages";

const entry = { urn: "urn:web", key: "k", orderOid: 7, domainName: "web.example.com" };

test.each([
  ["another order", "8"],
  ["one that a preview does not know", undefined],
])("to read %s under a managed server's name would cancel that server", (_, id) => {
  const message = managedHereMessage("web", entry, id);
  expect(message).toContain("order 7 (web.example.com)");
  expect(message).toContain("would cancel order 7, and all its data would be lost");
});

test("to read a managed server under its own name would end its management without a cancellation", () => {
  const message = managedHereMessage("web", entry, "7");
  expect(message).toContain("would stop managing order 7");
  expect(message).not.toContain("cancel");
  expect(message).toContain("pulumi state delete 'urn:web'");
});

test("to read an order where a purchase has not ended would lose track of what it bought", () => {
  const { orderOid: _, ...pending } = entry;
  const message = managedHereMessage("web", pending, "8");
  expect(message).toContain("whose purchase has not ended");
  expect(message).not.toContain("undefined");
});
