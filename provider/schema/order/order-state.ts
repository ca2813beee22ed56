import type { AboutOrder } from "./about-order";

type Dated = Pick<AboutOrder, "billingInfo" | "runningState">;

/** When the order was or will be cancelled, in milliseconds since 1970; `undefined` when it is not to end. */
export const cancellationMs = (order: Dated): number | undefined => {
  const date = order.billingInfo?.cancellationDate;
  return date === undefined ? undefined : Date.parse(date);
};

/**
 * Cancelled orders stay readable, and a date of cancellation may lie in the future: an order is gone when that date has
 * passed and the server is known not to run. A stopped server without such a date is still there, and billed.
 */
export const isGone = (order: Dated, nowMs: number): boolean => {
  const cancelledMs = cancellationMs(order);
  return cancelledMs !== undefined && cancelledMs <= nowMs && order.runningState === "NOTRUNNING";
};

/** Not gone: it runs or could run, and it is billed. */
export const isActive = (order: Dated, nowMs: number): boolean => !isGone(order, nowMs);

/** Still there, but with a date of cancellation: it ends by itself. */
export const isEnding = (order: Dated, nowMs: number): boolean =>
  cancellationMs(order) !== undefined && isActive(order, nowMs);

/** The tags put on the order when it was bought. A map, so that no key can mean anything but itself. */
export const tagsOf = (order: Pick<AboutOrder, "metaData">): ReadonlyMap<string, string> =>
  new Map((order.metaData ?? []).map(({ key, value }) => [key, value]));
