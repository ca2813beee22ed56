import type { ServerResponse } from "node:http";
import { type Call, calls, type Failure, type Risk } from "../../provider/service/calls";
import { isUnanswered, ServiceError } from "../../provider/service/errors";
import { createRedactor, registerSecretsOf } from "../../provider/service/redactor";
import { createTransport, type Transport } from "../../provider/service/transport";
import { callNames, everyCall, goodAnswer } from "./support/every-call";
import { type LoopbackService, sendJson, startLoopbackService } from "./support/loopback-service";
import { orderVps } from "./support/requests";
import { clientWithClock, keyCanary } from "./support/scripted-client";

const words = "The domain name is taken.";
const refusal =
  (status: number, errorClass = "ValidationException") =>
  (response: ServerResponse) =>
    sendJson(
      response,
      {
        jaxrs_response: {
          response_type: "ERROR",
          status_code: status,
          error_info: { error_class: errorClass, field_name: "domain_name", human_readable_message: words },
        },
      },
      status,
    );
const html = (status: number) => (response: ServerResponse) => {
  response.writeHead(status, { "content-type": "text/html" });
  response.end("<html><h1>Bad gateway</h1></html>");
};
const text = (body: (call: Call) => string) => (response: ServerResponse, call: Call) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(body(call));
};

type Fault = {
  name: string;
  kind: Failure["kind"];
  answer: (response: ServerResponse, call: Call) => void;
  /** How long the client waits for an answer; short only for calls without one, because a busy machine is slow to answer. */
  deadlineMs?: number;
};

const faults: Fault[] = [
  { name: "a reset", kind: "no-answer", answer: (response) => response.socket?.resetAndDestroy() },
  { name: "a closed connection", kind: "no-answer", answer: (response) => response.destroy() },
  { name: "silence", kind: "no-answer", answer: () => undefined, deadlineMs: 60 },
  { name: "500 with an envelope", kind: "server-fault", answer: refusal(500) },
  { name: "503 with HTML", kind: "server-fault", answer: html(503) },
  { name: "200 with HTML", kind: "unreadable", answer: html(200) },
  { name: "404 with HTML", kind: "unreadable", answer: html(404) },
  { name: "a redirect", kind: "unreadable", answer: html(302) },
  {
    name: "JSON that breaks off",
    kind: "unreadable",
    answer: text((call) => JSON.stringify(goodAnswer(call)).slice(0, -3)),
  },
  { name: "a list", kind: "unreadable", answer: text(() => "[]") },
  { name: "null", kind: "unreadable", answer: text(() => "null") },
  {
    name: "a valid answer of another content type",
    kind: "unreadable",
    answer: (response, call) => {
      response.writeHead(200, { "content-type": "text/html" });
      response.end(JSON.stringify(goodAnswer(call)));
    },
  },
  {
    name: "more than the limit",
    kind: "unreadable",
    answer: (response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(Buffer.alloc(300_000, 0x20));
    },
  },
  { name: "429", kind: "rate-limited", answer: html(429) },
  { name: "400", kind: "refused", answer: refusal(400) },
  { name: "403", kind: "refused", answer: refusal(403, "LoginRequired") },
  { name: "404", kind: "refused", answer: refusal(404) },
  { name: "200 with ERROR", kind: "refused", answer: refusal(200) },
];

/** How often a call is sent before the client throws the failure. */
const sends = (risk: Risk, kind: Failure["kind"]): number => {
  if (kind === "rate-limited") return { read: 6, purchase: 1, rework: 1, resize: 2, target: 4, cancel: 4 }[risk];
  return risk === "read" && kind !== "refused" ? 6 : 1;
};

const outcomeOf = (kind: Failure["kind"]) => (kind === "refused" || kind === "rate-limited" ? "refused" : "unknown");

let service: LoopbackService;
let transport: Transport;
let current: { call: Call; answer: Fault["answer"]; deadlineMs?: number | undefined };
beforeAll(async () => {
  service = await startLoopbackService((response) => current.answer(response, current.call));
  const real = createTransport(service.url, {});
  transport = (request) => {
    // A fresh connection takes longer on a busy machine.
    const patience = request.freshConnection ? 4 : 1;
    return real({ ...request, deadlineMs: (current.deadlineMs ?? 20_000) * patience, maxBytes: 200_000 });
  };
});
afterAll(() => service.close());

