import { type Books, getActiveVps } from "../books";
import { findHost, freeRoom } from "../hosts/capacity";
import { type Host, hostName } from "../hosts/host";
import { cents, currencyName, daysLeft } from "../money/money";
import { listPrice, reprice } from "../money/repricing";
import { type Amount, type Order, type Sizes, totalDiskMb } from "../order";
import type { ResizeRequest } from "../purchase/order-request";
import { boot } from "../purchase/purchase";
import { sizeProblems } from "../purchase/request-rules";
import { Refusal } from "../refusal";

export type ResizeResult = {
  readonly wereResourcesChanged: boolean;
  readonly originalPricing: Amount;
  readonly newPricing: Amount;
  readonly messages: readonly string[];
};

/** `isFull`: as if the host had no room. `isRefused`: as if there were a billing problem. */
export type ResizePretence = { readonly isFull?: boolean; readonly isRefused?: boolean };

/** A refusal for lack of room or money is a result, not an error. */
export function resize(
  books: Books,
  orderOid: number,
  request: ResizeRequest,
  pretence: ResizePretence = {},
): ResizeResult {
  const order = getActiveVps(books, orderOid);
  const problems = sizeProblems(request);
  if (problems.length > 0) throw new Refusal(problems);
  const sizes = wantedSizes(order.sizes, request);
  const host = order.hostServerOid === null ? undefined : findHost(books, order.hostServerOid);
  const opening = openingMessages(books, order, host, sizes);
  const objection = findObjection(books, order, host, sizes, pretence);
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
  const newPricing = listPrice(books, order, sizes);
  const fee = reprice(books, order, newPricing);
  order.sizes = sizes;
  order.isBusy = true;
  books.save(order);
  const messages = [...opening, ...closingMessages(books, order, before, originalPricing, fee)];
  return { wereResourcesChanged: true, originalPricing, newPricing, messages };
}

/** The forced restart at the end of a resize. */
export function finishResize(books: Books, order: Order): void {
  order.isBusy = false;
  if (order.runningState === "RUNNING" || books.variants.resizeStartsStopped) boot(books, order);
  books.save(order);
}

function wantedSizes(current: Sizes, request: ResizeRequest): Sizes {
  return {
    memoryMb: request.memoryMb ?? current.memoryMb,
    diskSpaceMb: request.diskSpaceMb ?? current.diskSpaceMb,
    diskSpace2Mb: request.diskSpace2Mb ?? current.diskSpace2Mb,
    diskSpace3Mb: request.diskSpace3Mb ?? current.diskSpace3Mb,
  };
}

function isShrinking(current: Sizes, wanted: Sizes): boolean {
  return (
    wanted.diskSpaceMb < current.diskSpaceMb ||
    wanted.diskSpace2Mb < current.diskSpace2Mb ||
    wanted.diskSpace3Mb < current.diskSpace3Mb
  );
}

function findObjection(
  books: Books,
  order: Order,
  host: Host | undefined,
  sizes: Sizes,
  pretence: ResizePretence,
): string | undefined {
  if (pretence.isRefused) return "The resources were not changed: there is a problem with the billing of this server.";
  if (isShrinking(order.sizes, sizes) && books.variants.diskShrink === "refused") {
    return "The resources were not changed: a disk cannot be made smaller.";
  }
  const free = host === undefined || pretence.isFull ? { memoryMb: 0, diskMb: 0 } : freeRoom(books, host);
  const moreMemoryMb = sizes.memoryMb - order.sizes.memoryMb;
  const moreDiskMb = totalDiskMb(sizes) - totalDiskMb(order.sizes);
  const isRoom = moreMemoryMb <= Math.max(0, free.memoryMb) && moreDiskMb <= Math.max(0, free.diskMb);
  return isRoom ? undefined : "The resources were not changed: the host server does not have enough free resources.";
}

function openingMessages(books: Books, order: Order, host: Host | undefined, sizes: Sizes): string[] {
  const kind = sizes.memoryMb === order.sizes.memoryMb ? "disk" : "memory";
  const first = `Initiating a ${kind} change on '${order.domainName}'.`;
  if (host === undefined) return [first];
  const free = freeRoom(books, host);
  const gb = (mb: number): string => `${Math.floor(mb / 1024).toLocaleString("en-US")}GB`;
  const memory = `${free.memoryMb.toLocaleString("en-US")}MB out of ${host.memoryMbTotal.toLocaleString("en-US")}MB of memory`;
  const disk = `${gb(free.diskMb)} out of ${gb(host.diskGbTotal * 1024)} of disk space`;
  return [first, `${hostName(host.hostServerOid)} has ${memory} available, and ${disk} available.`];
}

function closingMessages(books: Books, order: Order, before: Sizes, original: Amount, fee: number): string[] {
  const name = order.domainName;
  const currency = currencyName(order.monthlyAmount.currency);
  const nowMs = books.clock.now();
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
