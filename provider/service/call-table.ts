import { z } from "zod";
import type { Settings } from "./settings";
import { DataCenter, Distribution, PricingPlan } from "./wire/catalogue";
import { AboutOrder, BillingMethod, ListedOrders } from "./wire/order";
import { DataTransferUsage, HostServerInfo, ResourceChange, RunningVpsInfo } from "./wire/server";
import { Flag, Message, Money, Verbatim } from "./wire/values";
import { ifReadable, listOf, readableListOf, wire } from "./wire/wire";

// What each answer holds inside its envelope: a bare schema is a field that must be there, `ifReadable` one that need not.

const Messages = ifReadable(readableListOf(Message));

const OrdersAnswer = wire({ about_orders: ListedOrders });

const OrderAnswer = wire({ about_order: AboutOrder });

/** The service echoes the request with the root password in it: the only time that it reveals the password. */
const EchoedRequest = wire({
  instantiation_options: ifReadable(wire({ password: ifReadable(Verbatim.pipe(z.string().min(1))) })),
});

const NewVpsAnswer = wire({
  about_order: AboutOrder,
  new_order_request: ifReadable(EchoedRequest),
  running_vps_info: ifReadable(RunningVpsInfo),
  setup_messages: Messages,
});

const ReinstallAnswer = wire({
  about_order: ifReadable(AboutOrder),
  new_order_request: ifReadable(EchoedRequest),
  running_vps_info: ifReadable(RunningVpsInfo),
  setup_messages: Messages,
});

const VpsStatusAnswer = wire({
  running_vps_info: RunningVpsInfo,
  host_server_info: ifReadable(HostServerInfo),
  about_order: ifReadable(AboutOrder),
});

const DeleteAnswer = wire({ cancel_messages: Messages, about_order: ifReadable(AboutOrder) });

const RunningStateAnswer = wire({
  running_vps_info: ifReadable(RunningVpsInfo),
  is_restarted: ifReadable(Flag),
  is_pinging: ifReadable(Flag),
  running_state_messages: Messages,
});

const ResizeAnswer = wire({ resource_change_result: ResourceChange });

const MoveAnswer = wire({
  about_order: ifReadable(AboutOrder),
  running_vps_info: ifReadable(RunningVpsInfo),
  move_messages: Messages,
});

const DataTransferUsageAnswer = wire({
  data_transfer_usage_info: DataTransferUsage,
  running_vps_info: ifReadable(RunningVpsInfo),
  host_server_info: ifReadable(HostServerInfo),
});

const BillingMethodsAnswer = wire({ billing_methods: listOf(BillingMethod) });

const DistributionsAnswer = wire({ distro_infos: listOf(Distribution) });

const DataCentersAnswer = wire({ data_center_infos: listOf(DataCenter) });

const PricingPlansAnswer = wire({ pricing_plan_infos: listOf(PricingPlan) });

const QuoteAnswer = wire({ monthly_recurring_amt: Money });

const PlainAnswer = wire({});

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
  risk: Risk;
  key: "required" | "if-known" | "never";
  deadlineMs: (settings: Settings) => number;
  maxBytes: number;
};

const mebibyte = 1024 * 1024;

const minuteMs = 60_000;

const readMs = (settings: Settings) => settings.readTimeoutSeconds * 1000;

const statusMs = (settings: Settings) => settings.readTimeoutSeconds * 2000;

const stateMs = (settings: Settings) => settings.stateTimeoutMinutes * minuteMs;

const setupMs = (settings: Settings) => settings.setupTimeoutMinutes * minuteMs;

const moveMs = (settings: Settings) => settings.moveTimeoutMinutes * minuteMs;

const reading: CallTraits = {
  method: "GET",
  risk: "read",
  key: "required",
  deadlineMs: readMs,
  maxBytes: 2 * mebibyte,
};

const changing: CallTraits = { ...reading, method: "PUT", risk: "target", deadlineMs: stateMs };

/** Every call that the provider makes to the service, and what its answer holds. */
export const calls = {
  // About 2 KB per order. An account whose list is too long to read could not buy, change or cancel anything.
  listOrders: { ...reading, maxBytes: 256 * mebibyte, answer: OrdersAnswer },
  getOrder: { ...reading, answer: OrderAnswer },
  vpsStatus: { ...reading, deadlineMs: statusMs, answer: VpsStatusAnswer },
  dataTransferUsage: { ...reading, deadlineMs: statusMs, answer: DataTransferUsageAnswer },
  billingMethods: { ...reading, answer: BillingMethodsAnswer },
  distributions: { ...reading, key: "never", answer: DistributionsAnswer },
  dataCenters: { ...reading, key: "never", answer: DataCentersAnswer },
  pricingPlans: { ...reading, key: "never", answer: PricingPlansAnswer },
  quote: { ...reading, method: "PUT", key: "if-known", answer: QuoteAnswer },
  newVps: { ...changing, method: "POST", risk: "purchase", deadlineMs: setupMs, answer: NewVpsAnswer },
  reinstall: { ...changing, risk: "rework", deadlineMs: setupMs, answer: ReinstallAnswer },
  move: { ...changing, risk: "rework", deadlineMs: moveMs, answer: MoveAnswer },
  resize: { ...changing, risk: "resize", deadlineMs: setupMs, answer: ResizeAnswer },
  setRunningState: { ...changing, answer: RunningStateAnswer },
  setPtr: { ...changing, answer: PlainAnswer },
  deleteVps: { ...changing, method: "DELETE", risk: "cancel", answer: DeleteAnswer },
  cancelAtPeriodEnd: { ...changing, risk: "cancel", answer: PlainAnswer },
} as const satisfies Record<string, CallTraits & { answer: z.ZodType }>;

export type Call = keyof typeof calls;

/** What the service answers, with its own sentence about how the call ended. */
export type Answer<Name extends Call> = z.output<(typeof calls)[Name]["answer"]> & { message: string | undefined };
