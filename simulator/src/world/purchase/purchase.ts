import { addMonth } from "../../clock";
import { generateOrderOid, generatePassword } from "../../random";
import { chargeMonth, findOrder, type WorldContext } from "../context";
import { takeAddresses } from "../hosts/addresses";
import { chooseHost, findHost, freeRoom, hasRoom } from "../hosts/capacity";
import type { Host } from "../hosts/host";
import { isCancelled, isSuspended, type Order } from "../order";
import { Refusal } from "../refusal";
import type { OrderRequest } from "./order-request";
import { decidePurchase, type PurchaseDecision } from "./purchase-decision";

export type Purchase = { readonly order: Order; readonly decision: PurchaseDecision };

/** What a fault makes the service answer: as if no host had room, or as if there were a billing problem. */
export type ForcedRefusal = "no-capacity" | "not-changed" | undefined;

/** Charges the month and takes the host's room and the addresses; the VPS is not installed yet. */
export function beginPurchase(context: WorldContext, request: OrderRequest, forced?: ForcedRefusal): Purchase {
  const decision = decidePurchase(context, request);
  if (decision.billingMethod === undefined) {
    throw new Refusal([{ fieldName: "billing_oid", text: "You need to enter billing information." }], {
      errorClass: "BillingException",
    });
  }
  const host = forced === "no-capacity" ? undefined : placeOnHost(context, request, decision);
  if (host === undefined) throw noRoom(decision.dataCenter.name);
  const wanted = request.requestedIps ?? [];
  const given = takeAddresses(context, host, decision.ipCount - wanted.length);
  const [primaryIp, ...secondaryIps] = [...wanted, ...(given ?? [])];
  if (given === undefined || primaryIp === undefined) throw noRoom(decision.dataCenter.name);

  const order = newOrder(context, request, decision, {
    hostServerOid: host.hostServerOid,
    billingOid: decision.billingMethod.billingOid,
    primaryIp,
    secondaryIps,
  });
  context.state.orders.push(order);
  chargeMonth(context, order, order.orderedAtMs);
  context.save(order);
  return { order, decision };
}

/** The call is answered now; the install may go on for a while. */
export function answerPurchase(context: WorldContext, order: Order): void {
  const { installLagMs } = context.variants;
  if (installLagMs === 0) {
    finishPurchase(context, order);
  } else {
    order.installsUntilMs = context.clock.now() + installLagMs;
    context.save(order);
  }
}

export function finishPurchase(context: WorldContext, order: Order): void {
  order.isHalfMade = false;
  order.installsUntilMs = null;
  order.isBusy = false;
  boot(context, order);
  context.save(order);
}

export function boot(context: WorldContext, order: Order): void {
  if (isSuspended(order) || isCancelled(order, context.clock.now())) return;
  order.runningState = "RUNNING";
  order.bootedAtMs = context.clock.now() - context.bootMs;
}

function noRoom(place: string): Refusal {
  const text = `No host server in ${place} has enough free resources for this server at present.`;
  return new Refusal([{ text }], { errorClass: "NoCapacityException" });
}

function placeOnHost(context: WorldContext, request: OrderRequest, decision: PurchaseDecision): Host | undefined {
  if (request.hostServerOid === undefined) {
    return chooseHost(context, decision.sizes, {
      locationCode: decision.plan.locationCode,
      features: decision.features,
      minDiskFreeGb: request.minVmDiskFreeGb,
    });
  }
  const host = findHost(context, request.hostServerOid);
  if (host === undefined || host.locationCode !== decision.plan.locationCode) {
    const text = `The host server ${request.hostServerOid} is not available to you in ${decision.dataCenter.name}.`;
    throw new Refusal([{ fieldName: "host_server_oid", text }]);
  }
  const missing = decision.features.filter((feature) => !host.features.includes(feature));
  if (missing.length > 0) {
    const text = `The host server ${request.hostServerOid} does not have what the order requires: ${missing.join(", ")}.`;
    throw new Refusal([{ fieldName: "host_server_oid", text }]);
  }
  return hasRoom(freeRoom(context, host), decision.sizes) ? host : undefined;
}

type Placement = Pick<Order, "hostServerOid" | "billingOid" | "primaryIp" | "secondaryIps">;

function newOrder(
  context: WorldContext,
  request: OrderRequest,
  decision: PurchaseDecision,
  placement: Placement,
): Order {
  const nowMs = context.clock.now();
  const source = decision.cloneSource;
  return {
    ...placement,
    orderOid: generateOrderOid(context.random, (oid) => findOrder(context, oid) !== undefined),
    domainName: decision.domainName,
    serverType: "VPS",
    planCode: decision.plan.code,
    vpsType: decision.plan.vpsType,
    locationCode: decision.plan.locationCode,
    distro: decision.distro,
    controlPanel: request.controlPanel ?? source?.controlPanel ?? null,
    sizes: { ...decision.sizes },
    userOid: context.state.userOid,
    monthlyAmount: { ...decision.price },
    dataTransferGb: decision.plan.minimumDataTransferGb,
    orderedAtMs: nowMs,
    prepaidUntilMs: addMonth(nowMs),
    suspendedAtMs: null,
    cancellationAtMs: null,
    runningState: "NOTRUNNING",
    bootedAtMs: nowMs,
    isBusy: true,
    isHalfMade: true,
    installsUntilMs: null,
    metaData: (request.metaData ?? []).map((tag) => ({ ...tag })),
    features: [...decision.features],
    cloneOfOid: source?.orderOid ?? null,
    installation: {
      count: 1,
      installedAtMs: nowMs,
      rootPassword: request.password ?? source?.installation.rootPassword ?? generatePassword(context.random),
      cloudConfigData: request.cloudConfigData ?? source?.installation.cloudConfigData,
      files: (request.files ?? source?.installation.files ?? []).map((file) => ({ ...file })),
      isJustMinimalInit: request.isJustMinimalInit ?? false,
    },
  };
}
