import type { AboutOrder } from "../../schema/order";
import type { UnnumberedOrder } from "../../schema/order-list";
import { firstFew } from "../../schema/shown-text";
import type { OwnedServer } from "../../schema/vps-outputs";
import { aboutMoney, describeOrder, describeOrders, inBrackets, inOneLine } from "../messages";
import { monthly } from "../money";
import { buyingStack, ownTags } from "./tags";
import type { Doubt, RefusalReason } from "./verdict";

/** Without the setting, the option alone would be refused. */
const adoption =
  'run "pulumi config set rimuhosting:adoptOrders <orders>" and adopt it with the option import: "<order>"';

const both = 'run "pulumi config set rimuhosting:foreignOrders ignore"';

/** Why nothing was bought, and what to do about it. */
const refusals: Record<RefusalReason, { readonly because: string; readonly wayOut: string }> = {
  "state-unknown": {
    because: "bought by this stack, whose saved state could not be read, so that nothing tells what is in use.",
    wayOut: "Leave everything as it is",
  },
  several: {
    because: "bought for this very resource by interrupted runs, and the state holds none of them.",
    wayOut:
      'Find out which one holds your data, adopt that one with the option import: "its number", and cancel the others at the service',
  },
  "other-request": {
    because:
      "bought for this server by an interrupted run of this stack, with other arguments than the program has now.",
    wayOut:
      'Set the arguments of that order and run "pulumi up" again, then change them; or cancel at the service what nothing uses',
  },
  "other-provider": {
    because:
      "bought by an interrupted run of this stack with the same arguments under another name in the program, and with several providers nothing tells for which server.",
    wayOut:
      'If that is the server of this resource, add its former name to the option aliases, or adopt it with the option import: "<order>"; cancel at the service what nothing uses',
  },
  "too-old": {
    because:
      "bought for this server by an interrupted run of this stack, and more than a day old: too old to adopt without your confirmation.",
    wayOut:
      'If it is the server of this resource, adopt it with the option import: "<order>"; if nothing uses it, cancel the order at the service',
  },
  ending: {
    because:
      "bought for this resource by an interrupted run of this stack, and due to be cancelled at the end of its period.",
    wayOut: "Ask the service's support to withdraw the cancellation, or give the resource another name",
  },
  "once-owned": {
    because:
      "bought for this very resource and once in this stack's state: another stack or a person may own that server now, or a destroy that failed has left it to be cancelled.",
    wayOut:
      'If another stack owns it, remove this declaration or give it another name; if none does, adopt it again with the option import: "<order>", or, if it was to go, cancel the order at the service',
  },
  "other-ledger": {
    because:
      "bought as <name>, by a stack with the name of this one, under another ledger: this stack's state was lost, an earlier stack of this name kept the server when it was destroyed (retainOnDelete), or another copy of this stack uses it.",
    wayOut: `First find out whose server that is. If the state was lost or the server was kept, ${adoption}; if another copy uses it, ${both}; if nobody needs it, cancel the order at the service`,
  },
  "same-domain-name": {
    because: "bought as <name>, by another stack for a server of the same domain name, under another ledger.",
    wayOut: `Give this server another domain name. If it is to take over that one, remove it from the other stack's program and, with "pulumi state delete", from its state; then ${adoption}. If both stacks are to have a server of this domain name, ${both}`,
  },
  "unnamed-stack": {
    because:
      "bought for a server of the same domain name, under another ledger, by a stack that its tags do not name: another one, or this one before its state was lost.",
    wayOut: `First find out whose server that is. If another stack uses it, give this one another domain name, or, if both are to have a server of this domain name, ${both}; if this stack's state was lost, ${adoption}; if nobody needs it, cancel the order at the service`,
  },
  untagged: {
    because:
      "bought by hand for a server of the same domain name: this stack has no state yet, or has lost the one that had adopted it.",
    wayOut: `If that is the server of this resource, adopt it with the option import: "<order>", which buys nothing; if both are to have this domain name, ${both}`,
  },
  "other-stack": {
    because:
      "bought by the stack <stack> with the ledger of this one: the state of one of the two is a copy of the other's, and a server can belong to one stack only.",
    wayOut:
      'If that stack uses the server, give this one another domain name, or run "pulumi config set rimuhosting:foreignOrders ignore"; if that is a former name of this very stack, adopt the server with the option import: "<order>"',
  },
};

