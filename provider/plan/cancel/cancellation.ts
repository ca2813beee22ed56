import { type AboutOrder, cancellationMs, hasEnd, isActive, isGone, looksCancelled } from "../../schema/order";
import type { Recorded } from "../../schema/vps-outputs";
import { aboutMoney, describeOrder, describeOrders, elapsed, inBrackets } from "../messages";
import { belongsToAnother, buyingStack } from "../purchase/tags";

/** What a deletion does to an order. */
export type Cancellation =
  /** Cancelled already, or ending as the program wants it. */
  | { readonly kind: "done" }
  | { readonly kind: "refuse"; readonly reason: string }
  | { readonly kind: "at-period-end" }
  | { readonly kind: "immediately" };

/** Decides how a resource's order ends, once it has been read. */
export function planCancellation(order: AboutOrder, recorded: Recorded, nowMs: number): Cancellation {
  if (isGone(order, nowMs)) return { kind: "done" };
  if (belongsToAnother(order, recorded.__key)) return { kind: "refuse", reason: otherResourceMessage(order) };
  if (recorded.cancel !== "at-period-end") return { kind: "immediately" };
  return { kind: hasEnd(order) ? "done" : "at-period-end" };
}

/**
 * Whether an order has ended since it was read as `before`, without an answer that says so. Its date may be one that cannot be
 * read, or lie ahead if the service's two clocks differ: but it was not there before, and nothing says that the server runs.
 */
export const hasEndedSince = (before: AboutOrder, after: AboutOrder): boolean =>
  looksCancelled(after) && after.billingInfo?.cancellationDate !== before.billingInfo?.cancellationDate;

/** Billed with no end in sight. Dedicated servers are never this provider's. */
export const isStillBilled = (order: AboutOrder, nowMs: number): boolean =>
  isActive(order, nowMs) && !hasEnd(order) && order.serverType !== "PHYSICAL";

/** The ledger's deletion does not know which names the stack has had, so the names on the orders are for people to judge. */
function boughtBy(orders: readonly AboutOrder[]): string {
  const buyers = [...new Set(orders.flatMap((order) => buyingStack(order) ?? []))];
  return buyers.length === 0
    ? ""
    : `Bought as ${buyers.join(", ")}: if that is another stack, with a copy of this state, its servers are in use. `;
}

/** For the run that deletes the ledger: a destroy, or an `up` whose program has no server left. */
export const remainingStraysMessage = (orders: readonly AboutOrder[], policy: "fail" | "warn"): string =>
  `Still active, and billed, bought by this stack but no longer in its state: ${describeOrders(orders)}. ` +
  'Left by an interrupted run, or kept on purpose ("retainOnDelete", "pulumi state delete", "pulumi state move"). ' +
  boughtBy(orders) +
  (policy === "warn"
    ? "Nothing is cancelled, and all of this stays billed: cancel at the service what you do not need."
    : "Cancel at the service what you do not need and run the same command again; to leave the rest running and billed, run it with RIMUHOSTING_STRAYSONDESTROY=warn in the environment " +
      '(the setting straysOnDestroy takes effect from the next "pulumi up": a destroy uses the settings of the last one).');

/** @param policy `fail` for the refusal to go on */
export const accountNotAskedMessage = (account: string, reason: string, policy: "fail" | "warn"): string =>
  `Could not check whether orders of this stack are left over, and still billed, in ${account}: ${reason} ` +
  (policy === "warn"
    ? "Check at the service."
    : "Run the same command again; if nobody can look there any more, check at the service, and run it with RIMUHOSTING_STRAYSONDESTROY=warn in the environment.");

/** For a purchase whose order has not turned up by the time it is destroyed. */
export const pendingGivenUpMessage = (domainName: string, since: string): string =>
  `No order of the purchase of "${domainName}" (${since}) has turned up yet, so there was nothing to cancel. Check at the service in an hour: an order that has turned up by then is billed.`;

/** For the line of a server that was just cancelled. Names it: after a rename this stands under the resource's former name, which may be another server's by now. */
export const cancelledLine = ({ orderOid, domainName }: AboutOrder, messages: readonly string[]): string =>
  `order ${orderOid}${inBrackets(domainName)} is cancelled: all its data and its IP are lost${aboutMoney(messages)}`;

export const heldByAnotherMessage = (orderOid: number): string =>
  `Order ${orderOid} was not cancelled: another resource of this stack also holds it. Only this entry is removed from the state.`;

const otherResourceMessage = (order: AboutOrder): string =>
  `${describeOrder(order)} was not cancelled: it carries the tag of another resource. It keeps running and is billed. ` +
  'To keep it, run "pulumi state delete" for this resource; otherwise cancel it at the service first.';

export const runsUntilMessage = (order: AboutOrder): string =>
  `${describeOrder(order)} runs, and is billed, until ${order.billingInfo?.cancellationDate}.`;

/**
 * For the line of a server whose end is not seen yet.
 *
 * @param failed what came of the call that was to end it, if it failed
 */
export const waitingForEndLine = (awaited: string, limitMs: number, failed: string | undefined): string =>
  `${failed === undefined ? "" : `${failed}; `}waiting up to ${elapsed(limitMs)} until ${awaited}`;

/**
 * The call that was to end the order was sent, and the order shows no end, or one that is not certain.
 *
 * @param order as it was last seen
 * @param reason why the call failed, if it did
 */
export function notEndedMessage(order: AboutOrder, reason: string | undefined): string {
  const because = reason === undefined ? "" : `${reason} `;
  if (!hasEnd(order))
    return (
      `${describeOrder(order)} was to be cancelled, but the service still shows it active: it is billed. ` +
      `${because}Run "pulumi destroy" again, or cancel it at the service.`
    );
  return (
    `${describeOrder(order)} was to be cancelled, and whether it is remains open: the service shows the date of cancellation ` +
    `"${order.billingInfo?.cancellationDate}", ${whyUnclear(order)}. It may be billed until it has ended. ${because}` +
    'Run "pulumi destroy" again; if the service\'s control panel shows the order as cancelled, remove it with "pulumi state delete".'
  );
}

function whyUnclear(order: AboutOrder): string {
  if (!looksCancelled(order)) return "but also that the server runs";
  return cancellationMs(order) === undefined ? "which cannot be read" : "which by its own clock is still to come";
}
