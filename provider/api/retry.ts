import { type Call, calls, type Risk } from "./call-table";
import type { Failure } from "./failures";

/**
 * What to do about a failed call:
 * - `retry`: send it again after a while; the client does so by itself
 * - `observe`: read the order first; `thenResend` says whether the call may be sent again if the order shows no effect
 * - `search`: search the account's orders first, because the oid of what may have been bought is unknown
 * - `fail`: give up
 *
 * `afterMs` is how long to wait before sending again: as long as the service asked, or the usual pace.
 */
export type Decision =
  | { readonly action: "retry"; readonly afterMs: number }
  | { readonly action: "observe" | "search"; readonly thenResend: boolean; readonly afterMs: number }
  | { readonly action: "fail" };

/** What is left for the caller after the client has done its part. */
export type CallersDecision = Exclude<Decision, { action: "retry" }>;

type FailedCall = {
  call: Call;
  failure: Failure;
  /** How many times it has been sent, by the client or its caller, including this time: 1 after the first. */
  attempt: number;
  /** A random number from 0 up to, but not including, 1, which spreads out the retries of many callers. */
  jitter: number;
  /** How long a caller waits before it sends again, unless the service says how long to wait. */
  paceMs: number;
};

const readRetries = 5;

const changeRetries = 3;

const baseMs = 500;

const capMs = 20_000;

/** If the service asks for a longer wait than this, fail immediately and say so. */
export const longestWaitMs = 10 * 60_000;

const fail: CallersDecision = { action: "fail" };

const asksForTooLong = ({ retryAfterMs = 0 }: Failure): boolean => retryAfterMs > longestWaitMs;

/** Full jitter: any wait up to a limit that doubles, but never less than the service asks for. */
const retryUpTo = (retries: number, { failure, attempt, jitter }: FailedCall): Decision => {
  if (attempt > retries || asksForTooLong(failure)) return fail;
  const pauseMs = Math.floor(jitter * Math.min(capMs, baseMs * 2 ** attempt));
  return { action: "retry", afterMs: Math.max(failure.retryAfterMs ?? 0, pauseMs) };
};

/** Find out first what the call did; then send it again, up to so many times. */
const findOut = (
  action: "observe" | "search",
  resends: number,
  { failure, attempt, paceMs }: FailedCall,
): CallersDecision => ({
  action,
  thenResend: attempt <= resends && !asksForTooLong(failure),
  afterMs: Math.min(failure.retryAfterMs ?? paceMs, longestWaitMs),
});

/**
 * Nothing was sent, so every call may be sent again, though not forever. A purchase goes back to its caller: while it waited,
 * another run may have bought the server, or nobody may be left to save it.
 */
const afterNotSent = (risk: Risk, failed: FailedCall): Decision => {
  const decision = retryUpTo(risk === "read" ? readRetries : changeRetries, failed);
  if (risk !== "purchase" || decision.action !== "retry") return decision;
  return { action: "search", thenResend: true, afterMs: decision.afterMs };
};

/** The call may have been carried out: find out before anything else. */
const afterUnknownOutcome = (risk: Risk, failed: FailedCall): Decision => {
  switch (risk) {
    case "read":
      return retryUpTo(readRetries, failed);
    // There is no idempotency key: a second order would be a second server and a second bill.
    case "purchase":
      return findOut("search", 0, failed);
    // A second reinstall wipes what the first has built; a second move goes to yet another host.
    case "rework":
      return findOut("observe", 0, failed);
    // A second resize restarts the server again and may be billed again.
    case "resize":
      return findOut("observe", 0, failed);
    // Asking twice for the same state causes at most one more restart.
    case "target":
      return findOut("observe", 1, failed);
    // A cancelled order cannot be cancelled again, and one that is not cancelled is still billed.
    case "cancel":
      return findOut("observe", changeRetries, failed);
    default:
      return risk satisfies never;
  }
};

/** Rejected for sending too many requests. Most likely nothing was done, but if money or data is at stake, check first. */
const afterRateLimit = (risk: Risk, failed: FailedCall): Decision => {
  if (asksForTooLong(failed.failure)) return fail;
  switch (risk) {
    case "read":
      return retryUpTo(readRetries, failed);
    case "purchase":
      return findOut("search", 1, failed);
    case "rework":
      return findOut("observe", 1, failed);
    case "resize":
      return retryUpTo(1, failed);
    case "target":
    case "cancel":
      return retryUpTo(changeRetries, failed);
    default:
      return risk satisfies never;
  }
};

/** The service said no. Asking again changes nothing, but it has been known to do part of the work anyway. */
const afterRefusal = (risk: Risk, failed: FailedCall): Decision => {
  switch (risk) {
    case "read":
    case "target":
      return fail;
    case "purchase":
      return findOut("search", 0, failed);
    case "rework":
    case "resize":
      return findOut("observe", 0, failed);
    // 403 and 404 never mean that the order is gone, but someone else may have cancelled it.
    case "cancel":
      return findOut("observe", 0, failed);
    default:
      return risk satisfies never;
  }
};

/**
 * The retry table, and the only retry policy: the client obeys `retry`, and its callers obey the rest, which reaches
 * them in the error. Pure.
 */
export const decide = (failed: FailedCall): Decision => {
  const { risk } = calls[failed.call];
  switch (failed.failure.kind) {
    case "not-sent":
      return afterNotSent(risk, failed);
    // Whatever answered is not the service, and a second later it still will not be.
    case "certificate":
      return fail;
    case "no-answer":
    case "server-fault":
    case "unreadable":
      return afterUnknownOutcome(risk, failed);
    case "rate-limited":
      return afterRateLimit(risk, failed);
    case "refused":
      return afterRefusal(risk, failed);
    default:
      return failed.failure.kind satisfies never;
  }
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
