import { type Call, calls, type Risk } from "./calls";
import type { Failure } from "./failure";

/**
 * What to do about a failed call:
 * - `retry`: send it again after a while
 * - `observe`: look at the order first; `thenResend` says whether the call may be sent again if it shows no effect
 * - `ask-census`: look through the list of orders first, as nobody knows the oid of what may have been bought
 * - `fail`: give up
 */
export type Decision =
  | { action: "retry"; afterMs: number }
  | { action: "observe"; thenResend: boolean }
  | { action: "ask-census"; thenResend: boolean }
  | { action: "fail" };

export type FailedCall = {
  call: Call;
  failure: Failure;
  /** How often it has been sent, this time included: 1 after the first. */
  attempt: number;
  /** A random number from 0 to below 1, which spreads the retries of many callers. */
  jitter: number;
};

const readRetries = 5;
const changeRetries = 3;
const baseMs = 500;
const capMs = 20_000;
/** Whoever is told to wait longer than this is better told so at once. */
const longestWaitMs = 10 * 60_000;

const fail: Decision = { action: "fail" };

/** Full jitter: anything up to a limit that doubles, but never sooner than the service asks. */
const retryUpTo = (retries: number, { failure, attempt, jitter }: FailedCall): Decision => {
  const askedMs = failure.retryAfterMs ?? 0;
  if (attempt > retries || askedMs > longestWaitMs) return fail;
  return { action: "retry", afterMs: Math.max(askedMs, Math.floor(jitter * Math.min(capMs, baseMs * 2 ** attempt))) };
};

/** The call may have been carried out: find out before anything else. */
const afterUnknownOutcome = (risk: Risk, failed: FailedCall): Decision => {
  switch (risk) {
    case "read":
      return retryUpTo(readRetries, failed);
    // There is no idempotency key: a second order would be a second server and a second bill.
    case "purchase":
      return { action: "ask-census", thenResend: false };
    // A second reinstall wipes what the first has built, a second move goes to yet another host.
    case "rework":
      return { action: "observe", thenResend: false };
    // A second resize restarts the server again and may be billed again.
    case "resize":
      return { action: "observe", thenResend: false };
    // The same state asked for twice costs at most one more restart.
    case "target":
      return { action: "observe", thenResend: failed.attempt <= 1 };
    // What is cancelled cannot be cancelled again, and what is not goes on being billed.
    case "cancel":
      return { action: "observe", thenResend: true };
    default:
      return risk satisfies never;
  }
};

/** Turned away at the door. Most likely nothing was done, but for what costs money or data that is made sure of. */
const afterRateLimit = (risk: Risk, failed: FailedCall): Decision => {
  switch (risk) {
    case "read":
      return retryUpTo(readRetries, failed);
    case "purchase":
      return { action: "ask-census", thenResend: failed.attempt <= 1 };
    case "rework":
      return { action: "observe", thenResend: failed.attempt <= 1 };
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
const afterRefusal = (risk: Risk): Decision => {
  switch (risk) {
    case "read":
    case "target":
      return fail;
    case "purchase":
      return { action: "ask-census", thenResend: false };
    case "rework":
    case "resize":
      return { action: "observe", thenResend: false };
    // 403 and 404 never mean that the order is gone; it may have been cancelled by another hand.
    case "cancel":
      return { action: "observe", thenResend: false };
    default:
      return risk satisfies never;
  }
};

/** The retry table. Pure: whoever asks carries the decision out. */
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
      return afterRefusal(risk);
    default:
      return failed.failure.kind satisfies never;
  }
};
