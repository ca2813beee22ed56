import * as z from "zod";
import { DataCenter, Distribution, PricingPlan } from "./wire/catalogue";
import { AboutOrder, BillingMethod } from "./wire/order";
import { ListedOrders } from "./wire/order-list";
import { DataTransferUsage, HostServerInfo, ResourceChange, RunningVpsInfo } from "./wire/server";
import { Flag, Message, Money, Verbatim } from "./wire/values";
import { ifReadable, listOf, readableListOf, wire } from "./wire/wire";

// What each answer holds inside its envelope: a bare schema is a field that must be there, `ifReadable` one that need not.

const Messages = ifReadable(readableListOf(Message));

export const OrdersAnswer = wire({ about_orders: ListedOrders });

export const OrderAnswer = wire({ about_order: AboutOrder });

/** The service echoes the request with the root password in it: the only time that it reveals the password. */
const EchoedRequest = wire({
  instantiation_options: ifReadable(wire({ password: ifReadable(Verbatim.pipe(z.string().min(1))) })),
});

export const NewVpsAnswer = wire({
  about_order: AboutOrder,
  new_order_request: ifReadable(EchoedRequest),
  running_vps_info: ifReadable(RunningVpsInfo),
  setup_messages: Messages,
});

export const ReinstallAnswer = wire({
  about_order: ifReadable(AboutOrder),
  new_order_request: ifReadable(EchoedRequest),
  running_vps_info: ifReadable(RunningVpsInfo),
  setup_messages: Messages,
});

export const VpsStatusAnswer = wire({
  running_vps_info: RunningVpsInfo,
  host_server_info: ifReadable(HostServerInfo),
  about_order: ifReadable(AboutOrder),
});

export const DeleteAnswer = wire({ cancel_messages: Messages, about_order: ifReadable(AboutOrder) });

export const RunningStateAnswer = wire({
  running_vps_info: ifReadable(RunningVpsInfo),
  is_restarted: ifReadable(Flag),
  is_pinging: ifReadable(Flag),
  running_state_messages: Messages,
});

export const ResizeAnswer = wire({ resource_change_result: ResourceChange });

export const MoveAnswer = wire({
  about_order: ifReadable(AboutOrder),
  running_vps_info: ifReadable(RunningVpsInfo),
  move_messages: Messages,
});

export const DataTransferUsageAnswer = wire({
  data_transfer_usage_info: DataTransferUsage,
  running_vps_info: ifReadable(RunningVpsInfo),
  host_server_info: ifReadable(HostServerInfo),
});

export const BillingMethodsAnswer = wire({ billing_methods: listOf(BillingMethod) });

export const DistributionsAnswer = wire({ distro_infos: listOf(Distribution) });

export const DataCentersAnswer = wire({ data_center_infos: listOf(DataCenter) });

export const PricingPlansAnswer = wire({ pricing_plan_infos: listOf(PricingPlan) });

export const QuoteAnswer = wire({ monthly_recurring_amt: Money });

export const PlainAnswer = wire({});
