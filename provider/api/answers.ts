import * as z from "zod";
import { DataCenter, Distribution, PricingPlan } from "../schema/catalogue";
import { AboutOrder, BillingMethod } from "../schema/order";
import { ListedOrders } from "../schema/order-list";
import { DataTransferUsage, HostServerInfo, ResourceChange, RunningVpsInfo } from "../schema/server";
import { Flag, Message, Money, Verbatim } from "../schema/values";
import { everyOf, maybe, readableOf, wire } from "../schema/wire";

// What each answer holds inside its envelope: a bare schema is a field that must be there, `maybe` one that need not.

const Messages = maybe(readableOf(Message));

export const OrdersAnswer = wire({ about_orders: ListedOrders });

export const OrderAnswer = wire({ about_order: AboutOrder });

/** The service echoes the request with the root password in it: the only time that it reveals the password. */
const EchoedRequest = wire({
  instantiation_options: maybe(wire({ password: maybe(Verbatim.pipe(z.string().min(1))) })),
});

export const NewVpsAnswer = wire({
  about_order: AboutOrder,
  new_order_request: maybe(EchoedRequest),
  running_vps_info: maybe(RunningVpsInfo),
  setup_messages: Messages,
});

export const ReinstallAnswer = wire({
  about_order: maybe(AboutOrder),
  new_order_request: maybe(EchoedRequest),
  running_vps_info: maybe(RunningVpsInfo),
  setup_messages: Messages,
});

export const VpsStatusAnswer = wire({
  running_vps_info: RunningVpsInfo,
  host_server_info: maybe(HostServerInfo),
  about_order: maybe(AboutOrder),
});

export const DeleteAnswer = wire({ cancel_messages: Messages, about_order: maybe(AboutOrder) });

export const RunningStateAnswer = wire({
  running_vps_info: maybe(RunningVpsInfo),
  is_restarted: maybe(Flag),
  is_pinging: maybe(Flag),
  running_state_messages: Messages,
});

export const ResizeAnswer = wire({ resource_change_result: ResourceChange });

export const MoveAnswer = wire({
  about_order: maybe(AboutOrder),
  running_vps_info: maybe(RunningVpsInfo),
  move_messages: Messages,
});

export const DataTransferUsageAnswer = wire({
  data_transfer_usage_info: DataTransferUsage,
  running_vps_info: maybe(RunningVpsInfo),
  host_server_info: maybe(HostServerInfo),
});

export const BillingMethodsAnswer = wire({ billing_methods: everyOf(BillingMethod) });

export const DistributionsAnswer = wire({ distro_infos: everyOf(Distribution) });

export const DataCentersAnswer = wire({ data_center_infos: everyOf(DataCenter) });

export const PricingPlansAnswer = wire({ pricing_plan_infos: everyOf(PricingPlan) });

export const QuoteAnswer = wire({ monthly_recurring_amt: Money });

export const PlainAnswer = wire({});
