import { getActiveVps, type WorldContext } from "../context";
import { findHost, freeRoom } from "../hosts/capacity";
import { type Host, hostName } from "../hosts/host";
import { cents, currencyName, daysLeft } from "../money/money";
import { listPrice, reprice } from "../money/repricing";
import { type Amount, type Order, type Sizes, totalDiskMb, withRequested } from "../order";
import type { ResizeRequest } from "../purchase/order-request";
import { boot, type ForcedRefusal } from "../purchase/purchase";
import { sizeProblems } from "../purchase/request-rules";
import { Refusal } from "../refusal";

export type ResizeResult = {
  readonly wereResourcesChanged: boolean;
  readonly originalPricing: Amount;
  readonly newPricing: Amount;
  readonly messages: readonly string[];
};

/** A refusal for lack of room or money is a result, not an error. */
export function resize(
  context: WorldContext,
  orderOid: number,
  request: ResizeRequest,
  forced?: ForcedRefusal,
): ResizeResult {
  const order = getActiveVps(context, orderOid);
  const problems = sizeProblems(request);
  if (problems.length > 0) throw new Refusal(problems);
  const sizes = withRequested(order.sizes, request);
  const host = order.hostServerOid === null ? undefined : findHost(context, order.hostServerOid);
  const opening = openingMessages(context, order, host, sizes);
  const objection = findObjection(context, order, host, sizes, forced);
  if (objection !== undefined) {
    return {
      wereResourcesChanged: false,
      originalPricing: order.monthlyAmount,
      newPricing: order.monthlyAmount,
      messages: [...opening, objection],
    };
  }
  const originalPricing = order.monthlyAmount;
  const before = order.sizes;
  const newPricing = listPrice(context, order, sizes);
  const fee = reprice(context, order, newPricing);
  order.sizes = sizes;
  order.isBusy = true;
  context.save(order);
  const messages = [...opening, ...closingMessages(context, order, before, originalPricing, fee)];
  return { wereResourcesChanged: true, originalPricing, newPricing, messages };
}

/** The forced restart at the end of a resize. */
export function finishResize(context: WorldContext, order: Order): void {
  order.isBusy = false;
  if (order.runningState === "RUNNING" || context.variants.resizeStartsStopped) boot(context, order);
  context.save(order);
}

function isShrinking(current: Sizes, wanted: Sizes): boolean {
  return (
    wanted.diskSpaceMb < current.diskSpaceMb ||
    wanted.diskSpace2Mb < current.diskSpace2Mb ||
    wanted.diskSpace3Mb < current.diskSpace3Mb
  );
}

function findObjection(
  context: WorldContext,
  order: Order,
  host: Host | undefined,
  sizes: Sizes,
  forced: ForcedRefusal,
): string | undefined {
  if (forced === "not-changed")
    return "The resources were not changed: there is a problem with the billing of this server.";
  if (isShrinking(order.sizes, sizes)) {
    return "The resources were not changed: a disk cannot be made smaller.";
  }
  const free = host === undefined || forced === "no-capacity" ? { memoryMb: 0, diskMb: 0 } : freeRoom(context, host);
  const moreMemoryMb = sizes.memoryMb - order.sizes.memoryMb;
  const moreDiskMb = totalDiskMb(sizes) - totalDiskMb(order.sizes);
  const isRoom = moreMemoryMb <= Math.max(0, free.memoryMb) && moreDiskMb <= Math.max(0, free.diskMb);
  return isRoom ? undefined : "The resources were not changed: the host server does not have enough free resources.";
}

function openingMessages(context: WorldContext, order: Order, host: Host | undefined, sizes: Sizes): string[] {
  const kind = sizes.memoryMb === order.sizes.memoryMb ? "disk" : "memory";
  const first = `Initiating a ${kind} change on '${order.domainName}'.`;
  if (host === undefined) return [first];
  const free = freeRoom(context, host);
  const gb = (mb: number): string => `${Math.floor(mb / 1024).toLocaleString("en-US")}GB`;
  const memory = `${free.memoryMb.toLocaleString("en-US")}MB out of ${host.memoryMbTotal.toLocaleString("en-US")}MB of memory`;
  const disk = `${gb(free.diskMb)} out of ${gb(host.diskGbTotal * 1024)} of disk space`;
  return [first, `${hostName(host.hostServerOid)} has ${memory} available, and ${disk} available.`];
}

function closingMessages(context: WorldContext, order: Order, before: Sizes, original: Amount, fee: number): string[] {
  const name = order.domainName;
  const currency = currencyName(order.monthlyAmount.currency);
  const nowMs = context.clock.now();
  const difference = cents(order.monthlyAmount.amt - original.amt);
  const change =
    order.sizes.memoryMb === before.memoryMb
      ? `Disk change from ${totalDiskMb(before)}MB to ${totalDiskMb(order.sizes)}MB.`
      : `Memory change from ${before.memoryMb}MB to ${order.sizes.memoryMb}MB.`;
  const price = `Monthly pricing changed from ${original.amt} ${currency} to ${order.monthlyAmount.amt} ${currency}, ${Math.abs(difference)} ${currency} ${difference < 0 ? "less" : "more"}.`;
  const days = daysLeft(nowMs, order.prepaidUntilMs);
  const charge = `Pro-rated change of ${fee} ${currency} over ${days} days.  Added an 'extra fee' of ${fee} ${currency}.`;
  return [
    `Updating the ${name} parameters file memory setting.`,
    `Restarting ${name} so the memory change can occur.`,
    `${name} pinging OK after the restart.`,
    `${change}  Date: ${new Date(nowMs).toISOString().slice(0, 10)}.  ${price}  ${charge}`,
    "Completed.",
  ];
}
