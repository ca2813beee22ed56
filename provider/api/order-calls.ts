import type { OrderFilter } from "../schema/filters";
import { type AboutOrder, isGone, tagsOf } from "../schema/order";
import { type NewVpsRequest, type ReinstallRequest, reinstallToWire, requestToWire } from "../schema/requests";
import {
  DataTransferUsageAnswer,
  isAnotherOrder,
  NewVpsAnswer,
  OrderAnswer,
  OrdersAnswer,
  ReinstallAnswer,
  VpsStatusAnswer,
} from "./answers";
import { paths } from "./paths";
import { type Redactor, registerSecretsOf } from "./secrets";
import type { CallOptions, Send } from "./send";

/** Filters of the service are not to be trusted blindly: what can be checked here is checked again. */
const matches = (order: AboutOrder, filter: OrderFilter, nowMs: number): boolean => {
  if (filter.orderOid !== undefined && order.orderOid !== filter.orderOid) return false;
  if (!filter.includeInactive && isGone(order, nowMs)) return false;
  if (filter.serverType !== undefined && (order.serverType ?? filter.serverType) !== filter.serverType) return false;
  const tags = tagsOf(order);
  return (filter.tags ?? []).every(({ key, value }) => (value === undefined ? tags.has(key) : tags.get(key) === value));
};

/** Calls that change nothing and need the key. */
export const readingCalls = (send: Send, serviceNowMs: () => number) => ({
  listOrders: async (filter: OrderFilter = {}, options?: CallOptions) => {
    const { answer } = await send(
      { call: "listOrders", doing: "Listing the orders", path: paths.orders(filter), answer: OrdersAnswer },
      options,
    );
    return answer.aboutOrders.filter((order) => matches(order, filter, serviceNowMs()));
  },

  /** The order as the service recorded it, cancelled or not. Throws `NotFoundError` when the key knows no such order. */
  getOrder: async (oid: number, options?: CallOptions) => {
    const { answer } = await send(
      {
        call: "getOrder",
        doing: `Reading order ${oid}`,
        path: paths.order(oid),
        answer: OrderAnswer,
        check: ({ aboutOrder }) => isAnotherOrder(aboutOrder, oid),
      },
      options,
    );
    return answer.aboutOrder;
  },

  /** Asks the host itself, so it takes longer than `getOrder` and fails when the host cannot be reached. */
  vpsStatus: async (oid: number, options?: CallOptions) => {
    const { answer } = await send(
      {
        call: "vpsStatus",
        doing: `Reading the live state of order ${oid}`,
        path: paths.vps(oid),
        answer: VpsStatusAnswer,
      },
      options,
    );
    const { aboutOrder, ...live } = answer;
    return { ...live, ...(aboutOrder === undefined ? {} : { order: aboutOrder }) };
  },

  /** Traffic of this month and the last, in the service's own field names: they are documented nowhere. */
  dataTransferUsage: async (oid: number, options?: CallOptions) => {
    const { answer } = await send(
      {
        call: "dataTransferUsage",
        doing: `Reading the traffic of order ${oid}`,
        path: paths.dataTransferUsage(oid),
        answer: DataTransferUsageAnswer,
      },
      options,
    );
    const { dataTransferUsageInfo, ...live } = answer;
    return { ...live, usage: dataTransferUsageInfo };
  },
});

type Installed = {
  newOrderRequest?: { instantiationOptions?: { password?: string } };
  setupMessages?: string[];
};

/** The password from the echo, and the messages without it: it may be one that the service made up just now. */
const passwordAndMessages = ({ newOrderRequest, setupMessages }: Installed, redactor: Redactor) => {
  const password = newOrderRequest?.instantiationOptions?.password;
  redactor.register(password);
  return {
    setupMessages: (setupMessages ?? []).map(redactor.clean),
    ...(password === undefined ? {} : { password }),
  };
};

/** Calls that write an image. They answer when the server has booted: minutes, not seconds. */
export const installingCalls = (send: Send, redactor: Redactor) => ({
  /** Buys a server. Never repeated once it may have been sent: see the retry table. */
  newVps: async (request: NewVpsRequest, options?: CallOptions) => {
    registerSecretsOf(redactor, request);
    const { answer } = await send(
      {
        call: "newVps",
        doing: `Ordering "${request.domainName}"`,
        path: paths.newVps(),
        body: { json: { new_order_request: requestToWire(request) } },
        answer: NewVpsAnswer,
      },
      options,
    );
    const { aboutOrder, runningVpsInfo } = answer;
    return { order: aboutOrder, runningVpsInfo, ...passwordAndMessages(answer, redactor) };
  },

  /** Wipes the server and installs it anew. Order, address and bill stay; all data is lost. */
  reinstall: async (oid: number, request: ReinstallRequest, options?: CallOptions) => {
    registerSecretsOf(redactor, request);
    const { answer } = await send(
      {
        call: "reinstall",
        doing: `Reinstalling order ${oid}`,
        path: paths.reinstall(oid),
        body: { json: { new_order_request: reinstallToWire(request) } },
        answer: ReinstallAnswer,
        check: ({ aboutOrder }) => isAnotherOrder(aboutOrder, oid),
      },
      options,
    );
    const { aboutOrder, runningVpsInfo } = answer;
    return { order: aboutOrder, runningVpsInfo, ...passwordAndMessages(answer, redactor) };
  },
});
