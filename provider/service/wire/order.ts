import { z } from "zod";
import { Location } from "./catalogue";
import { dateMs, HostServerOid, IpAddress, Message, Money, Oid, Text, Timestamp, unreadDate, Verbatim } from "./values";
import { ifReadable, readableListOf, readableOr, undocumented, wire, wireWithRest } from "./wire";

/** `RUNNING`, `NOTRUNNING`, `RESTARTING`, `POWERCYCLING`, or whatever the service adds later. */
const RunningState = Text.refine((text) => text !== "");

/** The host that a server runs on. Not all free memory is available to new servers. */
export const HostServerInfo = wireWithRest({
  cpu_model_name: ifReadable(Text),
  default_kernel_i386: ifReadable(Text),
  default_kernel_x86_64: ifReadable(Text),
  host_mem_mb_free: ifReadable(z.int()),
  host_mem_mb_total: ifReadable(z.int()),
  host_num_cores: ifReadable(z.int()),
  host_uptime_s: ifReadable(z.int()),
  host_xen_version: ifReadable(Text),
  hostload: ifReadable(readableListOf(z.number())),
  is_host64_bit_capable: ifReadable(z.boolean()),
  running_vpss: ifReadable(z.int()),
});

/** What the host sees of a server at this moment. `isSuspended` is also true while some operations run. */
export const RunningVpsInfo = wireWithRest({
  running_state: ifReadable(RunningState),
  deployed_state: ifReadable(Text),
  pings_ok: ifReadable(z.boolean()),
  current_kernel: ifReadable(Text),
  current_kernel_canonical: ifReadable(Text),
  is_console_login_enabled: ifReadable(z.boolean()),
  console_public_authorized_keys: ifReadable(Verbatim),
  is_backups_enabled: ifReadable(z.boolean()),
  is_backup_running: ifReadable(z.boolean()),
  last_backup_message: ifReadable(Text),
  next_backup_time: ifReadable(Timestamp),
  vps_uptime_s: ifReadable(z.int()),
  vps_cpu_time_s: ifReadable(z.int()),
  is_suspended: ifReadable(z.boolean()),
});

/** The result of a resize. The service reports success even if it changed nothing: check the flag. */
export const ResourceChange = wire({
  were_resources_changed: z.boolean(),
  resource_change_messages: ifReadable(readableListOf(Message)).transform((messages = []) => messages),
});

/** Traffic of this month and last month. Its fields are undocumented, so they keep the service's names. */
export const DataTransferUsage = z.record(z.string(), z.unknown()).transform(undocumented);

/** Price and dates of an order. The cancellation date may be in the future while the server still runs. */
const BillingInfo = wire({
  monthly_recurring_fee: ifReadable(z.number()),
  monthly_recurring_amt: ifReadable(Money),
  order_date: ifReadable(Timestamp),
  prepaid_until: ifReadable(Timestamp),
  suspended_date: readableOr(Timestamp, unreadDate),
  cancellation_date: readableOr(Timestamp, unreadDate),
});

/** The tags of an order. Key and value are exactly as set when the order was placed. */
const Tags = readableListOf(
  z
    .object({ key_name: Verbatim, value: Verbatim.nullish() })
    .transform(({ key_name, value }) => ({ key: key_name, value: value ?? "" })),
);

/** An order's sizes. `diskSpace2Mb` of 0 means that there is no second disk. */
const OrderedSizes = wire({
  memory_mb: ifReadable(z.int()),
  disk_space_mb: ifReadable(z.int()),
  disk_space_2_mb: ifReadable(z.int()),
  disk_space_3_mb: ifReadable(z.int()),
});

/**
 * An order as the service recorded it, not as the host sees it: see `RunningVpsInfo` for the live state. Only the oid is
 * always there; old orders lack many of the other fields.
 */
export const AboutOrder = wire({
  order_oid: Oid,
  domain_name: ifReadable(Text),
  slug: ifReadable(Text),
  order_description: ifReadable(Text),
  server_type: ifReadable(Text),
  running_state: ifReadable(RunningState),
  deployed_state: ifReadable(Text),
  // Such as `deb13.64`. Where the service has a name for people instead, or nothing, it does not say which image is installed.
  distro: ifReadable(Text.refine((code) => /^\S+$/.test(code))),
  vps_parameters: ifReadable(OrderedSizes),
  allocated_ips: ifReadable(
    wire({ primary_ip: ifReadable(IpAddress), secondary_ips: ifReadable(readableListOf(IpAddress)) }),
  ),
  location: ifReadable(Location),
  host_server_oid: ifReadable(HostServerOid),
  is_on_customers_own_physical_server: ifReadable(z.boolean()),
  data_transfer_allowance: ifReadable(wire({ data_transfer_gb: ifReadable(z.int()) })),
  billing_oid: ifReadable(Oid),
  billing_info: ifReadable(BillingInfo),
  meta_data: ifReadable(Tags),
});

