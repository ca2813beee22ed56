import fc from "fast-check";
import type { Transport, WireAnswer } from "../../provider/api/connection";
import { createServiceClock } from "../../provider/api/service-clock";
import { clientWithOwnClock } from "./support/scripted-client";

const startMs = Date.UTC(2026, 0, 1);
const dayMs = 86_400_000;
const dateOf = (ms: number): string => new Date(ms).toUTCString();

test("before any answer it is this machine's clock, and stays so as long as the two agree", () => {
  const offsets = fc.array(
    fc.record({
      waitMs: fc.nat(100_000),
      tripMs: fc.nat(4_000_000),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  );
  fc.assert(
    fc.property(offsets, (exchanges) => {
      let nowMs = startMs;
      const clock = createServiceClock(() => nowMs);
      for (const { waitMs, tripMs, share } of exchanges) {
        expect(clock.nowMs()).toBe(nowMs);
        const sentMs = nowMs + waitMs;
        nowMs = sentMs + tripMs;
        clock.learn(dateOf(sentMs + Math.floor(tripMs * share)), { sentMs, receivedMs: nowMs });
      }
      expect(clock.nowMs()).toBe(nowMs);
    }),
  );
});

test("it is exact to a second plus the time an answer takes, however wrong this machine's clock is", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1000 * dayMs, max: 1000 * dayMs }),
      fc.nat(4_000_000),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (aheadMs, tripMs, share) => {
        const receivedMs = startMs + tripMs;
        const clock = createServiceClock(() => receivedMs);
        const writtenMs = startMs + aheadMs + Math.floor(tripMs * share);
        clock.learn(dateOf(writtenMs), { sentMs: startMs, receivedMs });
        expect(Math.abs(clock.nowMs() - (receivedMs + aheadMs))).toBeLessThanOrEqual(tripMs + 1000);
      },
    ),
  );
});

test.each([undefined, "", "soon", "Thu, 01 Jan 1970 00:00:00 GMT", "Fri, 31 Dec 9999 23:59:59 GMT"])(
  "a date such as %j is ignored",
  (date) => {
    const clock = createServiceClock(() => startMs);
    clock.learn(date, { sentMs: startMs, receivedMs: startMs });
    expect(clock.nowMs()).toBe(startMs);
    expect(clock.reachedMs()).toBeUndefined();
  },
);

const clientAnsweredWith = (answer: Partial<WireAnswer>) => {
  const transport: Transport = async () => ({ status: 200, contentType: "application/json", body: "{}", ...answer });
  return clientWithOwnClock("https://rimuhosting.com", { transport }).client;
};
const list = (...orders: object[]) =>
  JSON.stringify({ get_orders_response: { response_type: "OK", about_orders: orders } });
const later = dateOf(startMs + 2 * dayMs);

test("the client learns it from the service's answers and refusals, but not from a gateway's page", async () => {
  const client = clientAnsweredWith({ date: later, body: list() });
  expect(client.serviceNowMs()).toBe(startMs);
  await client.listOrders();
  expect(client.serviceNowMs()).toBe(startMs + 2 * dayMs);

  const refused = clientAnsweredWith({
    date: later,
    status: 403,
    body: '{"jaxrs_response": {"response_type": "ERROR"}}',
  });
  await refused.listOrders().catch(() => undefined);
  expect(refused.serviceNowMs()).toBe(startMs + 2 * dayMs);

  for (const [status, body] of [
    [502, "<h1>Bad gateway</h1>"],
    [200, "<h1>Please log in</h1>"],
  ] as const) {
    const page = clientAnsweredWith({ date: later, status, contentType: "text/html", body });
    await page.getOrder(1).catch(() => undefined);
    expect(page.serviceNowMs()).toBeLessThan(startMs + dayMs);
  }
});

test("an order that the service has cancelled is not listed, whatever this machine's clock says", async () => {
  const cancelled = {
    order_oid: 1,
    running_state: "NOTRUNNING",
    billing_info: { cancellation_date: { ms_since_epoch: startMs + dayMs } },
  };
  expect((await clientAnsweredWith({ date: later, body: list(cancelled) }).listOrders()).orders).toEqual([]);
  const earlier = dateOf(startMs);
  expect((await clientAnsweredWith({ date: earlier, body: list(cancelled) }).listOrders()).orders).toHaveLength(1);
});

test("a retry time given by the service's clock is counted by that clock", async () => {
  const retryAfter = dateOf(startMs + 2 * dayMs + 30_000);
  let answers = 0;
  const transport: Transport = async () =>
    ++answers === 1 ? { status: 429, date: later, retryAfter, body: "" } : { status: 200, body: list() };
  const { client, sleeps } = clientWithOwnClock("https://rimuhosting.com", { transport });
  await client.listOrders();
  expect(sleeps).toEqual([30_000]);
});
