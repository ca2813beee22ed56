import { cancelledLine } from "../../provider/plan/cancel/cancellation";
import { aboutMoney, elapsed } from "../../provider/plan/messages";
import { orderedLine } from "../../provider/plan/purchase/purchase-messages";
import { stepLine } from "../../provider/plan/update/update-messages";

const order = (primaryIp: string, amount: number) => ({
  orderOid: 7,
  hostServerOid: "1400",
  allocatedIps: { primaryIp, secondaryIps: [] },
  billingInfo: { monthlyRecurringAmt: { amount, currency: "USD" } },
});

test("a purchase ends by reporting IP, price, order and the service's words about money", () => {
  const outputs = {
    orderOid: 7,
    primaryIp: "192.0.2.7",
    monthlyCost: { amount: 20, currency: "USD" },
    setupMessages: ["Selected user: you", "Selected billing details: Visa [hidden]", "A fee of 3.00 USD was added"],
  };
  expect(orderedLine(outputs, undefined)).toBe(
    "192.0.2.7, USD 20.00/month, order 7. The service says: A fee of 3.00 USD was added.",
  );
});

test("how a server was found without an answer is said in our words, not the service's", () => {
  const outputs = { orderOid: 7, primaryIp: "192.0.2.7", setupMessages: [] };
  expect(orderedLine(outputs, "adopted")).toBe("192.0.2.7, order 7, adopted from an interrupted run");
  expect(orderedLine(outputs, "recovered")).toContain("found by its tag after the answer to its purchase was lost");
});

test("a move reports the old IP if it changed, and otherwise that it did not", () => {
  const step = { kind: "move", hostServerOid: "1400" } as const;
  expect(stepLine(step, order("192.0.2.7", 20), order("192.0.2.8", 20), [])).toBe(
    "moved to host 1400, the IP was 192.0.2.7 before: 192.0.2.8, USD 20.00/month",
  );
  expect(stepLine(step, order("192.0.2.7", 20), order("192.0.2.7", 20), [])).toContain("the IP is the same");
  expect(stepLine(step, order("192.0.2.7", 20), { orderOid: 1 }, [])).toContain("the service does not show its IP");
  expect(stepLine(step, { orderOid: 1 }, order("192.0.2.7", 20), [])).toContain("the IP that it had is not known");
});

test("of the service's messages, the sentences about money are kept, without those about payment", () => {
  const fee = "Pro-rated change of 5.99 USD over 18 days. Added an 'extra fee' of 23.13 USD.";
  expect(
    aboutMoney([
      `web is shut down. ${fee}`,
      "Card [hidden] was charged 5.99 USD.",
      "The IP changed from 198.18.0.1 to 198.18.4.1.",
      "Completed.",
    ]),
  ).toBe(`. The service says: ${fee}`);
});

test("without messages from the service, none are made up", () => {
  expect(aboutMoney([])).toBe("");
  expect(cancelledLine({ orderOid: 7, domainName: "web.example.com" }, [])).toBe(
    "order 7 (web.example.com) is cancelled: all its data and its IP are lost",
  );
  expect(cancelledLine({ orderOid: 7 }, [])).toBe("order 7 is cancelled: all its data and its IP are lost");
});

test.each([
  [400, "0 s"],
  [59_000, "59 s"],
  [65_000, "1 min 05 s"],
  [3_599_600, "1 h 00 min"],
  [7_500_000, "2 h 05 min"],
])("%i ms is %s", (durationMs, words) => {
  expect(elapsed(durationMs)).toBe(words);
});
