import { z } from "zod";
import type { Settings } from "./settings";
import { DataCenter, Distribution, PricingPlan } from "./wire/catalogue";
import {
  AboutOrder,
  BillingMethod,
  DataTransferUsage,
  HostServerInfo,
  ListedOrders,
  ResourceChange,
  RunningVpsInfo,
} from "./wire/order";
import { Message, Money, Verbatim } from "./wire/values";
import { ifReadable, listOf, readableListOf, wire } from "./wire/wire";

// What each answer holds inside its envelope: a bare schema is a field that must be there, `ifReadable` one that need not.

const Messages = ifReadable(readableListOf(Message)).transform((messages = []) => messages);

const maybeOrder = ifReadable(AboutOrder);

/** What the host says of the server and of itself. */
const atHost = { running_vps_info: ifReadable(RunningVpsInfo), host_server_info: ifReadable(HostServerInfo) };

/** After writing an image. The service echoes the request with the root password in it: the only time that it reveals the password. */
const installed = {
  new_order_request: ifReadable(
    wire({
      instantiation_options: ifReadable(wire({ password: ifReadable(Verbatim.pipe(z.string().min(1))) })),
    }),
  ),
  running_vps_info: ifReadable(RunningVpsInfo),
  setup_messages: Messages,
};

/**
 * What a repeated or half-finished call can do to servers and bills. This decides about retries, not the HTTP method:
 * - `read`: nothing, so it may be repeated freely
 * - `purchase`: buys another server
 * - `rework`: wipes or moves a server again
 * - `resize`: restarts a server and may bill again
 * - `target`: asks for a state, so a second call causes at most a second restart
 * - `cancel`: ends an order, which can end only once
 */
export type Risk = "read" | "purchase" | "rework" | "resize" | "target" | "cancel";

type CallTraits = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** After the service's address; of a call about one order, after the order's own path. */
  path: string;
  /** What is tried, as the start of a sentence; of a call about one order, given the words for that order. */
  activity: string | ((order: string) => string);
  risk: Risk;
  key: "required" | "if-known" | "never";
  deadlineMs: (settings: Settings) => number;
  maxBytes: number;
};

const mebibyte = 1024 * 1024;

const minuteMs = 60_000;

const statusMs = (settings: Settings) => settings.readTimeoutSeconds * 2000;

const setupMs = (settings: Settings) => settings.setupTimeoutMinutes * minuteMs;

const reading = {
  method: "GET",
  risk: "read",
  key: "required",
  deadlineMs: (settings: Settings) => settings.readTimeoutSeconds * 1000,
  maxBytes: 2 * mebibyte,
} as const;

const catalogue = { ...reading, key: "never" } as const;

const changing = {
  ...reading,
  method: "PUT",
  risk: "target",
  deadlineMs: (settings: Settings) => settings.stateTimeoutMinutes * minuteMs,
} as const;

/** The calls about the account and the catalogue, and the purchase. */
export const accountCalls = {
  listOrders: {
    ...reading,
    path: "/r/orders",
    activity: "Listing the orders",
    // About 2 KB per order. An account whose list is too long to read could not buy, change or cancel anything.
    maxBytes: 256 * mebibyte,
    answer: wire({ about_orders: ListedOrders }),
  },
  billingMethods: {
    ...reading,
    path: "/r/billing-methods",
    activity: "Listing the billing methods",
    answer: wire({ billing_methods: listOf(BillingMethod) }),
  },
  distributions: {
    ...catalogue,
    path: "/r/distributions",
    activity: "Listing the distributions",
    answer: wire({ distro_infos: listOf(Distribution) }),
  },
  dataCenters: {
    ...catalogue,
    path: "/r/data-centers",
    activity: "Listing the data centres",
    answer: wire({ data_center_infos: listOf(DataCenter) }),
  },
  pricingPlans: {
    ...catalogue,
    path: "/r/pricing-plans",
    activity: "Listing the pricing plans",
    answer: wire({ pricing_plan_infos: listOf(PricingPlan) }),
  },
  quote: {
    ...reading,
    method: "PUT",
    path: "/r/pricing-plans/new-vm-pricing",
    activity: "Asking for the price of a server",
    key: "if-known",
    answer: wire({ monthly_recurring_amt: Money }),
  },
  newVps: {
    ...changing,
    method: "POST",
    path: "/r/orders/new-vps",
    activity: "Ordering a server",
    risk: "purchase",
    deadlineMs: setupMs,
    answer: wire({ about_order: AboutOrder, ...installed }),
  },
} as const satisfies Record<string, CallTraits & { activity: string; answer: z.ZodType }>;