const failureOf = async (call: Call, answer: Fault["answer"], deadlineMs?: number): Promise<unknown> => {
  current = { call, answer, deadlineMs };
  service.seen.length = 0;
  const { client } = clientWithClock(service.url, { transport });
  return everyCall[call].make(client).then(
    () => "no failure",
    (error: unknown) => error,
  );
};

describe.each(faults)("$name", ({ kind, answer, deadlineMs }) => {
  test.each(callNames)("in answer to %s", async (call) => {
    const error = await failureOf(call, answer, deadlineMs);
    expect(error).toBeInstanceOf(ServiceError);
    expect([isUnanswered(error), isUnanswered(new Error())]).toEqual([outcomeOf(kind) !== "refused", false]);
    const times = sends(calls[call].risk, kind);
    expect(error).toMatchObject({ call, failure: { kind }, outcome: outcomeOf(kind), timesSent: times });
    const seen = service.seen.filter(({ path }) => path === everyCall[call].path);
    // An abandoned request may arrive while the next one is on its way or, on a busy machine, never.
    if (deadlineMs === undefined) expect(seen).toHaveLength(times);
    else expect(seen.length).toBeLessThanOrEqual(times);
    expect(`${(error as Error).message} ${(error as Error).stack} ${JSON.stringify(error)}`).not.toContain(keyCanary);
  });
});

test.each(callNames)("a 404 for %s is about the order, if the call named one", async (call) => {
  const error = await failureOf(call, refusal(404));
  expect((error as ServiceError).isDenied).toBe(everyCall[call].path.includes("/order-"));
});

test("a retry waits for as long as the service asks", async () => {
  let answers = 0;
  current = {
    call: "distributions",
    answer: (response) => {
      answers += 1;
      if (answers > 1) return sendJson(response, goodAnswer("distributions"));
      response.writeHead(429, { "retry-after": "7" });
      response.end();
    },
  };
  const { client, sleeps } = clientWithClock(service.url, { transport });
  expect(await client.distributions()).toEqual([]);
  expect(sleeps).toEqual([7000]);
});

test("when the service is down for a long time, a client's calls share their retries", async () => {
  current = { call: "getOrder", answer: (response) => response.destroy() };
  service.seen.length = 0;
  const { client } = clientWithClock(service.url, { transport });
  await Promise.allSettled(Array.from({ length: 30 }, () => client.getOrder(1)));
  expect(service.seen).toHaveLength(30 + 50);
});

test("no description that becomes an output contains a secret", async () => {
  const order = {
    order_oid: 7,
    domain_name: "web.example.com",
    order_description: `LaunchtimeVPSDal; root password: ${keyCanary}`,
    location: { data_center_location_name: `Dallas ${keyCanary}` },
  };
  const answer = (response: ServerResponse) =>
    sendJson(response, { get_order_response: { response_type: "OK", about_order: order } }, 200);
  current = { call: "getOrder", answer };
  const { client } = clientWithClock(service.url, { transport });
  const read = await client.getOrder(7);
  expect(read.orderDescription).toBe("LaunchtimeVPSDal; root password: [secret]");
  expect(read.location?.dataCenterLocationName).toBe("Dallas [secret]");
});

test("no message contains a request's secrets, however the service quotes them", async () => {
  const password = 'pw"canary&<1>';
  const file = "first line\nfile canary line 2\n";
  const quoting = (response: ServerResponse) =>
    sendJson(
      response,
      {
        jaxrs_response: {
          response_type: "ERROR",
          error_info: {
            human_readable_message: `Bad: pw&quot;canary&amp;&lt;1&gt;, ${JSON.stringify(password)}, ${encodeURIComponent(password)}`,
            full_error_message: password,
          },
          extended_error_infos: [{ human_readable_message: "near 'file canary line 2'" }, { error_title: keyCanary }],
        },
      },
      400,
    );
  current = { call: "newVps", answer: quoting };
  const redactor = createRedactor();
  const { client } = clientWithClock(service.url, { transport, redactor });
  const request = { domainName: "web.example.com", password, fileInjectionData: [{ path: "/x", dataAsString: file }] };
  registerSecretsOf(redactor, request);
  const error = await orderVps(client, request).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ServiceError);
  const shown = `${(error as Error).message} ${JSON.stringify(error)}`;
  expect(shown).toContain("[secret]");
  expect(shown).not.toMatch(/canary/);
});
