import { nameInUrn } from "../engine/resource-types";
import { describeOrder, describeOrders, timeOfDay } from "../service/wire/messages";
import type { AboutOrder } from "../service/wire/order";
import type { RefusalReason, Situation } from "./judge";
import { ownTags, readableName } from "./tags";

/** Why nothing was bought, and the ways out. */
export function refusalMessage(
  domainName: string | undefined,
  reason: RefusalReason,
  orders: readonly AboutOrder[],
  { urn, buysFirst }: Pick<Situation, "urn" | "buysFirst">,
): string {
  const found = describeOrders(orders);
  const oid = orders[0]?.orderOid;
  const head = `Nothing was bought for "${domainName ?? "this server"}": `;
  // A taint and --replace call no diff, so nothing tells that the order is the one that makes room.
  const ifReplaced = buysFirst
    ? ' If this run is to replace the server, take deleteBeforeReplace: false out for it, or undo a taint with "pulumi state untaint".'
    : "";
  switch (reason) {
    case "several":
      return (
        `${head}${found} carry the idempotency key of this server, and all of them are billed. ` +
        'Find out which one holds your data, adopt it with the option import: "<its number>", and cancel the others in the control panel.'
      );
    case "may-be-in-use":
      return (
        `${head}${found} carries the idempotency key of this server, and may be the one that this run replaces. ` +
        'Take deleteBeforeReplace: false out for this run, or undo a taint with "pulumi state untaint"; ' +
        `if the order is missing from the state after an interrupted run, adopt it with the option import: "${oid}".`
      );
    case "other-key":
      return (
        `${head}an interrupted replacement of server and key has bought ${found}, which carries the key's new value, while the state holds another order. ` +
        `To keep the new one, run "pulumi state delete" for the server and adopt it with the option import: "${oid}"; to keep the old one, cancel ${oid} in the control panel.`
      );
    case "same-stack":
      return (
        `${head}this stack has bought ${found} for the same domain name, as ${formerNames(orders)}. ` +
        `If the resource was renamed, write ${aliasIn(orders, urn)} into its options; if the state was lost, adopt the order with import: "${oid}". ` +
        `If two servers of this name are meant, run "pulumi config set rimuhosting:sameDomainName allow".${ifReplaced}`
      );
    case "unnamed":
      return (
        `${head}the account has ${found} with the same domain name, and nothing says which stack bought it. ` +
        `If that is this server, adopt it with the option import: "${oid}", which buys nothing. ` +
        `If two servers of this name are meant, run "pulumi config set rimuhosting:sameDomainName allow".${ifReplaced}`
      );
    default:
      return reason satisfies never;
  }
}

const namesOf = (orders: readonly AboutOrder[]): string[] => orders.flatMap((order) => ownTags(order).name ?? []);

const formerNames = (orders: readonly AboutOrder[]): string =>
  [...new Set(namesOf(orders))].map((name) => `"${name.split("/").slice(2).join("/")}"`).join(" and ");

/** A tag spells a name without spaces and colons; where the program does too, this is what to write. */
function aliasIn(orders: readonly AboutOrder[], urn: string | undefined): string {
  const [former = "old-name"] = namesOf(orders).map((name) => name.split("/").slice(2).join("/"));
  const isSameName = urn !== undefined && former === readableName(urn).split("/").slice(2).join("/");
  return isSameName ? "aliases: [{ parent: <its former parent> }]" : `aliases: [{ name: ${JSON.stringify(former)} }]`;
}

/** For the second of two servers. */
export const sameNameMessage = (domainName: string, other: string): string =>
  `domainName is "${domainName}", and so is that of "${nameInUrn(other)}", which this run buys too. Nothing was bought for this one. ` +
  'Give it another name; if two servers of this name are meant, run "pulumi config set rimuhosting:sameDomainName allow"';

/** For a purchase still waiting when its CLI died: nothing would save what it buys. */
export const engineGoneMessage = (domainName: string): string =>
  `Nothing was bought for "${domainName}": the Pulumi CLI that asked for it has ended. Run "pulumi up" again.`;

/** For the resource's line while an order of an earlier run may still turn up. */
export const waitingLine = (untilMs: number): string =>
  `looks until ${timeOfDay(untilMs)} for an order of an interrupted run`;

/** For the resource's line while the order of a lost answer may still turn up. */
export const lostAnswerLine = (untilMs: number): string =>
  `the answer to the order was lost; looks for the order until ${timeOfDay(untilMs)}`;

