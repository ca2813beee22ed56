import type { AboutOrder } from "../../schema/order";
import type { OwnedServer } from "../../schema/vps-outputs";
import { describeOrder, describeOrders, facts, inBrackets, serviceWords } from "../messages";
import { monthly } from "../money";
import type { RefusalReason } from "./verdict";

const refusalReasons: Record<RefusalReason, string> = {
  "state-unknown":
    "this stack bought it, but the stack's saved state could not be read, so it is unknown whether it is in use.",
  several: "interrupted runs bought them for this very resource, and the state holds none of them.",
  "other-request":
    "an interrupted run of this stack bought it for this server, with other arguments than the program has now.",
  "too-old":
    "an interrupted run of this stack bought it for this server, and it is more than a day old: too old to take over without your confirmation.",
  ending:
    "an interrupted run of this stack bought it for this resource, and it is due to be cancelled at the end of its period.",
  "once-owned":
    "it was bought for this very resource and was once in this stack's state: another stack or a person may own it now, or a destroy that failed has left it to be cancelled.",
  "other-ledger":
    "it was bought for the same project, stack and name, or for the same domain name, under another ledger: the state was lost, or another copy of this stack exists.",
};

const waysOut: Record<RefusalReason, string> = {
  "state-unknown": 'Run "pulumi up" again; if this persists, cancel the order at the service',
  several:
    'Find out which one holds your data, take that one over with the option import: "its number", and cancel the others at the service',
  "other-request":
    'Set the arguments it was ordered with and run "pulumi up" again, then change them; or cancel the order at the service',
  "too-old":
    'If it is the server of this resource, take it over with the option import: "<order>"; if you do not need it, cancel the order at the service',
  ending: "Ask the service's support to withdraw the cancellation, or give the resource another name",
  "once-owned":
    'If another stack owns it, remove this declaration or give it another name; if none does, take it back with the option import: "<order>", or, if it was to go, cancel the order at the service',
  "other-ledger":
    'First find out whose it is. If it belongs to another stack, run "pulumi config set rimuhosting:foreignOrders ignore"; if its state is lost, adopt the server with the option import: "<order>", which then says how to confirm that; if nobody needs it, cancel the order at the service',
};

/** Why nothing was bought although a resource was to be created, and the ways out. */
export const refusalMessage = (domainName: string, reason: RefusalReason, orders: readonly AboutOrder[]): string =>
  `Nothing was bought for "${domainName}": the account already has ${describeOrders(orders)}; ${refusalReasons[reason]} ${waysOut[reason].replace("<order>", String(orders[0]?.orderOid))}. Then run "pulumi up" again.`;

/** The setting is for a colleague's copy, but it outlives a lost state: then the old servers run on, and no ledger claims them. */
export const ignoredOrdersMessage = (domainName: string, orders: readonly AboutOrder[]): string =>
  `"${domainName}" is ordered because the setting foreignOrders is "ignore". Also billed, but bought under another ledger for the same project, stack and name, or for the same domain name: ` +
  `${describeOrders(orders)}. If another stack uses them, all is well; if the state of this stack was lost, cancel at the service the ones you do not need.`;

/** For a purchase still waiting for its turn when the run was stopped or its CLI died: nothing would save what it buys. */
export const notWantedMessage = (domainName: string, engine: "stops" | "is-gone"): string =>
  `Nothing was bought for "${domainName}": ${engine === "stops" ? "the run was asked to stop" : "the Pulumi CLI that asked for it ended"} before its turn came. Run "pulumi up" again.`;

/** For a purchase before which the orders could not be listed. */
export const unsearchedMessage = (domainName: string, problem: string): string =>
  `Nothing was bought for "${domainName}": the account's orders have to be searched first. ${problem}`;

/** For the resource's own line: the engine shows a take-over as a creation. */
export const takesOverLine = (order: AboutOrder): string =>
  `adopts order ${order.orderOid}, bought by this stack but missing from its state; buys nothing`;

