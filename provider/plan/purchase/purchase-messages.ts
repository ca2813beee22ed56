import type { AboutOrder } from "../../schema/order";
import type { VpsOutputs } from "../../schema/vps-outputs";
import { describeOrder, describeOrders, facts, serviceWords } from "../messages";
import { monthly } from "../money";
import type { RefusalReason } from "./verdict";

const refusalReasons: Record<RefusalReason, string> = {
  "state-unknown":
    "this stack bought it, and the stack's saved state could not be read, so nobody can say whether it is in use.",
  several: "they were bought for this very resource by interrupted runs, and the state holds none of them.",
  "other-request":
    "an interrupted run of this stack bought it for this server, and it was ordered with other arguments than the program gives now.",
  "too-old":
    "an interrupted run of this stack bought it for this server, and it is more than a day old: too old to be taken over without a word from you.",
  ending:
    "an interrupted run of this stack bought it for this resource, and it is to be cancelled at the end of its period.",
  "once-owned":
    "it was bought for this very resource and was in this stack's state once: another stack or a person may own it now.",
  "other-ledger":
    "it was bought for the same project, stack and name, or for the same domain name, under another ledger: the state was lost, or another copy of this stack exists.",
};

const waysOut: Record<RefusalReason, string> = {
  "state-unknown": 'Run "pulumi up" again; if it stays so, cancel the order at the service',
  several:
    'Find out which one holds your data, take that one over with the option import: "its number", and cancel the others at the service',
  "other-request":
    'Give the arguments it was ordered with and run "pulumi up" again, then change them; or cancel the order at the service',
  "too-old":
    'If it is the server of this resource, take it over with the option import: "<order>"; if nobody needs it, cancel the order at the service',
  ending: "Ask the service's support to withdraw the cancellation, or give the resource another name",
  "once-owned":
    'If another stack owns it, remove this declaration or give it another name; if nobody does, take it back with the option import: "<order>", or cancel the order at the service',
  "other-ledger":
    'First find out whose it is. If it is another stack\'s, set "pulumi config set rimuhosting:foreignOrders ignore"; if its state is lost, adopt the server with the option import: "<order>", which then says how to confirm it; if nobody needs it, cancel the order at the service',
};

/** Why nothing was bought although a resource was to be created, and the ways out. */
export const refusalMessage = (domainName: string, reason: RefusalReason, orders: readonly AboutOrder[]): string =>
  `Nothing was bought for "${domainName}": the account has ${describeOrders(orders)} already; ${refusalReasons[reason]} ${waysOut[reason].replace("<order>", String(orders[0]?.orderOid))}. Then run "pulumi up" again.`;

/** The setting is for a colleague's copy, and stays set when a state is lost: then the old servers go on, and no ledger asks for them. */
export const ignoredOrdersMessage = (domainName: string, orders: readonly AboutOrder[]): string =>
  `"${domainName}" is ordered, as the setting foreignOrders says "ignore". Bought under another ledger for the same project, stack and name, or for the same domain name, and billed as well: ` +
  `${describeOrders(orders)}. If another stack uses it, all is well; if the state of this stack was lost, cancel at the service what nobody needs.`;

/** A purchase that still waited for its turn when the run was stopped, or when its CLI died: nobody would save what it buys. */
export const notWantedMessage = (domainName: string, engine: "stops" | "is-gone"): string =>
  `Nothing was bought for "${domainName}": ${engine === "stops" ? "the run was asked to stop" : "the Pulumi CLI that asked for it has ended"} before its turn came. Run "pulumi up" again.`;

/** For the resource's own line: the engine shows an adoption as a creation. */
export const adoptsLine = (order: AboutOrder): string =>
  `adopts order ${order.orderOid}, which this stack bought and its state does not know; buys nothing`;

/** Said of a server whose provider was exchanged for one of another account. */
export const otherAccountMessage = (orderOid: number, domainName: string | undefined): string =>
  `Order ${orderOid}${domainName === undefined ? "" : ` (${domainName})`} is not among the orders of the account that this provider's key belongs to: ` +
  "it was bought in another account, where it runs on and is billed. Nothing was changed. Give the resource the provider that it had before; " +
  "to have the server in this account, declare a new one here and cancel the old one with the provider that it has.";

/** A replacement cancels first: it is not begun where nobody can tell whether the purchase would be refused. */
export const cannotLookMessage = (domainName: string | undefined, reason: string): string =>
  `"${domainName}" is to be replaced, and the account's orders could not be looked through before: ${reason} Nothing was cancelled or bought. Run "pulumi up" again.`;

export const couldNotLookMessage = (reason: string): string =>
  `The account's orders could not be looked through, so this preview does not know whether an interrupted run has bought something already. ${reason}`;

export const pendingMessage = (domainName: string, detail: string): string =>
  `Ordering "${domainName}" got no clear answer (${detail}), and no order with its tag has turned up yet. It may have been bought and may be billed. ` +
  'Run "pulumi refresh" or "pulumi up" in some minutes: the order is looked up by its tag before anything is bought. "pulumi destroy" cancels it if it has turned up.';

export const twiceBoughtMessage = (own: AboutOrder, others: readonly AboutOrder[]): string =>
  `Two or more orders carry the tag of this resource. It uses ${describeOrder(own)}. Also active, and billed: ${describeOrders(others)}. ` +
  'Nothing was cancelled. Look which ones hold data, cancel the surplus at the service, and run "pulumi up" again.';

/** One message for all: after an interrupted run there may be many. */
export const straysMessage = (orders: readonly AboutOrder[]): string =>
  `Billed, bought by this stack, and unknown to its state:\n${orders.map((order) => `  - ${describeOrder(order)}`).join("\n")}\n` +
  'A server of the program that asks for exactly the same takes such an order over in a "pulumi up", and says so on its line; nothing is left to do then. ' +
  'Any other one goes on being billed until you take it over with the option import: "<its number>", or cancel it at the service.';

export const awaitedMessage = (orders: readonly AboutOrder[]): string =>
  `A purchase that got no answer has turned up: ${describeOrders(orders)}. The next "pulumi up" or "pulumi refresh" takes it into the state of the resource that waits for it.`;

export const adoptedMessage = (order: AboutOrder): string =>
  `${describeOrder(order)} was bought by an interrupted run of this program and is taken over; nothing is bought. ` +
  'If every "pulumi up" warns of a pending operation from now on, "pulumi refresh --clear-pending-creates" is safe.';

/** How a server came into the state without a plain answer to its purchase. */
export type PurchaseStory = keyof typeof stories;

const stories = {
  adopted: "taken over from an interrupted run",
  recovered: "found by its tag, as the answer to its purchase was lost",
} as const;

/** What stands on the line of a server that was just bought. */
export function orderedLine(outputs: VpsOutputs, story: PurchaseStory | undefined): string {
  const { orderOid, primaryIp, monthlyCost, setupMessages } = outputs;
  const order = [`order ${orderOid}`, story && stories[story]];
  return `${facts([primaryIp, monthlyCost && monthly(monthlyCost), ...order])}${serviceWords(setupMessages ?? [])}`;
}
