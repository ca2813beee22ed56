import { getActiveVps, refuseIfCancelled, type WorldContext } from "../context";
import { takeAddresses } from "../hosts/addresses";
import { chooseHost, findHost, freeRoom, hasRoom } from "../hosts/capacity";
import { type Host, hostName } from "../hosts/host";
import { listPrice, reprice } from "../money/repricing";
import type { Order } from "../order";
import type { MoveRequest } from "../purchase/order-request";
import { boot, type ForcedRefusal } from "../purchase/purchase";
import { Refusal } from "../refusal";

export type Move = { readonly order: Order; readonly target: Host };

/** Only a running VPS can be moved. Without a target the service chooses another host in the same location. */
export function beginMove(context: WorldContext, orderOid: number, request: MoveRequest, forced?: ForcedRefusal): Move {
  const order = getActiveVps(context, orderOid);
  if (order.runningState !== "RUNNING") {
    throw new Refusal([{ text: `${order.domainName} needs to be running before it can be moved.` }]);
  }
  const target = forced === "no-capacity" ? undefined : findTarget(context, order, request);
  if (target === undefined) {
    const text = "No suitable host server has enough free resources for this server.";
    throw new Refusal([{ fieldName: "selected_host_server_oid", text }], { errorClass: "NoCapacityException" });
  }
  order.isBusy = true;
  context.save(order);
  return { order, target };
}

/** A server that was stopped meanwhile stays stopped; one that was cancelled stays where it was. */
export function finishMove(context: WorldContext, { order, target }: Move, request: MoveRequest): string[] {
  refuseIfCancelled(context, order);
  const previous = order.hostServerOid;
  order.isBusy = false;
  if (previous === target.hostServerOid) {
    context.save(order);
    return [`${order.domainName} already is on ${hostName(target.hostServerOid)}.`];
  }
  const addresses = addressesAfterMove(context, order, target);
  const [primaryIp, ...secondaryIps] = addresses ?? [];
  if (primaryIp === undefined) {
    context.save(order);
    throw new Refusal([{ text: "The target host server has no free IP addresses." }], {
      errorClass: "NoCapacityException",
    });
  }
  const from = order.primaryIp;
  Object.assign(order, {
    primaryIp,
    secondaryIps,
    hostServerOid: target.hostServerOid,
    locationCode: target.locationCode,
  });
  adjustPrice(context, order, request);
  const isStopped = order.runningState === "NOTRUNNING";
  if (!isStopped) boot(context, order);
  context.save(order);
  return [
    `Moving ${order.domainName} from ${hostName(previous ?? "")} to ${hostName(target.hostServerOid)}.`,
    ...(from === primaryIp ? [] : [`The primary IP address changed from ${from} to ${primaryIp}.`]),
    isStopped ? `${order.domainName} is not running.` : `${order.domainName} pinging OK after the move.`,
  ];
}

function addressesAfterMove(context: WorldContext, order: Order, target: Host): string[] | undefined {
  return takeAddresses(context, target, 1 + order.secondaryIps.length);
}

function findTarget(context: WorldContext, order: Order, request: MoveRequest): Host | undefined {
  const wantedOid = request.hostServerOid;
  if (wantedOid === undefined) {
    const { locationCode, features, hostServerOid: exceptHostServerOid } = order;
    return chooseHost(context, order.sizes, { locationCode, features, exceptHostServerOid });
  }
  const host = findHost(context, wantedOid);
  if (host === undefined) {
    const text = `The host server ${wantedOid} is not available to you.`;
    throw new Refusal([{ fieldName: "selected_host_server_oid", text }]);
  }
  const isThere = wantedOid === order.hostServerOid;
  return isThere || hasRoom(freeRoom(context, host), order.sizes) ? host : undefined;
}

/** There is only one price list, so the best option is the lower of the old price and the list price. */
function adjustPrice(context: WorldContext, order: Order, request: MoveRequest): void {
  const option = request.pricingChangeOption ?? "CHOOSE_BEST_OPTION";
  if (option === "CHOOSE_SAME_PRICING") return;
  const price = listPrice(context, order, order.sizes);
  if (option === "CHOOSE_SAME_RESOURCES" || price.amt < order.monthlyAmount.amt) reprice(context, order, price);
}
