import type { WireAnswer } from "../../provider/service/connection";
import { readAnswer } from "../../provider/service/failures";
import { type Simulator, startSimulator } from "../../simulator/src/index";
import { orderVps } from "./support/requests";
import { clientWithOwnClock } from "./support/scripted-client";

const good = '{"get_orders_response": {"response_type": "OK", "about_orders": []}}';
const refusal = '{"jaxrs_response": {"response_type": "ERROR", "human_readable_message": "No."}}';
const read = (answer: Partial<WireAnswer>) => readAnswer({ status: 200, body: good, ...answer }, 0, (text) => text);

test.each([
  undefined,
  "application/json",
  "Application/JSON; charset=UTF-8",
  "application/json;charset=utf-8",
  "application/vnd.rimuhosting+json",
  "application/x-json",
  "text/json",
  "text/x-json; charset=utf-8",
  "text/plain",
  "text/plain;charset=UTF-8",
  "application/octet-stream",
  "",
])("an answer of the type %j is read, good or bad", (contentType) => {
  expect(read({ contentType })).toHaveProperty("content");
  expect(read({ contentType, body: `\ufeff${good}` })).toHaveProperty("content");
  expect(read({ contentType, status: 403, body: refusal })).toMatchObject({
    failure: { kind: "refused", serviceMessage: "No." },
  });
  for (const body of ["<html></html>", "", "[]", `[${good}]`, `\ufeff\ufeff${good}`, `${good}{}`])
    expect(read({ contentType, body })).toMatchObject({ failure: { kind: "unreadable" } });
});

test.each([
  "text/html",
  "text/html; charset=utf-8",
  "application/xml",
  "text/css",
  "application/xhtml+xml",
  "image/png",
])("an answer of the type %j is not the service's, whatever it holds", (contentType) => {
  expect(read({ contentType })).toMatchObject({ failure: { kind: "unreadable" } });
});

test.each(["text/plain", "application/octet-stream"])(
  "in %s, only what says how the call ended is an answer",
  (contentType) => {
    for (const body of ['{"a": {}}', '{"get_orders_response": {"about_orders": []}}', '{"error": {"message": "no"}}'])
      expect(read({ contentType, body })).toMatchObject({ failure: { kind: "unreadable" } });
  },
);

describe("a service that differs in form alone", () => {
  let simulator: Simulator;
  beforeAll(async () => {
    simulator = await startSimulator({ apiKeys: ["12345"], latency: "none" });
  });
  afterAll(() => simulator.close());

  test.each(["charset", "text-json", "text-plain", "byte-order-mark", "further-root"] as const)(
    "as with %s: every kind of call works, and a refusal is one",
    async (answerForm) => {
      simulator.reset();
      simulator.variants.answerForm = answerForm;
      const { client } = clientWithOwnClock(simulator.url, {}, { apiKey: "12345" });
      const { order } = await orderVps(client, { domainName: "web.example.com" });
      expect((await client.listOrders()).orders).toMatchObject([{ orderOid: order.orderOid }]);
      expect((await client.distributions()).length).toBeGreaterThan(0);
      await client.deleteVps(order);
      expect((await client.getOrder(order)).billingInfo?.cancellationDate).toBeDefined();
      await expect(client.getOrder(4711)).rejects.toThrow("Could not find an order 4711");
    },
  );
});
