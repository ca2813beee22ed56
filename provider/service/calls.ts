import type { Answer, Call } from "./call-table";
import { ServiceError } from "./errors";
import { orderOidOf, paths, type WhichOrder } from "./paths";
import type { Redactor } from "./redactor";
import type { CallOptions, Send } from "./send";
import type { OrderFilter, PricingPlanFilter } from "./wire/catalogue";
import type { OrderList } from "./wire/order";
import { type AboutOrder, isGone, tagsOf } from "./wire/order";
import type { RunningStateTarget } from "./wire/server";

/** Checks what the service's filters should have checked: they may be inexact. */
const matches = (order: AboutOrder, filter: OrderFilter, nowMs: number): boolean => {
  if (!filter.includeInactive && isGone(order, nowMs)) return false;
  if (filter.orderOid !== undefined && order.orderOid !== filter.orderOid) return false;
  if (filter.serverType !== undefined && (order.serverType ?? filter.serverType) !== filter.serverType) return false;
  const tags = tagsOf(order);
  return (filter.tags ?? []).every(({ key, value }) => (value === undefined ? tags.has(key) : tags.get(key) === value));
};

/** Calls that change nothing and need the key. */
export const readingCalls = (send: Send, serviceNowMs: () => number) => {
  const { listOrders, findOrders } = listingCalls(send, serviceNowMs);
  const { getOrder, vpsStatus, dataTransferUsage } = singleCalls(send);
  const withListedName = retryingWithListedName(listOrders);
  return {
    listOrders,
    findOrders,
    getOrder: withListedName(getOrder),
    vpsStatus: withListedName(vpsStatus),
    dataTransferUsage: withListedName(dataTransferUsage),
  };
};

const listingCalls = (send: Send, serviceNowMs: () => number) => {
  const list = async (activity: string, asked: OrderFilter, checked: OrderFilter, options?: CallOptions) => {
    const { aboutOrders } = await send({ call: "listOrders", activity, path: paths.orders(asked), ...options });
    const { orders } = aboutOrders;
    return { orders: orders.filter((order) => matches(order, checked, serviceNowMs())) };
  };
  return {
    listOrders: (filter: OrderFilter = {}, options?: CallOptions): Promise<OrderList> =>
      list("Listing the orders", filter, filter, options),

    /**
     * The orders that the service finds by a tag. Unlike `listOrders` it does not check the tag here: a list may not show the tags
     * that it was searched by.
     */
    findOrders: (tag: { key: string; value: string }, options?: CallOptions): Promise<OrderList> =>
      list("Searching the orders", { tags: [tag] }, {}, options),
  };
};

type ListOrders = ReturnType<typeof listingCalls>["listOrders"];

const isRefusedLikeUnknown = (error: unknown): boolean =>
  error instanceof ServiceError && error.outcome === "refused" && [400, 403, 404].includes(error.failure.status ?? 0);

/**
 * A service that checks the whole path refuses an order whose name in it is wrong, just like an order that does not exist. So
 * before a refusal is believed, the order's name is looked up in the list.
 */
const retryingWithListedName =
  (listOrders: ListOrders) =>
  <Answer>(ask: (which: WhichOrder, options?: CallOptions) => Promise<Answer>) =>
  async (which: WhichOrder, options?: CallOptions): Promise<Answer> => {
    try {
      return await ask(which, options);
    } catch (error) {
      if (!isRefusedLikeUnknown(error)) throw error;
      const filter = { includeInactive: true, orderOid: orderOidOf(which) };
      const listed = (await listOrders(filter, options).catch(() => undefined))?.orders[0];
      if (listed === undefined || paths.order(listed) === paths.order(which)) throw error;
      return ask(listed, options);
    }
  };

const singleCalls = (send: Send) => ({
  /** The order as the service recorded it, cancelled or not. Throws `NotFoundError` if the service knows no such order for this key. */
  getOrder: async (which: WhichOrder, options?: CallOptions) => {
    const { aboutOrder } = await send({
      call: "getOrder",
      activity: `Reading order ${orderOidOf(which)}`,
      path: paths.order(which),
      orderOid: orderOidOf(which),
      ...options,
    });
    return aboutOrder;
  },

  /** Asks the host itself, so it takes longer than `getOrder` and fails if the host is unreachable. */
  vpsStatus: async (which: WhichOrder, options?: CallOptions) => {
    const { aboutOrder, ...live } = await send({
      call: "vpsStatus",
      activity: `Reading the live state of order ${orderOidOf(which)}`,
      path: paths.vps(which),
      ...options,
    });
    return { ...live, ...(aboutOrder === undefined ? {} : { order: aboutOrder }) };
  },

  /** Traffic of this month and last month, with the service's own undocumented field names. */
  dataTransferUsage: async (which: WhichOrder, options?: CallOptions) => {
    const { dataTransferUsageInfo, ...live } = await send({
      call: "dataTransferUsage",
      activity: `Reading the traffic of order ${orderOidOf(which)}`,
      path: paths.dataTransferUsage(which),
      ...options,
    });
    return { ...live, usage: dataTransferUsageInfo };
  },
});

/** The password from the echoed request, and the messages without it. The service may have generated it only now. */
const passwordAndMessages = (
  { newOrderRequest, setupMessages = [] }: Pick<Answer<"reinstall">, "newOrderRequest" | "setupMessages">,
  redactor: Redactor,
) => {
  const password = newOrderRequest?.instantiationOptions?.password;
  redactor.register(password);
  return { setupMessages: setupMessages.map(redactor.clean), ...(password === undefined ? {} : { password }) };
};