export type AboutOrder = z.infer<typeof AboutOrder>;

type DatedOrder = Pick<AboutOrder, "billingInfo" | "runningState">;

/** Has a date of cancellation: past, future, or one that could not be read. */
export const hasEnd = ({ billingInfo }: DatedOrder): boolean => billingInfo?.cancellationDate !== undefined;

/** When the order was or will be cancelled, in milliseconds since 1970; `undefined` if it has no date that can be read. */
const cancellationMs = ({ billingInfo }: DatedOrder): number | undefined =>
  billingInfo?.cancellationDate === undefined ? undefined : dateMs(billingInfo.cancellationDate);

/** Has a cancellation date, and its state does not contradict that. Whether the date has passed is another question. */
export const looksCancelled = (order: DatedOrder): boolean =>
  hasEnd(order) && !["RUNNING", "RESTARTING", "POWERCYCLING"].includes(order.runningState ?? "");

/**
 * Cancelled orders stay readable, and the cancellation date may be in the future: an order is gone once that date has
 * passed and nothing says that the server runs. A stopped server without such a date still exists and is billed.
 */
export const isGone = (order: DatedOrder, nowMs: number): boolean => {
  const cancelledMs = cancellationMs(order);
  return cancelledMs !== undefined && cancelledMs <= nowMs && looksCancelled(order);
};

/** Whether an order must not be adopted: it is gone, or may end at any moment, even if its server still runs. */
export const isPastEnd = (order: DatedOrder, nowMs: number): boolean => {
  const endMs = cancellationMs(order);
  return endMs === undefined ? looksCancelled(order) : endMs <= nowMs;
};

/** Not gone: the server runs or could run, and it is billed. */
export const isActive = (order: DatedOrder, nowMs: number): boolean => !isGone(order, nowMs);

/** The first one is the primary address, if the order shows one. */
export const addressesOf = ({ allocatedIps }: AboutOrder): string[] => [
  ...(allocatedIps?.primaryIp === undefined ? [] : [allocatedIps.primaryIp]),
  ...(allocatedIps?.secondaryIps ?? []),
];

/** Whether an entry of a list says what the order itself says. */
export const isComplete = ({ runningState, allocatedIps, vpsParameters, billingInfo }: AboutOrder): boolean =>
  [runningState, allocatedIps, vpsParameters, billingInfo].every((part) => part !== undefined);

/** Still there, but with a cancellation date: it ends by itself. */
export const isEnding = (order: DatedOrder, nowMs: number): boolean => hasEnd(order) && isActive(order, nowMs);

/**
 * The plan of an order, whoever chose it. An order has no field for it, but the service's description of the order, a list
 * separated by semicolons, begins with the plan's code.
 */
export const planOf = ({ orderDescription }: Pick<AboutOrder, "orderDescription">): string | undefined => {
  const [first = "", ...others] = orderDescription?.split(";") ?? [];
  // The form of a plan's code; the rest of a description is sentences.
  return others.length > 0 && /^[A-Za-z0-9][A-Za-z0-9_.-]{0,59}$/.test(first.trim()) ? first.trim() : undefined;
};

/** The tags put on the order when it was bought. A map, so that keys such as `__proto__` mean nothing special. */
export const tagsOf = (order: Pick<AboutOrder, "metaData">): ReadonlyMap<string, string> =>
  new Map((order.metaData ?? []).map(({ key, value }) => [key, value]));

const OrderBeingBilled = wire({
  order_oid: Oid,
  domain_name: ifReadable(Text),
  slug: ifReadable(Text),
  about_billing: ifReadable(BillingInfo),
});

/** A card or other means of payment, with the active orders that use it. The service masks card numbers itself. */
export const BillingMethod = wire({
  billing_oid: Oid,
  billing_method_type: ifReadable(Text),
  description: ifReadable(Text),
  orders_on_this_billing_method: ifReadable(readableListOf(OrderBeingBilled)),
});

/** The orders of an account. One without a number must not make the others unreadable. The service may send `null` for an empty list. */
export const ListedOrders = readableListOf(AboutOrder)
  .nullable()
  .transform((orders): AboutOrder[] => orders ?? []);
