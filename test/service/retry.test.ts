import type { Call, Risk } from "../../provider/service/call-table";
import type { Failure } from "../../provider/service/failures";
import { decide } from "../../provider/service/retry";

const callWith: Record<Risk, Call> = {
  read: "getOrder",
  purchase: "newVps",
  rework: "reinstall",
  resize: "resize",
  target: "setRunningState",
  cancel: "deleteVps",
};

/** The retry decision about a failure after so many attempts. */
const decided = (call: Call, failure: Failure, attempt = 1, jitter = 0.5) =>
  decide({ call, failure, timesSent: attempt, jitter, paceMs: 15_000 });

const shown = (decision: ReturnType<typeof decide>): string => {
  if (decision.action === "observe" || decision.action === "search")
    return decision.thenResend ? `${decision.action}, then resend` : decision.action;
  return decision.action;
};

/** The first seven decisions, with consecutive equal ones counted. */
const course = (risk: Risk, kind: Failure["kind"]): string => {
  const decisions = Array.from({ length: 7 }, (_, index) => shown(decided(callWith[risk], { kind }, index + 1)));
  const runs: { what: string; times: number }[] = [];
  for (const what of decisions) {
    const last = runs.at(-1);
    if (last?.what === what) last.times += 1;
    else runs.push({ what, times: 1 });
  }
  return runs.map(({ what, times }, index) => (index === runs.length - 1 ? what : `${times} × ${what}`)).join("; ");
};

const unknown = {
  read: "5 × retry; fail",
  purchase: "search",
  rework: "observe",
  resize: "observe",
  target: "1 × observe, then resend; observe",
  cancel: "3 × observe, then resend; observe",
};
const always = (what: string): Record<Risk, string> => ({
  read: what,
  purchase: what,
  rework: what,
  resize: what,
  target: what,
  cancel: what,
});

const table: Record<Failure["kind"], Record<Risk, string>> = {
  "not-sent": {
    ...always("3 × retry; fail"),
    read: "5 × retry; fail",
    purchase: "3 × search, then resend; fail",
  },
  certificate: always("fail"),
  "no-answer": unknown,
  "server-fault": unknown,
  unreadable: unknown,
  "rate-limited": {
    read: "5 × retry; fail",
    purchase: "1 × search, then resend; search",
    rework: "1 × observe, then resend; observe",
    resize: "1 × retry; fail",
    target: "3 × retry; fail",
    cancel: "3 × retry; fail",
  },
  refused: {
    read: "fail",
    purchase: "search",
    rework: "observe",
    resize: "observe",
    target: "fail",
    cancel: "observe",
  },
};

describe("the retry table", () => {
  for (const [kind, row] of Object.entries(table))
    for (const [risk, expected] of Object.entries(row))
      test(`${kind} in a call of the kind "${risk}": ${expected}`, () => {
        expect(course(risk as Risk, kind as Failure["kind"])).toBe(expected);
      });

  test("a pause that a 503 asks for does not show that nothing was done: neither a purchase nor a reinstall is sent again", () => {
    const busy = { kind: "server-fault", status: 503, retryAfterMs: 60_000 } as const;
    expect((["newVps", "reinstall"] as const).map((call) => shown(decided(call, busy)))).toEqual(["search", "observe"]);
  });
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