/** Calls that write an image. They return when the server has booted: minutes, not seconds. */
export const installingCalls = (send: Send, redactor: Redactor) => ({
  /** Buys a server. Never repeated once it may have been sent: see the retry table. */
  newVps: async (domainName: string, request: object, options?: CallOptions) => {
    const { aboutOrder, runningVpsInfo, ...echo } = await send({
      call: "newVps",
      activity: `Ordering "${domainName}"`,
      path: paths.newVps(),
      body: { json: { new_order_request: request } },
      ...options,
    });
    return { order: aboutOrder, runningVpsInfo, ...passwordAndMessages(echo, redactor) };
  },

  /** Wipes the server and installs it again. Order, address and bill stay the same; all data is lost. */
  reinstall: async (which: WhichOrder, request: object, options?: CallOptions) => {
    const { aboutOrder, runningVpsInfo, ...echo } = await send({
      call: "reinstall",
      activity: `Reinstalling order ${orderOidOf(which)}`,
      path: paths.reinstall(which),
      body: { json: { new_order_request: request } },
      orderOid: orderOidOf(which),
      ...options,
    });
    return { order: aboutOrder, runningVpsInfo, ...passwordAndMessages(echo, redactor) };
  },
});

/** What is for sale, at what price, and how to pay for it. */
export const catalogueCalls = (send: Send) => ({
  billingMethods: (options?: CallOptions) =>
    list(send, "billingMethods", "billingMethods", "billing methods", paths.billingMethods(), options),

  distributions: (options?: CallOptions) =>
    list(send, "distributions", "distroInfos", "distributions", paths.distributions(), options),

  dataCenters: (options?: CallOptions) =>
    list(send, "dataCenters", "dataCenterInfos", "data centres", paths.dataCenters(), options),

  pricingPlans: (filter: PricingPlanFilter = {}, options?: CallOptions) =>
    list(send, "pricingPlans", "pricingPlanInfos", "pricing plans", paths.pricingPlans(filter), options),

  /** What an order would cost per month. Buys nothing. */
  quote: async (request: object, options?: CallOptions) => {
    const { monthlyRecurringAmt, message } = await send({
      call: "quote",
      activity: "Asking for the price of a server",
      path: paths.newVmPricing(),
      body: { json: { new_order_request: request } },
      ...options,
    });
    return { monthlyCost: monthlyRecurringAmt, message };
  },
});

/** The one list in an answer. */
const list = async <Name extends Call, Field extends keyof Answer<Name>>(
  send: Send,
  call: Name,
  field: Field,
  what: string,
  path: string,
  options: CallOptions | undefined,
): Promise<Answer<Name>[Field]> => {
  const answer = await send({ call, activity: `Listing the ${what}`, path, ...options });
  return answer[field];
};

/** Calls that change a server or end its order. Each returns when the work is done. */
export const changingCalls = (send: Send) => ({
  /** Starts, stops or restarts a server. A stopped server is billed like a running one. */
  setRunningState: async (which: WhichOrder, state: RunningStateTarget, options?: CallOptions) => {
    const { runningStateMessages, ...rest } = await send({
      call: "setRunningState",
      activity: `Setting order ${orderOidOf(which)} to ${state}`,
      path: paths.runningState(which),
      body: { json: { running_state_change_request: { running_state: state } } },
      ...options,
    });
    return { ...rest, messages: runningStateMessages ?? [] };
  },

  /**
   * Changes memory and disks, with a restart; the difference in price is billed at once. Check `wereResourcesChanged`.
   * The service's answer holds a stale order, so this returns none: read the order again.
   */
  resize: async (which: WhichOrder, sizes: object, options?: CallOptions) => {
    const { resourceChangeResult } = await send({
      call: "resize",
      activity: `Resizing order ${orderOidOf(which)}`,
      path: paths.parameters(which),
      body: { json: { running_vps_data: sizes } },
      ...options,
    });
    const { resourceChangeMessages, ...change } = resourceChangeResult;
    return { ...change, messages: resourceChangeMessages ?? [] };
  },

  /** Moves a running server to another host: 5 to 10 minutes per GB in use. Its address may change. */
  move: async (which: WhichOrder, request: object, options?: CallOptions) => {
    const { aboutOrder, moveMessages, runningVpsInfo } = await send({
      call: "move",
      activity: `Moving order ${orderOidOf(which)} to another host`,
      path: paths.hostServer(which),
      body: { json: { vps_move_request: request } },
      orderOid: orderOidOf(which),
      ...options,
    });
    return { order: aboutOrder, runningVpsInfo, messages: moveMessages ?? [] };
  },

  /** Shuts the server down, deletes it, cancels the order and credits unused time. Read the order to confirm it. */
  deleteVps: async (which: WhichOrder, options?: CallOptions) => {
    const { cancelMessages = [] } = await send({
      call: "deleteVps",
      activity: `Cancelling order ${orderOidOf(which)}`,
      path: paths.vps(which),
      ...options,
    });
    return { cancelMessages };
  },

  /** Ends the order when the paid period ends. The server keeps running until then. */
  cancelAtPeriodEnd: async (which: WhichOrder, options?: CallOptions) =>
    send({
      call: "cancelAtPeriodEnd",
      activity: `Cancelling order ${orderOidOf(which)} at the end of its period`,
      path: paths.cancelled(which),
      ...options,
    }),

  /** Sets the name that an address resolves to; an empty name clears it. Without an address, sets that of the server's first one. */
  setPtr: async (which: WhichOrder, ip: string | undefined, name: string, options?: CallOptions) =>
    send({
      call: "setPtr",
      activity: `Setting the reverse DNS of ${ip ?? `the first address of order ${orderOidOf(which)}`}`,
      path: paths.ptr(which, ip),
      body: { form: { domain_name: name } },
      ...options,
    }),
});
