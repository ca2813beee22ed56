import { type FailedCallDetails, whatHappened, whatIsTrueAndNext } from "./error-words";
import { keyAdvice } from "./refusal-advice";
import type { Call } from "./sending/calls";
import type { Failure, FailureKind } from "./sending/failure";
import type { CallersDecision } from "./sending/retry";

/** What is known about the effect: nothing left this machine, the service said no, or it may have been done. */
export type Outcome = "not-sent" | "refused" | "unknown";

const outcomes = {
  "not-sent": "not-sent",
  certificate: "not-sent",
  refused: "refused",
  "rate-limited": "refused",
  "no-answer": "unknown",
  "server-fault": "unknown",
  unreadable: "unknown",
} as const satisfies Record<FailureKind, Outcome>;

/** A call that did not succeed. Its text is fresh and redacted; no body, header or stack is attached to it. */
export class ServiceError extends Error {
  override readonly name: string = "ServiceError";
  readonly call: Call;
  readonly method: string;
  readonly path: string;
  readonly failure: Failure;
  readonly outcome: Outcome;
  /** What to do now, by the retry table. Whoever sends the call again passes `attempts` on as `sentBefore`. */
  readonly decision: CallersDecision;
  /** How often it was sent, by the client and its caller together. */
  readonly attempts: number;
  readonly status: number | undefined;
  readonly errorClass: string | undefined;
  readonly fieldName: string | undefined;
  /** The service's own words, cleaned. */
  readonly serviceMessage: string | undefined;

  constructor(details: FailedCallDetails, advice: string = whatIsTrueAndNext(details)) {
    super(`${details.doing} ${whatHappened(details)}. ${advice}`);
    this.call = details.call;
    this.method = details.method;
    this.path = details.path;
    this.failure = details.failure;
    this.outcome = outcomes[details.failure.kind];
    this.decision = details.decision;
    this.attempts = details.attempts;
    this.status = details.failure.status;
    this.errorClass = details.failure.errorClass;
    this.fieldName = details.failure.fieldName;
    this.serviceMessage = details.failure.serviceMessage;
    this.stack = "";
  }
}

/** 401 or 403: the key is wrong, or it is not allowed on that object. Never a sign that an order is gone. */
export class KeyRefusedError extends ServiceError {
  override readonly name = "KeyRefusedError";

  constructor(details: FailedCallDetails) {
    super(details, keyAdvice);
  }
}

/** 404 in the service's own form: it knows no such order for this key. Never a sign that the order is gone. */
export class NotFoundError extends ServiceError {
  override readonly name = "NotFoundError";
}

export const serviceError = (details: FailedCallDetails): ServiceError => {
  const { kind, status } = details.failure;
  if (kind !== "refused") return new ServiceError(details);
  if (status === 401 || status === 403) return new KeyRefusedError(details);
  return status === 404 ? new NotFoundError(details) : new ServiceError(details);
};
