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
