import type { z } from "zod";
import { Location } from "../catalogue/data-center";
import { RunningState } from "../server/running-state";
import { Flag } from "../value/flag";
import { IpAddress } from "../value/ip";
import { Count } from "../value/number";
import { HostServerOid, Oid } from "../value/oid";
import { Text } from "../value/text";
import { maybe, readableOf, wire } from "../wire";
import { BillingInfo } from "./billing-info";
import { MetaDataEntry } from "./meta-data";

/** Sizes an order has. `diskSpace2Mb` of 0 means that there is no second disk. */
const OrderedSizes = wire({
  memory_mb: maybe(Count),
  disk_space_mb: maybe(Count),
  disk_space_2_mb: maybe(Count),
  disk_space_3_mb: maybe(Count),
});

const AllocatedIps = wire({ primary_ip: maybe(IpAddress), secondary_ips: maybe(readableOf(IpAddress)) });

const DataTransferAllowance = wire({ data_transfer_gb: maybe(Count), data_transfer: maybe(Text) });

/**
 * An order as the service's own records have it, not as the host sees it: see `RunningVpsInfo` for the live state.
 * Only the oid is always there; orders of earlier years lack many of the other fields.
 */
export const AboutOrder = wire({
  order_oid: Oid,
  domain_name: maybe(Text),
  slug: maybe(Text),
  order_description: maybe(Text),
  server_type: maybe(Text),
  running_state: maybe(RunningState),
  deployed_state: maybe(Text),
  distro: maybe(Text),
  vps_parameters: maybe(OrderedSizes),
  allocated_ips: maybe(AllocatedIps),
  location: maybe(Location),
  host_server_oid: maybe(HostServerOid),
  is_on_customers_own_physical_server: maybe(Flag),
  data_transfer_allowance: maybe(DataTransferAllowance),
  billing_oid: maybe(Oid),
  billing_info: maybe(BillingInfo),
  meta_data: maybe(readableOf(MetaDataEntry)),
});
export type AboutOrder = z.infer<typeof AboutOrder>;
