import {
  type Call,
  type CallersDecision,
  calls,
  type Failure,
  longestWaitMs,
  orderCalls,
  outcomes,
  type Risk,
} from "./calls";
import { savedSettings } from "./settings";
import { camelCase } from "./wire/wire";

type FailedCallDetails = {
  call: Call;
  /** What was tried, as the start of a sentence: `Ordering "web.example.com"`. */
  activity: string;
  host: string;
  failure: Failure;
  timesSent: number;
  decision: CallersDecision;
};

/** A call that failed. Its text is redacted, and it carries no body, header or stack. */
export class ServiceError extends Error {
  override readonly name: string = "ServiceError";
  readonly call: Call;
  readonly failure: Failure;
  readonly outcome: (typeof outcomes)[Failure["kind"]];
  /** What to do now, according to the retry table. A caller that sends the call again passes `timesSent` as `sentBefore`. */
  readonly decision: CallersDecision;
  /** How many times it was sent, by the client and its caller together. */
  readonly timesSent: number;
  /** The first sentence of the message, without its full stop: what was tried and what came of it. */
  readonly happened: string;
  /** The rest of it: what that means, and what to do. */
  readonly advice: string;
  /** The field that the service objects to, in this package's spelling: `vpsParameters.memoryMb`. */
  readonly fieldName: string | undefined;
  /** What a refresh and a destroy add where the key may be to blame. */
  readonly savedSettingsNote: string | undefined;

  constructor(details: FailedCallDetails) {
    const happened = `${details.activity} ${whatHappened(details)}`;
    const advice = adviceAfter(details);
    super(`${happened}. ${advice}`);
    this.happened = happened;
    this.advice = advice;
    this.call = details.call;
    this.failure = details.failure;
    this.outcome = outcomes[details.failure.kind];
    this.decision = details.decision;
    this.timesSent = details.timesSent;
    this.fieldName = details.failure.fieldName && camelCase(details.failure.fieldName);
    this.savedSettingsNote = this.isDenied ? savedSettings : undefined;
    this.stack = "";
  }

  /** 401, 403, or 404 from the service itself for an order: not with this key. Never a sign that the order is gone. */
  get isDenied(): boolean {
    return isKeyRefused(this) || isOrderDenied(this);
  }

  /** 401 or 403: the key is wrong, or has no access to that object. */
  get isKeyRefused(): boolean {
    return isKeyRefused(this);
  }
}

/** Whether a call failed without the service's own no, of which 429 is one: a preview can go on and say what it does not know. */
export const isUnanswered = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && error.outcome !== "refused";

/** Of each kind of failure, the first of its words is always known. */
const inParentheses = (words: readonly (string | number | undefined)[]): string =>
  ` (${words.filter((word) => word !== undefined).join(", ")})`;

const quoted = (words: string | undefined): string => (words === undefined ? "" : `: ${words.replace(/[.\s]+$/, "")}`);

const whatHappened = ({ failure, host, timesSent }: FailedCallDetails): string => {
  const tries = timesSent > 1 ? `${timesSent} attempts` : undefined;
  const { status, code, errorClass, fieldName, serviceMessage } = failure;
  switch (failure.kind) {
    case "not-sent":
      return `failed: ${host} could not be reached${inParentheses([code, tries])}`;
    case "certificate":
      return speaksNoTls(failure)
        ? `failed: ${host} does not speak TLS${inParentheses([code])}`
        : `failed: ${host} could not prove its identity with a certificate${inParentheses([code])}`;
    case "no-answer":
      return `got no answer from ${host}${inParentheses([code, tries])}`;
    case "server-fault":
      return `failed inside the service${inParentheses([status, errorClass, tries])}${quoted(serviceMessage)}`;
    case "unreadable":
      return `got an unreadable answer${inParentheses([status, code, tries])}`;
    case "rate-limited":
      return `was rejected because there are too many requests${inParentheses([status, tries])}`;
    case "refused":
      return `was refused by the service${inParentheses([status, errorClass, fieldName])}${quoted(serviceMessage)}`;
    default:
      return failure.kind satisfies never;
  }
};

/** What a client says before it sends a call again. */
export const waitNotice = (details: FailedCallDetails): string =>
  `${details.activity} ${whatHappened(details)}. Trying again …`;

const mayBeCarriedOut =
  'It may have been carried out. "pulumi preview" shows what the next "pulumi up" would still do.';

const nothingChanged = "This call changed nothing.";

