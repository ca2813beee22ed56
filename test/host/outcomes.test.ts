import fc from "fast-check";
import { carryOut } from "../../provider/host/outcomes";
import { type Call, ConnectionError, calls, type Failure, type Risk } from "../../provider/service/calls";
import { ServiceError } from "../../provider/service/errors";
import type { Transport, WireAnswer } from "../../provider/service/transport";
import { callNames, everyCall } from "../service/support/every-call";
import { clientWithClock } from "../service/support/scripted-client";

const answers: Record<Exclude<Failure["kind"], "not-sent" | "certificate" | "no-answer">, WireAnswer> = {
  "server-fault": { status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" },
  unreadable: { status: 200, contentType: "text/html", body: "<h1>Hello</h1>" },
  "rate-limited": { status: 429, contentType: "text/html", body: "" },
  refused: { status: 400, body: '{"jaxrs_response": {"response_type": "ERROR"}}' },
};
const kinds: readonly Failure["kind"][] = ["not-sent", "certificate", "no-answer", ...(Object.keys(answers) as [])];

/** A call that fails every time, in one way after another; the last way repeats for ever. */
async function sendingsOf(call: Call, failures: readonly Failure["kind"][], retryAfter?: string) {
  const sent: Failure["kind"][] = [];
  let waitedMs = 0;
  const transport: Transport = async ({ url }) => {
    const kind = failures[Math.min(sent.length, failures.length - 1)] ?? "refused";
    // Once a read is denied, the order's name is looked up in the list: that is another call.
    if (url.endsWith(everyCall[call].path)) sent.push(kind);
    if (kind === "not-sent" || kind === "certificate" || kind === "no-answer") throw new ConnectionError(kind, "E");
    return retryAfter === undefined ? answers[kind] : { ...answers[kind], retryAfter };
  };
  const { client, sleeps } = clientWithClock("https://rimuhosting.com", { transport });
  const sleep = async (ms: number): Promise<void> => {
    waitedMs += ms;
  };
  let looks = 0;
  const error = await carryOut(
    { sleep, askEngine: async () => "runs" },
    (sentBefore) => everyCall[call].make(client, { sentBefore }),
    async () => void looks++,
  ).catch((thrown: unknown) => thrown);
  if (!(error instanceof ServiceError)) throw new Error("every sending fails");
  return { sent, looks, waitedMs, sleeps, error };
}

const unknown = { read: 6, purchase: 1, rework: 1, resize: 1, target: 2, cancel: 4 };
const once = { read: 1, purchase: 1, rework: 1, resize: 1, target: 1, cancel: 1 };
const table: Record<Failure["kind"], Record<Risk, number>> = {
  "not-sent": { read: 6, purchase: 4, rework: 4, resize: 4, target: 4, cancel: 4 },
  certificate: once,
  "no-answer": unknown,
  "server-fault": unknown,
  unreadable: unknown,
  "rate-limited": { read: 6, purchase: 2, rework: 2, resize: 2, target: 4, cancel: 4 },
  refused: once,
};

describe.each(kinds)("%s for ever", (kind) => {
  test.each(callNames)("makes the client and its caller together send %s as often as the table says", async (call) => {
    const { sent, error } = await sendingsOf(call, [kind]);
    expect(sent).toHaveLength(table[kind][calls[call].risk]);
    expect(error.timesSent).toBe(sent.length);
  });
});

const mayHaveArrived = (kind: Failure["kind"]): boolean => !["not-sent", "certificate", "rate-limited"].includes(kind);

test("whatever failures occur, no call is sent endlessly, and none that must not happen twice is sent twice", async () => {
  const failures = fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 7 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...callNames), failures, async (call, course) => {
      const { sent, looks } = await sendingsOf(call, course);
      const { risk } = calls[call];
      expect(sent.length).toBeLessThanOrEqual(risk === "read" ? 6 : 4);
      if (risk === "read") return;
      if (risk !== "target" && risk !== "cancel") expect(sent.slice(0, -1).filter(mayHaveArrived)).toEqual([]);
      // Whatever may have been done is checked before it is sent again.
      if (risk !== "target") expect(looks).toBeGreaterThanOrEqual(sent.filter(mayHaveArrived).length);
    }),
    { numRuns: 500 },
  );
});

test.each(["reinstall", "move", "newVps"] as const)(
  "%s that is rejected is checked first, and sent once more after the time that the service asks for",
  async (call) => {
    const { sent, looks, waitedMs, sleeps } = await sendingsOf(call, ["rate-limited"], "90");
    expect({ sent: sent.length, looks, waitedMs, sleeps }).toEqual({ sent: 2, looks: 2, waitedMs: 90_000, sleeps: [] });
  },
);

test.each(callNames)("%s fails immediately if the service asks for a pause of 30 days, and says so", async (call) => {
  const { sent, waitedMs, sleeps, error } = await sendingsOf(call, ["rate-limited"], String(30 * 86_400));
  expect({ sent: sent.length, waitedMs, sleeps }).toEqual({ sent: 1, waitedMs: 0, sleeps: [] });
  expect(error.decision).toEqual({ action: "fail" });
  expect(error.message).toMatch(
    calls[call].risk === "read"
      ? /was rejected because /
      : /was rejected because .*(This server was not bought|This call changed nothing|was not cancelled, and is still billed)\. /,
  );
  expect(error.message).toMatch(
    /asks for a pause of 720 hours, and a run waits 10 minutes at most: run the command again after/,
  );
});