/** The loss comes first: the resource's row shows one sentence. */
const ifReplacedWords = (order: AboutOrder, price: string | undefined): string =>
  `If this run replaces the server (a taint, --replace), ${describeOrder(order)} is cancelled first: all its data and its IP will be lost, and another is bought${price === undefined ? "" : ` for ${price}`}.`;

/** In a preview: a taint and `--replace` look like a creation to the provider. The engine's own word on the line tells which of the two happens. */
export const foundInPreviewWarning = (order: AboutOrder, price: string | undefined): string =>
  `${ifReplacedWords(order, price)} If it creates it, that order is adopted, as it carries the server's idempotency key, and nothing is bought.`;

/** The same for an order that has another key, or none. */
export const openInPreviewWarning = (order: AboutOrder, refusal: string, price: string | undefined): string =>
  `${ifReplacedWords(order, price)} If it creates it: ${refusal}`;

export const adoptedLine = (order: AboutOrder): string =>
  `adopts order ${order.orderOid}, which carries its idempotency key; buys nothing`;

/** After the adoption, where the server is not what the program asks for by now. */
export const adoptedDifferentMessage = (order: AboutOrder, differences: readonly string[]): string =>
  `Order ${order.orderOid} is adopted: it carries this server's idempotency key, and nothing was bought. It differs from the program: ${differences.join("; ")}. ` +
  'The next "pulumi up" changes that, and its preview says how.';

export const couldNotLookMessage = (reason: string): string =>
  `The account's orders could not be searched, so the preview does not know of others with the same domain name: ${reason}`;

/** For an order that runs on beside the one that is bought. */
export const endingMessage = (order: AboutOrder): string =>
  `Order ${order.orderOid} has the same domain name and runs until ${order.billingInfo?.cancellationDate}: until then both are billed.`;

/** For an answer about an order that is not the one that was bought. */
export const answerOfAnotherMessage = (domainName: string, orderOid: number): string =>
  `The service's answer to the purchase of "${domainName}" is about order ${orderOid}, which another purchase has made. The order that was bought is looked for by its tag.`;

/** For an order without the tags that it was bought with. */
export const untaggedMessage = (order: AboutOrder): string =>
  `${describeOrder(order)} was bought, but the service does not show it with its tags: after an interrupted run it could not be found again.`;

export const otherPasswordMessage = (order: AboutOrder): string =>
  `${describeOrder(order)} was set up with another root password than the requested one. The output password is the one that the service names.`;

/** For a server whose installation could not be waited for. */
export const withoutAddressMessage =
  (order: AboutOrder) =>
  (why: string): string =>
    `Order ${order.orderOid} was bought and is in the state, but it has no address yet. ${why}`;

/** For a purchase without an answer whose order has not turned up in all the time that it may take. */
export const pendingMessage = (domainName: string, why: string, sentMs: number): string =>
  `Ordering "${domainName}" at ${timeOfDay(sentMs)} got no clear answer (${why}), and its order has not turned up. ` +
  'Run "pulumi up" again: it looks for the order once more, and buys the server if there is none.';

export const severalOrdersMessage = (own: AboutOrder, others: readonly AboutOrder[]): string =>
  `Two or more orders carry the idempotency key of this server. It uses ${describeOrder(own)}. Also active, and billed: ${describeOrders(others)}. ` +
  'Nothing was cancelled: find out which ones hold data, cancel the others in the control panel, and run "pulumi up" again.';

/** For the deletion of a key whose server is still billed. */
export const stillBilledMessage = (orders: readonly AboutOrder[], policy: "fail" | "warn"): string =>
  `Still billed, bought for this server and not in this stack's state: ${describeOrders(orders)}. ` +
  (policy === "warn"
    ? "Nothing was cancelled: cancel in the control panel what you do not need."
    : `Declare the server again under its former name, adopt the order with the option import: "${orders[0]?.orderOid}", or cancel it in the control panel. ` +
      'If it was moved to another stack or given away on purpose, run "pulumi state delete" for this idempotency key.');

export const notAskedMessage = (why: string, policy: "fail" | "warn"): string =>
  `Whether an order of this server is still billed could not be checked: ${why} ` +
  (policy === "warn"
    ? "Check in the control panel."
    : 'Run the same command again; if nobody can look there any more, check in the control panel and run "pulumi state delete" for this idempotency key, ' +
      "or set RIMUHOSTING_STRAYSONDELETE=warn in the environment.");