/** What is still true if the service did nothing, and what to do if nobody knows what it did. */
const effects: Readonly<Record<Risk, { readonly none: string; readonly unknown: string }>> = {
  read: { none: "", unknown: "Run the same command again later." },
  purchase: {
    none: "This server was not bought.",
    unknown:
      'It may have been ordered and billed. Run "pulumi up" again: the provider searches for the order before it buys anything.',
  },
  rework: { none: nothingChanged, unknown: mayBeCarriedOut },
  resize: { none: nothingChanged, unknown: mayBeCarriedOut },
  target: { none: nothingChanged, unknown: mayBeCarriedOut },
  cancel: {
    none: "The order was not cancelled, and is still billed.",
    unknown: "It may have been carried out. Run the same command again: orders already cancelled are left alone.",
  },
};

/** Rounded up, so that nobody comes back too early. */
const inWords = (ms: number): string => {
  const minutes = Math.ceil(ms / 60_000);
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
};

/** When to come back, if the service asks for a longer pause than any run waits. */
const longPause = ({ retryAfterMs = 0 }: Failure): string | undefined =>
  retryAfterMs > longestWaitMs
    ? `The service asks for a pause of ${inWords(retryAfterMs)}, and a run waits ${inWords(longestWaitMs)} at most: run the command again after that pause.`
    : undefined;

const speaksNoTls = ({ code }: Failure): boolean => code === "EPROTO";

const adviceAfter = (details: FailedCallDetails): string => {
  const { none, unknown } = effects[calls[details.call].risk];
  // No order shows it.
  const again = details.call === "reinstall" ? " A reinstall that keeps the image is done again." : "";
  return advice[details.failure.kind](details, { none, unknown: `${unknown}${again}` })
    .filter(Boolean)
    .join(" ");
};

type Advice = (details: FailedCallDetails, effect: (typeof effects)[Risk]) => (string | undefined)[];

const advice: Readonly<Record<Failure["kind"], Advice>> = {
  "not-sent": (_, { none }) => [
    none,
    "Check the network, the proxy and the baseUrl setting, then run the command again.",
  ],
  certificate: ({ failure }, { none }) => [
    none,
    speaksNoTls(failure)
      ? "Correct the baseUrl setting: the address of a simulator starts with http://."
      : "Check the baseUrl setting, this machine's clock, and NODE_EXTRA_CA_CERTS if a proxy inspects TLS.",
  ],
  "rate-limited": ({ failure }, { none }) => [
    none,
    longPause(failure) ?? "Wait a few minutes, then run the command again.",
  ],
  refused: (details, { none }) => {
    if (isKeyRefused(details)) return [none, keyAdvice];
    if (isOrderDenied(details)) return [noSuchOrder];
    return [adviceOnRefusal[details.call] ?? "Fix what the service objects to, then run the command again."];
  },
  "no-answer": (_, { unknown }) => [unknown],
  "server-fault": ({ failure }, { unknown }) => [unknown, longPause(failure)],
  unreadable: (_, { unknown }) => [
    unknown,
    "If this keeps happening, check the baseUrl setting, the proxy, and whether this network asks for a login.",
  ],
};

/** 401 and 403. An explicit provider's settings reach the host together with the stack's, so it does not know whose key this is. */
const keyAdvice =
  'Set a valid key. The apiKey of the resource\'s Provider counts first, then "pulumi config set --secret rimuhosting:apiKey", then RIMUHOSTING_APIKEY.';

const noSuchOrder =
  "The account of this API key has no such order; in another account it may run and be billed. Correct the order's number, the key or the resource's provider: a server stays in its account.";

/** The service publishes no list of its refusals. Usually there is no room for what is asked, or billing is in the way. */
export const adviceOnRefusal: Partial<Record<Call, string>> = {
  newVps:
    "This server was not bought. If there is no room, ask for smaller sizes or another dcLocation, or leave out hostServerOid and features; " +
    "if the payment failed, see the service's control panel, or choose another billingOid (getBillingMethods lists them).",
  resize:
    "According to the service, nothing was changed or billed. If there is no room, ask for less, or set hostServerOid to move the server first; if the " +
    "payment failed, see the service's control panel.",
  move: "According to the service, the server was not moved. Fix what the service objects to, or choose another hostServerOid.",
  reinstall:
    "According to the service, the server was not wiped. Fix what the service objects to, then run the command again.",
};

const isOrderDenied = ({ call, failure: { kind, status } }: { call: Call; failure: Failure }): boolean =>
  kind === "refused" && status === 404 && call in orderCalls;

const isKeyRefused = ({ failure: { kind, status } }: { failure: Failure }): boolean =>
  kind === "refused" && (status === 401 || status === 403);