const stacks = (orders: readonly AboutOrder[]): string =>
  [...new Set(orders.flatMap((order) => buyingStack(order) ?? []))].join(", ");

const names = (orders: readonly AboutOrder[]): string =>
  [...new Set(orders.flatMap((order) => ownTags(order).name ?? []))].join(", ");

/** Why nothing was bought although a resource was to be created, and the ways out. */
export function refusalMessage(domainName: string, reason: RefusalReason, orders: readonly AboutOrder[]): string {
  const { because, wayOut } = refusals[reason];
  const why = because.replace("<stack>", () => stacks(orders)).replace("<name>", () => names(orders));
  const orderOids = orders.map(({ orderOid }) => orderOid);
  const advice = wayOut.replace("<orders>", orderOids.join(",")).replace("<order>", String(orderOids[0]));
  return `Nothing was bought for "${domainName}": the account already has ${describeOrders(orders)}, ${why} ${advice}. Then run "pulumi up" again.`;
}

/** The setting is for a colleague's copy, but it outlives a lost state: then the old servers run on, and no ledger claims them. */
export const ignoredOrdersMessage = (domainName: string, orders: readonly AboutOrder[]): string =>
  `"${domainName}" is ordered because the setting foreignOrders is "ignore". Also billed, but bought under another ledger for the same project, stack and name, or for the same domain name: ` +
  `${describeOrders(orders)}. If another stack uses them, all is well; if this stack kept them (retainOnDelete), or its state was lost, cancel at the service what you do not need.`;

/** A server with the very name that is to be ordered: most likely one that was to be imported. */
export const untaggedNamesakesMessage = (domainName: string, orders: readonly AboutOrder[]): string =>
  `The account has ${describeOrders(orders)} under the same domain name, which no stack has bought and this one does not hold. Another server is ordered for "${domainName}", and both are billed. ` +
  `If that one is meant, adopt it with the option import: "${orders[0]?.orderOid}", which buys nothing.`;

/** For a purchase still waiting for its turn when the run was stopped or its CLI died: nothing would save what it buys. */
export const notWantedMessage = (domainName: string, engine: "stops" | "is-gone"): string =>
  `Nothing was bought for "${domainName}": ${engine === "stops" ? "the run was asked to stop" : "the Pulumi CLI that asked for it ended"} before its turn came. Run "pulumi up" again.`;

/** More numbers than this would not help. */
const mostNamed = 3;

const numbers = (orderOids: readonly number[]): string => firstFew(orderOids, mostNamed);

/** Why what the account has is not known, or not for sure. */
export function doubtWords(doubt: Doubt): string {
  switch (doubt.kind) {
    case "unread":
      return doubt.why;
    case "behind": {
      const [which, are] = doubt.lacked.length === 1 ? ["order", "is"] : ["orders", "are"];
      return `The service's list of orders lacks ${which} ${numbers(doubt.lacked)}, which the stack has and which ${are} not known to be cancelled: the list is behind or cut off, and may lack others too.`;
    }
    case "outdated":
      return `The service's list of orders still shows order ${numbers(doubt.ended)}, which is cancelled: the list is behind, and may lack newer orders.`;
    case "elsewhere":
      return doubt.lacked.length === 1
        ? `Order ${numbers(doubt.lacked)}, which the stack has with this provider, is not known to the account that the key belongs to: most likely it was bought in another account, where it keeps running and is billed.`
        : `Orders ${numbers(doubt.lacked)}, which the stack has with this provider, are not known to the account that the key belongs to: most likely they were bought in another account, where they keep running and are billed.`;
    case "unnumbered":
      return unnumberedWords([doubt.order]);
    default:
      return doubt satisfies never;
  }
}

