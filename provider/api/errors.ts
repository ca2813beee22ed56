import type { Call } from "./sending/calls";
import { calls } from "./sending/calls";
import type { Failure, FailureKind } from "./sending/failure";

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

export type FailedCallDetails = {
  call: Call;
  /** What was tried, to begin a sentence with: `Ordering "web.example.com"`. */
  doing: string;
  method: string;
  path: string;
  host: string;
  failure: Failure;
  attempts: number;
};

const inBrackets = (words: readonly (string | number | undefined)[]): string => {
  const present = words.filter((word) => word !== undefined);
  return present.length > 0 ? ` (${present.join(", ")})` : "";
};

const quoted = (words: string | undefined): string => (words === undefined ? "" : `: ${words.replace(/[.\s]+$/, "")}`);

const whatHappened = ({ failure, host, attempts }: FailedCallDetails): string => {
  const often = attempts > 1 ? ` in ${attempts} attempts` : "";
  const { status, code, errorClass, fieldName, serviceMessage } = failure;
  switch (failure.kind) {
    case "not-sent":
      return `could not reach ${host}${often}${inBrackets([code])}`;
    case "certificate":
      return `failed: ${host} could not prove by a certificate who it is${inBrackets([code])}`;
    case "no-answer":
      return `got no answer from ${host}${often}${inBrackets([code])}`;
    case "server-fault":
      return `failed inside the service${often}${inBrackets([status, errorClass])}${quoted(serviceMessage)}`;
    case "unreadable":
      return `got an answer that cannot be read${often}${inBrackets([status, code])}`;
    case "rate-limited":
      return `was turned away${often}, as there are too many requests${inBrackets([status])}`;
    case "refused":
      return `was refused by the service${inBrackets([status, errorClass, fieldName])}${quoted(serviceMessage)}`;
    default:
      return failure.kind satisfies never;
  }
};

const unknownEffect = (call: Call): string => {
  const { risk } = calls[call];
  switch (risk) {
    case "read":
      return "Nothing was changed.";
    case "purchase":
      return 'It may have been ordered and billed. Run "pulumi up" again: the order is looked for before anything is bought.';
    case "cancel":
      return "It may have been carried out. Run the same command again: what is cancelled already is left alone.";
    case "rework":
    case "resize":
    case "target":
      return 'It may have been carried out. Run "pulumi refresh" to see, then "pulumi up" again.';
    default:
      return risk satisfies never;
  }
};

const whatIsTrueAndNext = ({ call, failure }: FailedCallDetails): string => {
  switch (failure.kind) {
    case "not-sent":
      return "Nothing was sent. Check the network, the proxy and the setting baseUrl, then run it again.";
    case "certificate":
      return "Nothing was sent. Check the setting baseUrl, this machine's clock, and NODE_EXTRA_CA_CERTS if a proxy opens TLS.";
    case "rate-limited":
      return "Nothing was done. Wait a few minutes, then run it again.";
    case "refused":
      return "Mend what it names, then run it again.";
    case "no-answer":
    case "server-fault":
      return unknownEffect(call);
    case "unreadable":
      return `${unknownEffect(call)} If it stays like this, check the setting baseUrl.`;
    default:
      return failure.kind satisfies never;
  }
};

const keyAdvice =
  'Set a key that is valid and may do this, with "pulumi config set --secret rimuhosting:apiKey" ' +
  'or RIMUHOSTING_APIKEY. Mind that refresh and destroy use the key that the last "pulumi up" saved in the state, unless they are ' +
  "run with --run-program.";

/** A call that did not succeed. Its text is fresh and redacted; no body, header or stack is attached to it. */
export class ServiceError extends Error {
  override readonly name: string = "ServiceError";
  readonly call: Call;
  readonly method: string;
  readonly path: string;
  readonly failure: Failure;
  readonly outcome: Outcome;
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
