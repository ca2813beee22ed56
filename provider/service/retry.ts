import { type Call, calls, type Risk } from "./call-table";
import { type Failure, outcomes } from "./failures";

/**
 * What to do about a failed call:
 * - `retry`: send it again after a while; the client does so by itself
 * - `observe`: read the order first; `thenResend` says whether the call may be sent again if the order shows no effect
 * - `search`: search the account's orders first, because the oid of what may have been bought is unknown
 * - `fail`: give up
 *
 * `afterMs` is how long to wait before sending again: as long as the service asked, or the usual pace.
 */
type Decision =
  | { readonly action: "retry"; readonly afterMs: number }
  | { readonly action: "observe" | "search"; readonly thenResend: boolean; readonly afterMs: number }
  | { readonly action: "fail" };

/** What is left for the caller after the client has done its part. */
export type CallersDecision = Exclude<Decision, { action: "retry" }>;

type FailedCall = {
  call: Call;
  failure: Failure;
  /** How many times it has been sent, by the client or its caller, including this time: 1 after the first. */
  timesSent: number;
  /** A random number from 0 up to, but not including, 1, which spreads out the retries of many callers. */
  jitter: number;
  /** How long a caller waits before it sends again, unless the service says how long to wait. */
  paceMs: number;
};

const baseMs = 500;

const capMs = 20_000;

/** If the service asks for a longer wait than this, fail immediately and say so. */
export const longestWaitMs = 10 * 60_000;

const fail: CallersDecision = { action: "fail" };

const asksForTooLong = ({ retryAfterMs = 0 }: Failure): boolean => retryAfterMs > longestWaitMs;

/** One entry of the table: the decision about a failed call. */
type Rule = (failed: FailedCall) => Decision;

const giveUp: Rule = () => fail;

/** Full jitter: any wait up to a limit that doubles, but never less than the service asks for. */
const retryUpTo =
  (retries: number): Rule =>
  ({ failure, timesSent, jitter }) => {
    if (timesSent > retries || asksForTooLong(failure)) return fail;
    const pauseMs = Math.floor(jitter * Math.min(capMs, baseMs * 2 ** timesSent));
    return { action: "retry", afterMs: Math.max(failure.retryAfterMs ?? 0, pauseMs) };
  };

/** Find out first what the call did; then send it again, up to so many times. */
const findOut =
  (action: "observe" | "search", resends: number): Rule =>
  ({ failure, timesSent, paceMs }) => ({
    action,
    thenResend: timesSent <= resends && !asksForTooLong(failure),
    afterMs: Math.min(failure.retryAfterMs ?? paceMs, longestWaitMs),
  });

/** By what is known about the effect of the call; too many requests are a refusal of their own. */
interface Row {
  /** Nothing was sent, so every call may be sent again, though not forever. */
  readonly "not-sent": Rule;
  /** The call may have been carried out: find out before anything else. */
  readonly unknown: Rule;
  /** Most likely nothing was done, but if money or data is at stake, check first. */
  readonly "rate-limited": Rule;
  /** The service said no. Asking again changes nothing, but it has been known to do part of the work anyway. */
  readonly refused: Rule;
}

const observe = (resends: number): Rule => findOut("observe", resends);
const search = (resends: number): Rule => findOut("search", resends);

const retryRead = retryUpTo(5);
const changeRetries = 3;
const retryChange = retryUpTo(changeRetries);

/** While a purchase waited to be sent again, another run may have bought the server, or nobody may be left to save it. */
const searchAndRetry: Rule = (failed) => {
  const decision = retryChange(failed);
  return decision.action === "retry" ? { ...decision, action: "search", thenResend: true } : decision;
};

/** The retry table, and the only retry policy: the client obeys `retry`, and its callers obey the rest, which reaches them in the error. */
const table: Readonly<Record<Risk, Row>> = {
  read: { "not-sent": retryRead, unknown: retryRead, "rate-limited": retryRead, refused: giveUp },
  // The service has no idempotency keys: a second order would be a second server and a second bill.
  purchase: {
    "not-sent": searchAndRetry,
    unknown: search(0),
    "rate-limited": search(1),
    refused: search(0),
  },
  // A second reinstall wipes what the first has built; a second move goes to yet another host.
  rework: { "not-sent": retryChange, unknown: observe(0), "rate-limited": observe(1), refused: observe(0) },
  // A second resize restarts the server again and may be billed again.
  resize: { "not-sent": retryChange, unknown: observe(0), "rate-limited": retryUpTo(1), refused: observe(0) },
  // Asking twice for the same state causes at most one more restart.
  target: { "not-sent": retryChange, unknown: observe(1), "rate-limited": retryChange, refused: giveUp },
  // A cancelled order cannot be cancelled again, and one that is not cancelled is still billed. 403 and 404 never mean that the order
  // is gone, but someone else may have cancelled it.
  cancel: {
    "not-sent": retryChange,
    unknown: observe(changeRetries),
    "rate-limited": retryChange,
    refused: observe(0),
  },
};

/** What the table says of a failed call. Pure. */
export const decide = (failed: FailedCall): Decision => {
  const { kind } = failed.failure;
  // Whatever answered is not the service, and a second later it still will not be.
  if (kind === "certificate" || (kind === "rate-limited" && asksForTooLong(failed.failure))) return fail;
  const row = table[calls[failed.call].risk];
  return row[kind === "rate-limited" ? kind : outcomes[kind]](failed);
};

/** A retry that the client cannot make, for lack of time or of shared retries, is a failure. */
export const withoutRetry = (decision: Decision): CallersDecision => (decision.action === "retry" ? fail : decision);

/**
 * Retries shared by all calls of a client. Each retry uses one up, and each success gives back a tenth. So when the
 * service is down, hundreds of calls fail soon instead of trying six times each.
 */
type RetryBudget = { take: () => boolean; giveBack: () => void };

const fullBudget = 50;

const refundPerSuccess = 0.1;

export const createRetryBudget = (): RetryBudget => {
  let left = fullBudget;
  return {
    take: () => {
      if (left < 1) return false;
      left -= 1;
      return true;
    },
    giveBack: () => {
      left = Math.min(fullBudget, left + refundPerSuccess);
    },
  };
};