/** In a preview that does not know all arguments, which alone tell. */
export const mayTakeOverLine = (order: AboutOrder): string =>
  `adopts order ${order.orderOid}, bought by this stack but missing from its state, if that was ordered with the same arguments; ` +
  "otherwise the up refuses; buys nothing";

/** For a server whose provider was swapped for one of another account. */
export const otherAccountMessage = (orderOid: number, domainName: string | undefined): string =>
  `Order ${orderOid}${inBrackets(domainName)} is not among the orders of the account that this provider's key belongs to: ` +
  "it was bought in another account, where it keeps running and is billed. Nothing was changed. Restore the resource's former provider; " +
  "to have the server in this account, declare a new one here and cancel the old one with its own provider.";

/** A replacement cancels first, so it does not start while it is unknown whether the purchase would be refused. */
export const cannotLookMessage = (domainName: string | undefined, reason: string): string =>
  `"${domainName}" cannot be replaced yet: the account's orders could not be searched. ${reason} Nothing was cancelled or bought. Run "pulumi up" again.`;

export const couldNotLookMessage = (reason: string): string =>
  `The account's orders could not be searched, so it is not known whether an interrupted run has already bought something. ${reason}`;

export const pendingMessage = (domainName: string, detail: string): string =>
  `Ordering "${domainName}" got no clear answer (${detail}), and no order with its tag has turned up yet. It may have been bought and may be billed. ` +
  'Run "pulumi refresh" or "pulumi up" in a few minutes: the order is looked up by its tag before anything is bought. "pulumi destroy" cancels it if it has turned up.';

export const twiceBoughtMessage = (own: AboutOrder, others: readonly AboutOrder[]): string =>
  `Two or more orders carry the tag of this resource. It uses ${describeOrder(own)}. Also active, and billed: ${describeOrders(others)}. ` +
  'Nothing was cancelled. Find out which ones hold data, cancel the others at the service, and run "pulumi up" again.';

/** One message for all of them: after an interrupted run there may be many. */
export const straysMessage = (orders: readonly AboutOrder[]): string =>
  `Billed, bought by this stack, and unknown to its state:\n${orders.map((order) => `  - ${describeOrder(order)}`).join("\n")}\n` +
  'A server in the program that asks for exactly the same takes over such an order in a "pulumi up" and says so; then nothing is left to do. ' +
  'Any other order stays billed until you take it over with the option import: "<its number>", or cancel it at the service.';

export const awaitedMessage = (orders: readonly AboutOrder[]): string =>
  `The order of a purchase that got no answer has turned up: ${describeOrders(orders)}. The next "pulumi up" or "pulumi refresh" adds it to the state of the resource that is waiting for it.`;

export const notSearchedMessage =
  "Orders that this stack is billed for but does not have in its state were not searched for: the program found no API key. " +
  "An inline program of the Automation API reads the environment of its own process; the workspace's envVars reach only the resources. " +
  "Set the key in the stack's configuration. Nothing was bought or changed because of this.";

export const takenOverMessage = (order: AboutOrder): string =>
  `${describeOrder(order)} was bought by an interrupted run of this program and is taken over; nothing is bought. ` +
  'If every "pulumi up" warns about a pending operation from now on, "pulumi refresh --clear-pending-creates" is safe.';

/** How a server got into the state without a plain answer to its purchase. */
export type PurchaseStory = keyof typeof stories;

const stories = {
  "taken-over": "taken over from an interrupted run",
  recovered: "found by its tag after the answer to its purchase was lost",
} as const;

/** The text on the line of a server that was just bought. */
export function orderedLine(outputs: OwnedServer, story: PurchaseStory | undefined): string {
  const { orderOid, primaryIp, monthlyCost, setupMessages } = outputs;
  const order = [`order ${orderOid}`, story && stories[story]];
  return `${facts([primaryIp, monthlyCost && monthly(monthlyCost), ...order])}${serviceWords(setupMessages ?? [])}`;
}
