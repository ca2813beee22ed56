import { aboutMoney, describeOrder, describeServer, inBrackets } from "../service/wire/messages";
import { type AboutOrder, hasEnd, isGone } from "../service/wire/order";
import type { Program } from "./program";
import type { OwnedServer, Recorded } from "./server";

/** Decides how a resource's order ends, once it has been read: nothing is left to do if it is cancelled already, or ends as the program wants it. */
export function planCancellation(
  order: AboutOrder,
  recorded: { readonly cancel?: string | undefined },
  nowMs: number,
): "nothing" | "at-period-end" | "immediately" {
  if (isGone(order, nowMs)) return "nothing";
  if (recorded.cancel !== "at-period-end") return "immediately";
  return hasEnd(order) ? "nothing" : "at-period-end";
}

/** For `retainOnDelete`. */
export const retainedWords = "retainOnDelete (a destroy will leave the server running, and billed)";

/** What a destroy will do from now on. */
export function cancelWords({ cancel, __isRetained: isRetained }: Program): string {
  if (isRetained === true) return retainedWords;
  return cancel === "at-period-end"
    ? "a destroy will leave the server running and billed until the end of its period"
    : "a destroy will delete the server and its data at once; unused time is credited";
}

/** For a purchase whose order has not turned up in all the time that it may take. */
export const pendingGivenUpMessage = (domainName: string): string =>
  `The purchase of "${domainName}" has no known outcome, and no order has turned up: nothing was cancelled.`;

export const stoppedWaitingMessage = (domainName: string): string =>
  `The purchase of "${domainName}" stays in the state, because the run was stopped: its order may still turn up, and be billed. Run the same command again.`;

/** For a deletion that could not even read the order. Of a purchase without an answer, nobody knows whether there is one. */
export const notCancelledMessage = ({ orderOid, domainName }: Recorded): string =>
  orderOid === undefined
    ? `The purchase of "${domainName}" stays in the state: it may be billed.`
    : `Order ${orderOid}${inBrackets(domainName)} was not cancelled.`;

/** For the line of a server that was just cancelled. Names the order: after a rename the line appears under the resource's former name, which another server may now have. */
export const cancelledLine = ({ orderOid, domainName }: AboutOrder, messages: readonly string[]): string =>
  `order ${orderOid}${inBrackets(domainName)} is cancelled: all its data and its IP are lost${aboutMoney(messages)}`;

/** The same if an interrupted run, or somebody else, has cancelled it. */
export const goneAlreadyLine = ({ orderOid, domainName }: AboutOrder): string =>
  `order ${orderOid}${inBrackets(domainName)} had already been cancelled`;

export const heldByAnotherMessage = (orderOid: number): string =>
  `Order ${orderOid} was not cancelled, because another resource of this run holds it. Only this entry leaves the state.`;

export const protectedMessage = (recorded: OwnedServer): string =>
  `${describeServer(recorded)} was not cancelled: the program protects it. ` +
  'Undo a taint with "pulumi state untaint"; or, if you no longer need the server, take "protect" out of the program and run "pulumi up" before you replace it.';

/** For `--continue-on-error`, with which a server is deleted although the one that takes its place was refused. */
export const inTheWayMessage = (recorded: OwnedServer): string =>
  `${describeServer(recorded)} was not cancelled: because of it, this run refused to buy a server. Settle that error, and run the same command again.`;

export const runsUntilMessage = (order: AboutOrder): string =>
  `${describeOrder(order)} is billed until ${order.billingInfo?.cancellationDate}; then all its data is lost.`;

/** The same where another server takes its place, as after an interrupted replacement, whatever a diff has said of changes. */
export const replacedWhileEndingMessage = (order: AboutOrder): string =>
  `${runsUntilMessage(order)} This run puts another server in its place, and changes nothing on this one. To keep this one, first ask RimuHosting's support to undo the cancellation.`;

/**
 * For the line of a server whose end is not seen yet.
 *
 * @param failed what came of the call that was to end it, if it failed
 */
export const waitingForEndLine = (orderOid: number, failed: string | undefined): string =>
  `${failed === undefined ? "" : `${failed}; `}waiting until order ${orderOid} shows its end`;

/**
 * The call that was to end the order was sent, and the order shows no end, or a server that still runs.
 *
 * @param before as it was before the call
 * @param last as it was last seen since; `undefined` if no read has succeeded
 * @param failed what came of the call, if it failed
 */
export function notEndedMessage(before: AboutOrder, last: AboutOrder | undefined, failed: string | undefined): string {
  const date = last?.billingInfo?.cancellationDate;
  const shown =
    last === undefined
      ? "it could not be read since: it may be billed"
      : date === undefined
        ? "the service still shows it as active: it is billed"
        : `the service shows ${date} as its date of cancellation, and it may run: it is billed`;
  return (
    `${describeOrder(last ?? before)} was to be cancelled, but ${shown}. ${failed === undefined ? "" : `${failed}. `}` +
    "Run the same command again, or cancel the order in the control panel."
  );
}
