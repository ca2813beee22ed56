import { type Call, decide, type Failure } from "../../provider/service/calls";

/** The retry decision about a failure after so many attempts. */
const decided = (call: Call, failure: Failure, attempt = 1, jitter = 0.5) =>
  decide({ call, failure, timesSent: attempt, jitter, paceMs: 15_000 });

/** One call of each risk, in the sequence of the columns below. */
const oneOfEach = [
  "getOrder",
  "newVps",
  "reinstall",
  "resize",
  "setRunningState",
  "deleteVps",
] as const satisfies Call[];

/** A letter for each decision after the first six times: retry, search, observe, fail; in capitals, it may be sent (again) afterwards. */
const course = (call: Call, kind: Failure["kind"]): string =>
  [1, 2, 3, 4, 5, 6]
    .map((attempt) => decided(call, { kind }, attempt))
    .map((decision) => {
      const [letter = ""] = decision.action;
      const isSent = decision.action === "retry" || ("thenResend" in decision && decision.thenResend);
      return isSent ? letter.toUpperCase() : letter;
    })
    .join("");

const unknown = ["RRRRRf", "ssssss", "oooooo", "oooooo", "Oooooo", "OOOooo"];

test.each<[Failure["kind"], readonly string[]]>([
  ["not-sent", ["RRRRRf", "SSSfff", "RRRfff", "RRRfff", "RRRfff", "RRRfff"]],
  ["certificate", oneOfEach.map(() => "ffffff")],
  ["no-answer", unknown],
  ["server-fault", unknown],
  ["unreadable", unknown],
  ["rate-limited", ["RRRRRf", "Ssssss", "Oooooo", "Rfffff", "RRRfff", "RRRfff"]],
  ["refused", ["ffffff", "ssssss", "oooooo", "oooooo", "ffffff", "oooooo"]],
])("the retry table after %s", (kind, courses) => {
  expect(oneOfEach.map((call) => course(call, kind))).toEqual(courses);
});

test("a pause that a 503 asks for does not show that nothing was done: neither a purchase nor a reinstall is sent again", () => {
  const busy = { kind: "server-fault", status: 503, retryAfterMs: 60_000 } as const;
  for (const call of ["newVps", "reinstall"] as const) expect(decided(call, busy)).toMatchObject({ thenResend: false });
});

describe("the wait before a retry", () => {
  const waits = (failure: Failure, jitter: number) =>
    [1, 2, 3, 4, 5].map((attempt) => decided("listOrders", failure, attempt, jitter));

  test("is random, up to a limit that doubles to at most 20 seconds", () => {
    const longest = waits({ kind: "no-answer" }, 0.999999).map((decision) =>
      decision.action === "retry" ? decision.afterMs : undefined,
    );
    expect(longest).toEqual([999, 1999, 3999, 7999, 15999]);
    expect(waits({ kind: "no-answer" }, 0)).toEqual(Array(5).fill({ action: "retry", afterMs: 0 }));
  });

  test("is never shorter than what the service asks for", () => {
    expect(waits({ kind: "rate-limited", retryAfterMs: 30_000 }, 0.5)[0]).toEqual({ action: "retry", afterMs: 30_000 });
  });

  test("of a caller is what the service asks for, otherwise its own interval", () => {
    expect(decided("reinstall", { kind: "rate-limited", retryAfterMs: 90_000 })).toMatchObject({ afterMs: 90_000 });
    expect(decided("reinstall", { kind: "rate-limited" })).toMatchObject({ afterMs: 15_000 });
  });
});
