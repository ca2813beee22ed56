import { type AboutOrder, cancellationMs, isActive, isGone } from "../../schema/order";
import type { OwnedServer } from "../../schema/vps-outputs";
import { ownTags } from "../purchase/tags";
import { otherResourceMessage } from "./cancel-messages";

/** What a deletion does to an order. */
export type Cancellation =
  /** Cancelled already, or ending as the program wants it. */
  | { readonly kind: "done" }
  | { readonly kind: "refuse"; readonly reason: string }
  | { readonly kind: "at-period-end" }
  | { readonly kind: "immediately" };

/** Decides how a resource's order ends, once it has been read. */
export function planCancellation(order: AboutOrder, recorded: OwnedServer, nowMs: number): Cancellation {
  if (isGone(order, nowMs)) return { kind: "done" };
  if (isAnothers(order, recorded)) return { kind: "refuse", reason: otherResourceMessage(order) };
  if (recorded.cancel !== "at-period-end") return { kind: "immediately" };
  return { kind: isEnding(order) ? "done" : "at-period-end" };
}

/** An order with another resource's tag was never this one's. Missing tags prove nothing: a reinstall may drop them. */
function isAnothers(order: AboutOrder, recorded: OwnedServer): boolean {
  const { key } = ownTags(order);
  return key !== undefined && key !== recorded.__key;
}

/** Has a date of cancellation, past or future. */
export const isEnding = (order: AboutOrder): boolean => cancellationMs(order) !== undefined;

/** Billed with no end in sight. Dedicated servers are never this provider's. */
export const isStillBilled = (order: AboutOrder, nowMs: number): boolean =>
  isActive(order, nowMs) && !isEnding(order) && order.serverType !== "PHYSICAL";
