import { aboutMoney, describeOrder, describeServer, elapsed, inBrackets, timeOfDay } from "../service/wire/messages";
import { type AboutOrder, cancellationMs, hasEnd, isGone, looksCancelled } from "../service/wire/order";
import type { OwnedServer, Recorded } from "./state";

/** What a deletion does to an order. */
export type Cancellation =
  /** Cancelled already, or ending as the program wants it. */
  { readonly kind: "done" } | { readonly kind: "at-period-end" } | { readonly kind: "immediately" };

/** Decides how a resource's order ends, once it has been read. */
export function planCancellation(order: AboutOrder, recorded: Recorded, nowMs: number): Cancellation {
  if (isGone(order, nowMs)) return { kind: "done" };
  if (recorded.cancel !== "at-period-end") return { kind: "immediately" };
  return { kind: hasEnd(order) ? "done" : "at-period-end" };
}

/**
 * Whether an order has ended since it was read as `before`, without an answer that says so. Its date may be one that cannot be
 * read, or lie ahead if the service's two clocks differ: but it was not there before, and nothing says that the server runs.
 */
export const hasEndedSince = (before: AboutOrder, after: AboutOrder): boolean =>
  looksCancelled(after) && after.billingInfo?.cancellationDate !== before.billingInfo?.cancellationDate;

/** For a purchase whose order has not turned up in all the time that it may take. */
export const pendingGivenUpMessage = (domainName: string): string =>
  `No order of the purchase of "${domainName}" has turned up, so there was nothing to cancel.`;

/** For the resource's own line. */
export const pendingLeavingLine = (untilMs: number): string =>
  `looks until ${timeOfDay(untilMs)} for the order of a purchase that got no answer`;

export const stoppedWaitingMessage = (domainName: string): string =>
  `The purchase of "${domainName}" stays in the state: its order may still turn up, and the Pulumi CLI has ended. Run the same command again.`;

/** For the line of a server that was just cancelled. Names it: after a rename this stands under the resource's former name, which may be another server's by now. */
export const cancelledLine = ({ orderOid, domainName }: AboutOrder, messages: readonly string[]): string =>
  `order ${orderOid}${inBrackets(domainName)} is cancelled: all its data and its IP are lost${aboutMoney(messages)}`;

export const heldByAnotherMessage = (orderOid: number): string =>
  `Order ${orderOid} was not cancelled: this run keeps or adopts it. Only this entry is removed from the state.`;

export const protectedMessage = (recorded: OwnedServer): string =>
  `${describeServer(recorded)} was not cancelled: the program protects it. ` +
  'Undo a taint with "pulumi state untaint"; or, if the server may go, take "protect" out of the program and run "pulumi up" before you replace it.';

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
