import { isIP } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { type Answer, accountCalls, orderCalls } from "./calls";
import { readEnvironment } from "./environment";
import { createRedactor, type Redactor } from "./redactor";
import { type Body, type CallOptions, type ClientContext, createSend, createServiceClock, type Send } from "./send";
import type { Settings } from "./settings";
import { createTransport, proxySecrets } from "./transport";
import {
  type OrderFilter,
  orderFilterToMatrix,
  type PricingPlanFilter,
  pricingPlanFilterToMatrix,
} from "./wire/catalogue";
import { type AboutOrder, isGone } from "./wire/order";

/**
 * One method for each call to the service. Each accepts limits as its last argument, and resends by itself only where the
 * retry table says `retry`. Any other failure throws a `ServiceError`, whose `decision` tells the caller what to do.
 *
 * @param given what to use in place of the real network, clock and randomness
 */
export const createClient = (settings: Settings, given: Partial<ClientContext> = {}) => {
  const environment = readEnvironment();
  const context: ClientContext = {
    transport: given.transport ?? createTransport(settings.baseUrl, environment),
    clock: Date.now,
    random: Math.random,
    sleep: (ms) => wait(ms),
    redactor: createRedactor(),
    isStillWanted: async () => true,
    onWait: () => undefined,
    ...given,
  };
  for (const secret of proxySecrets(environment)) context.redactor.register(secret);
  const serviceClock = createServiceClock(context.clock);
  const send = createSend(settings, context, serviceClock);
  return {
    /** The service's clock, as far as its answers reveal it. Ages and dates of orders are judged by it. */
    serviceNowMs: serviceClock.nowMs,
    ...readingCalls(send, serviceClock.nowMs),
    ...catalogueCalls(send),
    ...installingCalls(send, context.redactor),
    ...changingCalls(send),
    ...endingCalls(send),
  };
};

export type Client = ReturnType<typeof createClient>;

/** The calls that change nothing. */
export type ReadingClient = Pick<Client, "serviceNowMs"> &
  ReturnType<typeof readingCalls> &
  ReturnType<typeof catalogueCalls>;

/** What a call says beside what its row in the table says. */
type More = { activity?: string; parameters?: Readonly<Record<string, string | undefined>>; body?: Body };

/** Makes a call about the account or the catalogue. */
const sendTo = <Name extends keyof typeof accountCalls>(
  send: Send,
  call: Name,
  options: CallOptions | undefined,
  { parameters = {}, ...more }: More = {},
): Promise<Answer<Name>> => {
  const { path, activity } = accountCalls[call];
  return send({ call, activity, path: `${path}${matrix(parameters)}`, ...more, ...options });
};

/** Makes a call about one order, whose answer must be about that order if it shows one. */
const sendFor = <Name extends keyof typeof orderCalls>(
  send: Send,
  call: Name,
  which: WhichOrder,
  options: CallOptions | undefined,
  { parameters = {}, ...more }: More = {},
): Promise<Answer<Name>> => {
  const orderOid = orderOidOf(which);
  const activity = orderCalls[call].activity(`order ${orderOid}`);
  const path = `${orderPath(which)}${orderCalls[call].path}${matrix(parameters)}`;
  return send({ call, activity, path, orderOid, ...more, ...options });
};

const readingCalls = (send: Send, serviceNowMs: () => number) => {
  const list = async (filter: OrderFilter, options?: CallOptions, more?: More) => {
    const parameters = orderFilterToMatrix(filter);
    const { aboutOrders } = await sendTo(send, "listOrders", options, { parameters, ...more });
    const isAsked = (order: AboutOrder): boolean => filter.includeInactive === true || !isGone(order, serviceNowMs());
    return { orders: aboutOrders.filter(isAsked) };
  };
  return {
    /** The service's filters may be inexact; of them all, only that for cancelled orders is checked here. */
    listOrders: (filter: OrderFilter = {}, options?: CallOptions) => list(filter, options),

    /** The orders that the service finds by a tag. A list may not show the tags that it was searched by. */
    findOrders: (tag: { key: string; value: string }, options?: CallOptions) =>
      list({ tags: [tag] }, options, { activity: "Searching the orders" }),

    /** The order as the service recorded it, cancelled or not. */
    getOrder: async (which: WhichOrder, options?: CallOptions) =>
      (await sendFor(send, "getOrder", which, options)).aboutOrder,

    /** Asks the host itself, so it takes longer than `getOrder` and fails if the host is unreachable. */
    vpsStatus: (which: WhichOrder, options?: CallOptions) => sendFor(send, "vpsStatus", which, options),

    /** Traffic of this month and last month, with the service's own undocumented field names. */
    dataTransferUsage: (which: WhichOrder, options?: CallOptions) => sendFor(send, "dataTransferUsage", which, options),
  };
};

/** What is for sale, at what price, and how to pay for it. */
const catalogueCalls = (send: Send) => ({
  billingMethods: async (options?: CallOptions) => (await sendTo(send, "billingMethods", options)).billingMethods,
  distributions: async (options?: CallOptions) => (await sendTo(send, "distributions", options)).distroInfos,
  dataCenters: async (options?: CallOptions) => (await sendTo(send, "dataCenters", options)).dataCenterInfos,

  pricingPlans: async (filter: PricingPlanFilter = {}, options?: CallOptions) => {
    const parameters = pricingPlanFilterToMatrix(filter);
    return (await sendTo(send, "pricingPlans", options, { parameters })).pricingPlanInfos;
  },

  /** What an order would cost per month. Buys nothing. */
  quote: async (request: object, options?: CallOptions) => {
    const { monthlyRecurringAmt, message } = await sendTo(send, "quote", options, { body: orderRequest(request) });
    return { monthlyCost: monthlyRecurringAmt, message };
  },
});