/** For orders whose number makes no sense. */
export const unnumberedWords = (unnumbered: readonly UnnumberedOrder[]): string => {
  const names = unnumbered.map(({ domainName }) => domainName ?? "an order without a name").join(", ");
  return `The number of ${unnumbered.length === 1 ? "an order" : `${unnumbered.length} orders`} in the account's list could not be read (${names}).`;
};

/** Why no server is bought, although none was found that the program might have bought before. */
export function doubtMessage(domainName: string, doubt: Doubt, isReplacement: boolean): string {
  const head = isReplacement
    ? `"${domainName}" cannot be replaced yet, and nothing was cancelled or bought`
    : `Nothing was bought for "${domainName}"`;
  return `${head}: ${whyDoubted(doubt)}`;
}

function whyDoubted(doubt: Doubt): string {
  const words = doubtWords(doubt);
  switch (doubt.kind) {
    case "unread":
      return `the account's orders could not be searched: ${words}`;
    case "behind":
      return `an interrupted run may have bought it already. ${words} Run "pulumi up" again in a few minutes; if this persists, ask the service's support whether its lists end somewhere.`;
    case "outdated":
      return `an interrupted run may have bought it already. ${words} Run "pulumi up" again in a few minutes.`;
    case "elsewhere":
      return `the stack's orders could not be searched: ${words} Set the key of that account, or restore the resource's former provider.`;
    case "unnumbered":
      return `an interrupted run may have bought it already. ${words} Ask the service's support about that order.`;
    default:
      return doubt satisfies never;
  }
}

/** For the resource's own line: the engine shows an adoption as a creation. */
export const adoptionLine = (order: AboutOrder): string =>
  `adopts order ${order.orderOid}, bought by this stack but missing from its state; buys nothing`;

/** In a preview that does not know all arguments, which alone tell. */
export const possibleAdoptionLine = (order: AboutOrder): string =>
  `adopts order ${order.orderOid}, bought by this stack but missing from its state, if that was ordered with the same arguments; ` +
  "otherwise the up refuses; buys nothing";

/** For a server whose provider was swapped for one of another account. */
export const otherAccountMessage = (orderOid: number, domainName: string | undefined): string =>
  `Order ${orderOid}${inBrackets(domainName)} is not among the orders of the account that this provider's key belongs to: ` +
  "most likely it was bought in another account, where it keeps running and is billed. It was left as it is. Restore the resource's former provider; " +
  "to have the server in this account, declare a new one here and cancel the old one with its own provider.";

/** The same where it is not known which order the server is. */
export const unknownAccountMessage =
  "the provider of this resource has changed, and the stack's saved state could not be read, so it is unknown whether the server's order is in the new provider's account. " +
  "Nothing was changed. Run the command again; if nothing but the provider was to change, restore the former one";

export const couldNotLookMessage = (reason: string): string =>
  `The account's orders could not be searched, so it is not known whether an interrupted run has already bought something: ${reason}`;

/** For an answer to a purchase that is about an order which is not the one that was bought. */
export const answerOfAnotherMessage = (domainName: string, orderOid: number): string =>
  `The service's answer to the purchase of "${domainName}" is about order ${orderOid}, which is another's and is left alone. The order that was bought is looked for by its tag.`;

/** For an order that shows none of the tags that it was bought with. */
export const unprovenMessage = (order: AboutOrder, isUnread: boolean): string =>
  isUnread
    ? `${describeOrder(order)} was bought, by the service's answer. Its tags could not be checked, because neither the list of orders nor the order itself could be read.`
    : `${describeOrder(order)} was bought, but the service does not show it with its tags: an interrupted purchase could not be found again on this account.`;

export const otherPasswordMessage = (order: AboutOrder): string =>
  `${describeOrder(order)} was set up with another root password than the requested one. The output password is the one that the service names.`;

/** For a server whose installation could not be waited for. */
export const withoutAddressMessage =
  (order: AboutOrder) =>
  (why: string): string =>
    `Order ${order.orderOid} was bought and is in the state, but it has no address yet. ${why}`;

