import { type Call, calls, type Risk } from "./call-table";
import type { Failure } from "./failures";

/**
 * What to do about a failed call:
 * - `retry`: send it again after a while; the client does that by itself
 * - `observe`: read the order first; `thenResend` says whether the call may be sent again where it shows no effect
 * - `look`: look through the list of orders first, as nobody knows the oid of what may have been bought
 * - `fail`: give up
 *
 * `afterMs` is how long to wait before the next sending: what the service asked for, or a pace.
 */
export type Decision =
  | { readonly action: "retry"; readonly afterMs: number }
  | { readonly action: "observe" | "look"; readonly thenResend: boolean; readonly afterMs: number }
  | { readonly action: "fail" };

/** What is left to the caller when the client has done its part. */
export type CallersDecision = Exclude<Decision, { action: "retry" }>;

type FailedCall = {
  call: Call;
  failure: Failure;
  /** How often it has been sent, by whomever, this time included: 1 after the first. */
  attempt: number;
  /** A random number from 0 to below 1, which spreads the retries of many callers. */
  jitter: number;
  /** How long a caller waits before it sends again, where the service asks for no time of its own. */
  paceMs: number;
};

const readRetries = 5;

const changeRetries = 3;

const baseMs = 500;

const capMs = 20_000;

/** Whoever is told to wait longer than this is better told so at once. */
export const longestWaitMs = 10 * 60_000;

const fail: CallersDecision = { action: "fail" };

const asksTooMuch = ({ retryAfterMs = 0 }: Failure): boolean => retryAfterMs > longestWaitMs;

/** Full jitter: anything up to a limit that doubles, but never sooner than the service asks. */
const retryUpTo = (retries: number, { failure, attempt, jitter }: FailedCall): Decision => {
  if (attempt > retries || asksTooMuch(failure)) return fail;
  const pauseMs = Math.floor(jitter * Math.min(capMs, baseMs * 2 ** attempt));
  return { action: "retry", afterMs: Math.max(failure.retryAfterMs ?? 0, pauseMs) };
};

/** Find out first what became of it; then, up to so many times, send it again. */
const findOut = (
  action: "observe" | "look",
  resends: number,
  { failure, attempt, paceMs }: FailedCall,
): CallersDecision => ({
  action,
  thenResend: attempt <= resends && !asksTooMuch(failure),
  afterMs: Math.min(failure.retryAfterMs ?? paceMs, longestWaitMs),
});

/** The call may have been carried out: find out before anything else. */
const afterUnknownOutcome = (risk: Risk, failed: FailedCall): Decision => {
  switch (risk) {
    case "read":
      return retryUpTo(readRetries, failed);
    // There is no idempotency key: a second order would be a second server and a second bill.
    case "purchase":
      return findOut("look", 0, failed);
    // A second reinstall wipes what the first has built, a second move goes to yet another host.
    case "rework":
      return findOut("observe", 0, failed);
    // A second resize restarts the server again and may be billed again.
    case "resize":
      return findOut("observe", 0, failed);
    // The same state asked for twice costs at most one more restart.
    case "target":
      return findOut("observe", 1, failed);
    // What is cancelled cannot be cancelled again, and what is not goes on being billed.
    case "cancel":
      return findOut("observe", changeRetries, failed);
    default:
      return risk satisfies never;
  }
};

/** Turned away at the door. Most likely nothing was done, but for what costs money or data that is made sure of. */
const afterRateLimit = (risk: Risk, failed: FailedCall): Decision => {
  if (asksTooMuch(failed.failure)) return fail;
  switch (risk) {
    case "read":
      return retryUpTo(readRetries, failed);
    case "purchase":
      return findOut("look", 1, failed);
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

/** The service said no. Asking again changes nothing, but it has been known to do part of the work all the same. */
const afterRefusal = (risk: Risk, failed: FailedCall): Decision => {
  switch (risk) {
    case "read":
    case "target":
      return fail;
    case "purchase":
      return findOut("look", 0, failed);
    case "rework":
    case "resize":
      return findOut("observe", 0, failed);
    // 403 and 404 never mean that the order is gone; it may have been cancelled by another hand.
    case "cancel":
      return findOut("observe", 0, failed);
    default:
      return risk satisfies never;
  }
};

/**
 * The retry table, and the only policy of retries: the client obeys `retry`, its callers obey the rest, which reaches
 * them with the error. Pure.
 */
export const decide = (failed: FailedCall): Decision => {
  const { risk } = calls[failed.call];
  switch (failed.failure.kind) {
    // Nothing left this machine, so every call may be sent again; a purchase is not tried forever.
    case "not-sent":
      return retryUpTo(risk === "read" ? readRetries : changeRetries, failed);
    // Whoever answers there is not the service, and will not be it in a second.
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

/** A retry that nobody makes any more, for want of time or of retries shared with others, is a failure. */
export const withoutRetry = (decision: Decision): CallersDecision => (decision.action === "retry" ? fail : decision);

/**
 * Retries shared by all calls of a client. Each takes one; each success gives a tenth back. When the service is down,
 * hundreds of calls then fail soon instead of each trying six times.
 */
type RetryBudget = { take: () => boolean; giveBack: () => void };

const fullBudget = 50;

const givenBack = 0.1;

export const createRetryBudget = (): RetryBudget => {
  let left = fullBudget;
  return {
    take: () => {
      if (left < 1) return false;
      left -= 1;
      return true;
    },
    giveBack: () => {
      left = Math.min(fullBudget, left + givenBack);
    },
  };
};
