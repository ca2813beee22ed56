import { type AboutOrder, cancellationMs, isActive, isGone } from "../../schema/order";
import type { OwnedServer } from "../../schema/vps-outputs";
import { describeOrder, describeOrders, inBrackets, serviceWords } from "../messages";
import { ownTags } from "../purchase/tags";

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

export const leftoversMessage = (orders: readonly AboutOrder[]): string =>
  `Still active, and billed, bought by this stack but no longer in its state: ${describeOrders(orders)}. ` +
  'They come from an interrupted run, or were kept on purpose ("retainOnDelete", "pulumi state delete", "pulumi state move"). ' +
  'Cancel at the service the ones you do not need and run "pulumi destroy" again; to keep them, run it with RIMUHOSTING_LEFTOVERSONDESTROY=warn in the environment ' +
  '(the stack\'s setting leftoversOnDestroy takes effect from the next "pulumi up": a destroy uses the settings of the last one).';

export const accountNotAskedMessage = (account: string, reason: string): string =>
  `Could not check whether orders of this stack are left over, and still billed, in ${account}. ${reason} Check at the service.`;

/** For a purchase whose order has not turned up by the time it is destroyed. */
export const pendingGivenUpMessage = (domainName: string, since: string): string =>
  `No order of the purchase of "${domainName}" (${since}) has turned up yet, so there was nothing to cancel. Check at the service in an hour: an order that has turned up by then is billed.`;

/** The text on the line of a server that was just cancelled. */
/** Names the server: after a rename this stands under the resource's former name, which may be another server's by now. */
export const cancelledLine = ({ orderOid, domainName }: AboutOrder, messages: readonly string[]): string =>
  `order ${orderOid}${inBrackets(domainName)} is cancelled${serviceWords(messages)}`;

export const heldByAnotherMessage = (orderOid: number): string =>
  `Order ${orderOid} was not cancelled: another resource of this stack also holds it. Only this entry is removed from the state.`;

const otherResourceMessage = (order: AboutOrder): string =>
  `${describeOrder(order)} was not cancelled: it carries the tag of another resource. It keeps running and is billed. ` +
  'To keep it, run "pulumi state delete" for this resource; otherwise cancel it at the service first.';

export const runsUntilMessage = (order: AboutOrder): string =>
  `${describeOrder(order)} runs, and is billed, until ${order.billingInfo?.cancellationDate}.`;

/** The call that was to end the order was sent, and the order shows no end. `reason`: why the call failed, if it did. */
export const stillActiveMessage = (order: AboutOrder, reason: string | undefined): string =>
  `${describeOrder(order)} was to be cancelled, but the service still shows it active: it is billed. ` +
  `${reason === undefined ? "" : `${reason} `}Run "pulumi destroy" again, or cancel it at the service.`;