const orderRequest = (request: object): Body => ({ json: { new_order_request: request } });

/** Calls that write an image. They return when the server has booted: minutes, not seconds. */
const installingCalls = (send: Send, { register, clean }: Redactor) => {
  /** The password from the echoed request, and the messages without it. The service may have generated it only now. */
  const installed = ({ newOrderRequest, setupMessages, runningVpsInfo }: Answer<"newVps" | "reinstall">) => {
    const password = newOrderRequest?.instantiationOptions?.password;
    register(password);
    return { runningVpsInfo, setupMessages: setupMessages.map(clean), ...(password !== undefined && { password }) };
  };
  return {
    /** Buys a server. Never repeated once it may have been sent: see the retry table. */
    newVps: async (domainName: string, request: object, options?: CallOptions) => {
      const more = { activity: `Ordering "${domainName}"`, body: orderRequest(request) };
      const answer = await sendTo(send, "newVps", options, more);
      return { order: answer.aboutOrder, ...installed(answer) };
    },

    /** Wipes the server and installs it again. Order, address and bill stay the same; all data is lost. */
    reinstall: async (which: WhichOrder, request: object, options?: CallOptions) => {
      const answer = await sendFor(send, "reinstall", which, options, { body: orderRequest(request) });
      return { order: answer.aboutOrder, ...installed(answer) };
    },
  };
};

/** Calls that change a server. Each returns when the work is done. */
const changingCalls = (send: Send) => ({
  /** Starts, stops or restarts a server. A stopped server is billed like a running one; `POWERCYCLING` kills it before starting it. */
  setRunningState: async (
    which: WhichOrder,
    state: "RUNNING" | "NOTRUNNING" | "RESTARTING" | "POWERCYCLING",
    options?: CallOptions,
  ) => {
    const { runningStateMessages, ...answer } = await sendFor(send, "setRunningState", which, options, {
      activity: `Setting order ${orderOidOf(which)} to ${state}`,
      body: { json: { running_state_change_request: { running_state: state } } },
    });
    return { ...answer, messages: runningStateMessages };
  },

  /**
   * Changes memory and disks, with a restart; the difference in price is billed at once. Check `wereResourcesChanged`.
   * The service's answer holds a stale order, so this returns none: read the order again.
   */
  resize: async (which: WhichOrder, sizes: object, options?: CallOptions) => {
    const body = { json: { running_vps_data: sizes } };
    const { resourceChangeResult } = await sendFor(send, "resize", which, options, { body });
    const { wereResourcesChanged, resourceChangeMessages } = resourceChangeResult;
    return { wereResourcesChanged, messages: resourceChangeMessages };
  },

  /** Moves a running server to another host: 5 to 10 minutes per GB in use. Its address may change. */
  move: async (which: WhichOrder, request: object, options?: CallOptions) => {
    const body = { json: { vps_move_request: request } };
    const { aboutOrder, moveMessages, runningVpsInfo } = await sendFor(send, "move", which, options, { body });
    return { order: aboutOrder, runningVpsInfo, messages: moveMessages };
  },

  /** Sets the name that an address resolves to; an empty name clears it. */
  setPtr: async (which: WhichOrder, ip: string, name: string, options?: CallOptions) => {
    if (isIP(ip) === 0) throw new RangeError("Reverse DNS can be set for an IP address only.");
    const body = { form: { domain_name: name } };
    const activity = `Setting the reverse DNS of ${ip}`;
    return sendFor(send, "setPtr", which, options, { activity, parameters: { ip }, body });
  },
});

const endingCalls = (send: Send) => ({
  /** Shuts the server down, deletes it, cancels the order and credits unused time. Read the order to confirm it. */
  deleteVps: (which: WhichOrder, options?: CallOptions) => sendFor(send, "deleteVps", which, options),

  /** Ends the order when the paid period ends. The server keeps running until then. */
  cancelAtPeriodEnd: (which: WhichOrder, options?: CallOptions) => sendFor(send, "cancelAtPeriodEnd", which, options),
});

/** `encodeURIComponent` does not encode some characters that certain servers treat as special in a path. */
const encoded = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Cs}/gu, "\ufffd")).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Filters follow the path segment as `;name=value`. Those without a value are left out. */
export const matrix = (parameters: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(parameters)
    .flatMap(([name, value]) => (value === undefined ? [] : [`;${name}=${encoded(value)}`]))
    .join("");

/** An order, as the service shows it or a state has it, or only its number. */
export type WhichOrder = { readonly orderOid: number; readonly domainName?: string | undefined } | number;

export const orderOidOf = (order: WhichOrder): number => (typeof order === "number" ? order : order.orderOid);

/** `order-{oid}-{domain}`. The service uses only the number, but logs show the rest. */
export const orderPath = (which: WhichOrder | string): string => {
  const { orderOid, domainName } = typeof which === "object" ? which : { orderOid: which, domainName: undefined };
  if (!/^[0-9]{1,18}$/.test(String(orderOid))) throw new RangeError("An order's number must have 1 to 18 digits.");
  const domain = encoded((domainName ?? "").replace(/[^\p{L}\p{N}.-]/gu, "-"));
  return `/r/orders/order-${orderOid}-${domain || "x"}`;
};