/** The calls about one order. To another account's key, the service denies that the order exists. */
export const orderCalls = {
  getOrder: {
    ...reading,
    path: "",
    activity: (order) => `Reading ${order}`,
    answer: wire({ about_order: AboutOrder }),
  },
  vpsStatus: {
    ...reading,
    path: "/vps",
    activity: (order) => `Reading the live state of ${order}`,
    deadlineMs: statusMs,
    answer: wire({ ...atHost, running_vps_info: RunningVpsInfo, about_order: maybeOrder }),
  },
  dataTransferUsage: {
    ...reading,
    path: "/vps/data-transfer-usage",
    activity: (order) => `Reading the traffic of ${order}`,
    deadlineMs: statusMs,
    answer: wire({ data_transfer_usage_info: DataTransferUsage, ...atHost }),
  },
  reinstall: {
    ...changing,
    path: "/vps/reinstall",
    activity: (order) => `Reinstalling ${order}`,
    risk: "rework",
    deadlineMs: setupMs,
    answer: wire({ about_order: maybeOrder, ...installed }),
  },
  move: {
    ...changing,
    path: "/vps/host-server",
    activity: (order) => `Moving ${order} to another host`,
    risk: "rework",
    deadlineMs: (settings) => settings.moveTimeoutMinutes * minuteMs,
    answer: wire({
      about_order: maybeOrder,
      running_vps_info: ifReadable(RunningVpsInfo),
      move_messages: Messages,
    }),
  },
  resize: {
    ...changing,
    path: "/vps/parameters",
    activity: (order) => `Resizing ${order}`,
    risk: "resize",
    deadlineMs: setupMs,
    answer: wire({ resource_change_result: ResourceChange }),
  },
  setRunningState: {
    ...changing,
    path: "/vps/running-state",
    activity: (order) => `Setting the state of ${order}`,
    answer: wire({
      running_vps_info: ifReadable(RunningVpsInfo),
      is_restarted: ifReadable(z.boolean()),
      is_pinging: ifReadable(z.boolean()),
      running_state_messages: Messages,
    }),
  },
  setPtr: {
    ...changing,
    path: "/ptr",
    activity: (order) => `Setting the reverse DNS of ${order}`,
    answer: wire({}),
  },
  deleteVps: {
    ...changing,
    method: "DELETE",
    path: "/vps",
    activity: (order) => `Cancelling ${order}`,
    risk: "cancel",
    answer: wire({ cancel_messages: Messages, about_order: maybeOrder }),
  },
  cancelAtPeriodEnd: {
    ...changing,
    path: "/cancelled",
    activity: (order) => `Cancelling ${order} at the end of its period`,
    risk: "cancel",
    answer: wire({}),
  },
} as const satisfies Record<string, CallTraits & { activity: (order: string) => string; answer: z.ZodType }>;

/** Every call that the provider makes to the service. */
export const calls = { ...accountCalls, ...orderCalls };

export type Call = keyof typeof calls;

/** What the service answers, with its own sentence about how the call ended. */
export type Answer<Name extends Call> = z.output<(typeof calls)[Name]["answer"]> & { message: string | undefined };