export const pendingMessage = (domainName: string, detail: string): string =>
  `Ordering "${domainName}" got no clear answer (${detail}), and no order with its tag has turned up yet. It may have been bought and may be billed. ` +
  'Run "pulumi refresh" or "pulumi up" in a few minutes: the order is looked up by its tag before anything is bought. "pulumi destroy" cancels it if it has turned up.';

export const severalOrdersMessage = (own: AboutOrder, others: readonly AboutOrder[]): string =>
  `Two or more orders carry the tag of this resource. It uses ${describeOrder(own)}. Also active, and billed: ${describeOrders(others)}. ` +
  'Nothing was cancelled. Find out which ones hold data, cancel the others at the service, and run "pulumi up" again.';

/** Which account is meant: that of an explicit provider, now or with former settings, or of the default one. */
export const accountName = (provider: string | undefined, isFormer?: boolean): string =>
  isFormer === true
    ? `the account that the provider "${provider}" used before its settings changed`
    : `the account of the ${provider === undefined ? "default provider" : `provider "${provider}"`}`;

/**
 * One message for all of them: after an interrupted run there may be many.
 *
 * @param account in words; absent where there is only one
 */
export const straysMessage = (
  strays: readonly { readonly order: AboutOrder; readonly account: string | undefined }[],
): string =>
  `Billed, bought by this stack, and unknown to its state:\n${strays.map(({ order, account }) => `  - ${describeOrder(order)}${account === undefined ? "" : `, ${account}`}`).join("\n")}\n` +
  'A server in the program that asks for exactly the same in the same account adopts such an order in a "pulumi up" and says so; then nothing is left to do. ' +
  'Any other order stays billed until you adopt it with the option import: "<its number>", or cancel it at the service.';

/** For orders with this stack's ledger that are another stack's. */
export const copiesMessage = (orders: readonly AboutOrder[]): string =>
  `Bought with the ledger of this stack by another one, ${stacks(orders)}: ${describeOrders(orders)}. The state of one of the two is a copy of the other's. ` +
  "These orders are left to that stack. If that is a former name of this very stack, an interrupted run bought them: adopt each with the option import.";

/** For orders that carry this stack's name and another ledger. */
export const sameStackNameMessage = (orders: readonly AboutOrder[]): string =>
  `Billed, and bought under the name of this stack, but under another ledger:\n${orders.map((order) => `  - ${describeOrder(order)}`).join("\n")}\n` +
  'If an earlier stack of this name kept them (retainOnDelete), or its state was lost, adopt each that you need with the option import: "<its number>", which says how to confirm that, and cancel the others at the service. ' +
  'If another stack has them (a copy, one that was renamed, or one that they were moved to), all is well: "pulumi config set rimuhosting:foreignOrders ignore" silences this, and lets this stack buy servers of the same names.';

export const awaitedMessage = (orders: readonly AboutOrder[]): string =>
  `The order of a purchase that got no answer has turned up: ${describeOrders(orders)}. A "pulumi up" or "pulumi refresh" adds it to the state of the resource that is waiting for it.`;

export const adoptedMessage = (order: AboutOrder): string =>
  `${describeOrder(order)} was bought by an interrupted run of this program and is adopted; nothing is bought. ` +
  'If every "pulumi up" warns about a pending operation from now on, "pulumi refresh --clear-pending-creates" is safe.';

/** How a server got into the state without a plain answer to its purchase. */
export type Origin = keyof typeof origins;

const origins = {
  adopted: "adopted from an interrupted run",
  recovered: "found by its tag after the answer to its purchase was lost",
} as const;

/** The text on the line of a server that was just bought. */
export function orderedLine(outputs: OwnedServer, origin: Origin | undefined): string {
  const { orderOid, primaryIp, monthlyCost, setupMessages } = outputs;
  const order = [`order ${orderOid}`, origin && origins[origin]];
  return `${inOneLine([primaryIp, monthlyCost && monthly(monthlyCost), ...order])}${aboutMoney(setupMessages ?? [])}`;
}
