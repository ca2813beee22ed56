import { findDataCenter, findDistro } from "../../world/catalogue/catalogue";
import type { WorldContext, WorldState } from "../../world/context";
import { hostName } from "../../world/hosts/host";
import { currencyName } from "../../world/money/money";
import { isCancelled, isSuspended, type Order, type Sizes, slug } from "../../world/order";
import type { WireObject } from "./envelope";
import { wireAmount, wireDate } from "./scalars";

export function wireAboutOrder(order: Order, context: WorldContext): WireObject {
  const { state } = context;
  const isAddressed = order.installsUntilMs === null;
  return {
    order_oid: order.orderOid,
    domain_name: order.domainName,
    slug: slug(order),
    order_description: orderDescription(order, state, context.clock.now()),
    billing_oid: order.billingOid,
    is_on_customers_own_physical_server: false,
    vps_parameters: wireSizes(order.sizes),
    host_server_oid: order.hostServerOid,
    server_type: order.serverType,
    data_transfer_allowance: { data_transfer_gb: order.dataTransferGb, data_transfer: String(order.dataTransferGb) },
    billing_info: wireBillingInfo(order, state.usersTzOffsetMs),
    location: wireLocation(state, order.locationCode),
    allocated_ips: {
      primary_ip: isAddressed ? order.primaryIp : null,
      secondary_ips: isAddressed ? [...order.secondaryIps] : [],
    },
    running_state: order.runningState,
    // DEPLOYED is the only value ever captured; the other is our guess.
    deployed_state: order.isHalfMade ? "DEPLOYING" : "DEPLOYED",
    distro: order.distro,
    meta_data: order.metaData.map((tag) => ({ key_name: tag.keyName, value: tag.value })),
  };
}

export function wireSizes(sizes: Sizes): WireObject {
  return {
    memory_mb: sizes.memoryMb,
    disk_space_mb: sizes.diskSpaceMb,
    disk_space_2_mb: sizes.diskSpace2Mb,
    disk_space_3_mb: sizes.diskSpace3Mb,
  };
}

export function wireBillingInfo(order: Order, usersTzOffsetMs: number): WireObject {
  const date = (ms: number | null) => wireDate(ms, usersTzOffsetMs);
  return {
    monthly_recurring_fee: order.monthlyAmount.amtUsd,
    monthly_recurring_amt: wireAmount(order.monthlyAmount),
    suspended_date: date(order.suspendedAtMs),
    prepaid_until: date(order.prepaidUntilMs),
    order_date: date(order.orderedAtMs),
    cancellation_date: date(order.cancellationAtMs),
  };
}

export function wireLocation(state: WorldState, code: string): WireObject {
  const dataCenter = findDataCenter(state.catalogue, code);
  return {
    data_center_location_code: code,
    data_center_location_name: dataCenter?.name ?? code,
    data_center_location_country_2ltr: dataCenter?.country2ltr ?? null,
  };
}

function orderDescription(order: Order, state: WorldState, nowMs: number): string {
  const host = state.hosts.find((host) => host.hostServerOid === order.hostServerOid);
  const disk = host?.features.includes("ssd") ? "on SSD disk image" : "disk image";
  const parts = [
    order.planCode,
    `Server Type: ${order.serverType === "VPS" ? "VM" : "Dedicated"}`,
    `Location: ${findDataCenter(state.catalogue, order.locationCode)?.name ?? order.locationCode}`,
    `${sizeText(order.sizes.memoryMb)} memory`,
    `${sizeText(order.sizes.diskSpaceMb)} ${disk}`,
    ...[order.sizes.diskSpace2Mb, order.sizes.diskSpace3Mb]
      .filter((mb) => mb > 0)
      .map((mb) => `${sizeText(mb)} further disk`),
    `Data Transfer: ${order.dataTransferGb}GB`,
    ...(order.hostServerOid === null ? [] : [`Host: ${hostName(order.hostServerOid)}`]),
    order.primaryIp,
    findDistro(state.catalogue, order.distro)?.description ?? order.distro,
    `Control Panel: ${order.controlPanel || "none"}`,
    `${order.monthlyAmount.amt.toFixed(2)} ${currencyName(order.monthlyAmount.currency)}/m`,
  ];
  return [...parts, ...stateRemarks(order, nowMs)].join("; ");
}

function sizeText(mb: number): string {
  return mb % 1024 === 0 ? `${mb / 1024}GB` : `${mb}MB`;
}

function stateRemarks(order: Order, nowMs: number): string[] {
  if (isCancelled(order, nowMs)) return ["Cancelled", "Not running."];
  if (order.isHalfMade) return ["VM is being set up"];
  if (isSuspended(order)) return ["Suspended", "Not running."];
  if (order.runningState === "NOTRUNNING") return ["VM not running (stopped on request)", "Not running."];
  return [];
}