export type Failure = {
  /**
   * Why a call did not succeed:
   * - `not-sent`, `certificate`: nothing was sent
   * - `no-answer`: it was sent, or may have been, and no answer came
   * - `server-fault`: an answer with a status of 500 or above, whatever its content
   * - `unreadable`: an answer that is not the service's, or that lacks a required field
   * - `rate-limited`: too many calls
   * - `refused`: the service itself said no
   */
  readonly kind: "not-sent" | "certificate" | "no-answer" | "server-fault" | "unreadable" | "rate-limited" | "refused";
  readonly status?: number;
  /** A short word such as `ECONNRESET`, or what made an answer unreadable. Never part of the answer. */
  readonly code?: string;
  readonly retryAfterMs?: number;
  readonly errorClass?: string;
  readonly fieldName?: string;
  /** The service's own words, cleaned. */
  readonly serviceMessage?: string;
};

/** What is known about the effect: nothing was sent, the service refused, or the call may have been carried out. */
type Outcome = "not-sent" | "refused" | "unknown";

export const outcomes = {
  "not-sent": "not-sent",
  certificate: "not-sent",
  refused: "refused",
  "rate-limited": "refused",
  "no-answer": "unknown",
  // 503 too, with or without Retry-After: a gateway may say so while the service behind it works on.
  "server-fault": "unknown",
  unreadable: "unknown",
} as const satisfies Record<Failure["kind"], Outcome>;

/** Why an answer is no success; `undefined` if it is one. The service also reports errors with status 200. */
export const failureKind = (status: number, isReadable: boolean, isError: boolean): Failure["kind"] | undefined => {
  if (status === 429) return "rate-limited";
  // 511 comes from a network that asks for a login.
  if (status >= 500 && status !== 511) return "server-fault";
  if (!isReadable || (status >= 300 && status < 400)) return "unreadable";
  return isError || status >= 400 ? "refused" : undefined;
};

/** A request without an answer: whether it was sent. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
  /**
   * - `not-sent`: no byte of the request can have reached the service
   * - `certificate`: the other end could not prove its identity, or offers no safe TLS; nothing was sent
   * - `no-answer`: the request may have arrived; its effect is unknown
   * - `too-large`: an answer started to arrive and was cut off
   */
  readonly fault: "not-sent" | "certificate" | "no-answer" | "too-large";
  /** A short word such as `ECONNREFUSED`. */
  readonly code: string;

  constructor(fault: ConnectionError["fault"], code: string) {
    super(`${fault}: ${code}`);
    this.fault = fault;
    this.code = code;
  }
}

/** Of the certificate, or of the TLS handshake. */
const tlsCode =
  /^(CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|INVALID_CA|HOSTNAME_MISMATCH|ERR_TLS_|PATH_LENGTH|CRL_|EPROTO$|ERR_SSL_)/;

/** `hadConnection` if the connection was established, including TLS and a proxy's tunnel. */
type BrokenExchange = { code: string; timedOutPhase?: string | undefined; hadConnection: boolean };

/**
 * Decides whether the request may have arrived. If in doubt it may: a mistake here buys a server twice. The error code
 * cannot tell, because a router's "host unreachable" also ends an established connection, whose data may have arrived.
 */
export const connectionErrorOf = ({ code, timedOutPhase, hadConnection }: BrokenExchange): ConnectionError => {
  if (hadConnection) return new ConnectionError("no-answer", code);
  if (tlsCode.test(code)) return new ConnectionError("certificate", code);
  return new ConnectionError("not-sent", timedOutPhase === undefined ? code : `${code} in ${timedOutPhase}`);
};

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

/** Whether a caller may send a failed call again, once it has found no effect of it. */
export const mayResend = (decision: CallersDecision): decision is Extract<CallersDecision, { thenResend: boolean }> =>
  decision.action !== "fail" && decision.thenResend;

/** A retry that the client cannot make, for lack of time or of shared retries, is a failure. */
export const withoutRetry = (decision: Decision): CallersDecision => (decision.action === "retry" ? fail : decision);
