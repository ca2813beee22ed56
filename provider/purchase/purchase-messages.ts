import { nameInUrn } from "../engine/resource-types";
import { describeOrder, describeOrders, timeOfDay } from "../service/wire/messages";
import type { AboutOrder } from "../service/wire/order";
import type { JudgeInput, RefusalReason } from "./judge";
import { providerTags, readableName, resourceIn } from "./tags";

/** Why nothing was bought, and the ways out. */
export function refusalMessage(
  domainName: string | undefined,
  reason: RefusalReason,
  orders: readonly AboutOrder[],
  { urn, buysFirst, isForecast = false }: Pick<JudgeInput, "urn" | "buysFirst"> & { readonly isForecast?: boolean },
): string {
  const found = describeOrders(orders);
  const oid = orders[0]?.orderOid;
  const head = `${nothingBoughtWords(isForecast)} for "${domainName ?? "this server"}": `;
  // A taint and --replace call no diff, so nothing shows whether the order is the one that makes room.
  const ifReplaced = buysFirst
    ? ' If this run is to replace the server, take out deleteBeforeReplace: false, or undo a taint with "pulumi state untaint".'
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
        `${head}an interrupted replacement bought ${found} under a new key, but the state still holds the old order. ` +
        `To keep the new one, run "pulumi state delete" for the server and adopt it with the option import: "${oid}"; to keep the old one, cancel ${oid} in the control panel.`
      );
    case "same-stack":
      return (
        `${head}this stack already bought ${found} for this domain name, as ${formerNames(orders)}.\n` +
        `  - ${aliasAdvice(orders, urn, isForecast)}.\n` +
        `  - If you lost the state, or restored an old one, add import: "${oid}" to its options.` +
        (isSameName(namesOf(orders), urn)
          ? ""
          : `\n  - If ${formerNames(orders)} is still in the program, give this server another domainName, or run "pulumi config set rimuhosting:sameDomainName allow" to have two servers with this name.`) +
        (ifReplaced && `\n  -${ifReplaced}`)
      );
    case "unnamed":
      return (
        `${head}the account already has ${found} with this domain name, and no tag says which stack bought it. ` +
        `If it is this server, adopt it with the option import: "${oid}", which buys nothing. ` +
        `If you want two servers with this name, run "pulumi config set rimuhosting:sameDomainName allow".${ifReplaced}`
      );
    default:
      return reason satisfies never;
  }
}

/**
 * Why a check refuses what may be the adoption of an order or its replacement.
 *
 * @param own the order with the server's idempotency key
 * @param others what has the same domain name, and stops a purchase
 */
export function twoOrdersMessage(
  domainName: string | undefined,
  own: AboutOrder,
  others: readonly AboutOrder[],
  isForecast: boolean,
): string {
  return (
    `${nothingBoughtWords(isForecast)} for "${domainName ?? "this server"}", and nothing ${isForecast ? "will be" : "was"} cancelled: ${describeOrder(own)} carries this server's idempotency key, and ${describeOrders(others)} ${others.length > 1 ? "have" : "has"} the same domain name.\n` +
    "  - If you need only one of them, cancel the others in the control panel. " +
    `If that includes order ${own.orderOid}, run "pulumi refresh", and adopt the one you keep with the option import.\n` +
    `  - If you need all of them, run "pulumi config set rimuhosting:sameDomainName allow". A creation then adopts order ${own.orderOid}; a replacement (--replace, pulumi state taint) cancels it, with its data and its IP lost, and buys another server.\n` +
    '  - Undo a taint with "pulumi state untaint".'
  );
}

const namesOf = (orders: readonly AboutOrder[]): string[] => orders.flatMap((order) => providerTags(order).name ?? []);

const formerNames = (orders: readonly AboutOrder[]): string =>
  [...new Set(namesOf(orders))].map((name) => `"${resourceIn(name)}"`).join(" and ");

/** Whether the order was bought as this very resource, as far as its tag tells. */
const isSameName = ([name]: readonly string[], urn: string | undefined): boolean =>
  name !== undefined && urn !== undefined && resourceIn(name) === resourceIn(readableName(urn));

/**
 * A tag has the name of the purchase, spelt without spaces and colons: what to write, unless the resource was renamed more than once. An
 * `up` has saved a second key by now, and with that one in place the alias would not bring back the first.
 */
function aliasAdvice(orders: readonly AboutOrder[], urn: string | undefined, isForecast: boolean): string {
  const names = namesOf(orders);
  const [former = "old-name"] = names.map(resourceIn);
  const [what, back, alias] = isSameName(names, urn)
    ? [
        "moved the resource to another parent",
        "move it back",
        "aliases: [{ parent: <its former parent> }] to its options",
      ]
    : [
        "renamed the resource",
        "rename it back",
        `its former name to its options: aliases: [{ name: ${JSON.stringify(former)} }], or its latest name if it has been renamed since`,
      ];
  return `If you ${what}, ${isForecast ? "" : `first ${back} and run "pulumi up", because this run has saved a second key; then `}add ${alias}`;
}

const nothingBoughtWords = (isForecast: boolean): string =>
  isForecast ? "Nothing will be bought" : "Nothing was bought";

/** For the second of two servers. */
export const sameNameMessage = (domainName: string, urn: string, other: string, isForecast: boolean): string =>
  `"${nameInUrn(urn)}" and "${nameInUrn(other)}" have the same domainName "${domainName}", so "${nameInUrn(urn)}" ${isForecast ? "will not be" : "was not"} bought. ` +
  `Change the domainName of "${nameInUrn(urn)}"; if you want two servers with this name, run "pulumi config set rimuhosting:sameDomainName allow"`;

/** For a purchase still waiting when its CLI died: nothing would save what it buys. */
export const engineGoneMessage = (domainName: string): string =>
  `Nothing was bought for "${domainName}": the Pulumi CLI that started this run has ended. Run "pulumi up" again.`;

/** For the resource's line while an order of an earlier run may still turn up. */
export const waitingLine = (untilMs: number): string =>
  `looking for an order from an interrupted run, until ${timeOfDay(untilMs)}`;

/** On the stack's line, while the key of a removed server waits. */
export const lastLookLine = (untilMs: number): string =>
  `looking for an order of a removed server, until ${timeOfDay(untilMs)}`;

/** For the resource's line while the order of a lost answer may still turn up. */
export const lostAnswerLine = (untilMs: number): string =>
  `no answer from the service: looking for the order, until ${timeOfDay(untilMs)}`;

const replacementWords = (order: string, price: string | undefined): string =>
  `replacement (--replace, pulumi state taint) cancels ${order} first, with its data and its IP lost, and buys another server${price === undefined ? "" : ` for ${price}`}.`;

/** In a preview: a taint and `--replace` look like a creation to the provider. The engine's own word on the line shows which of the two happens. */
export const foundInPreviewWarning = (
  order: AboutOrder,
  unshown: readonly string[],
  differences: readonly string[],
  price: string | undefined,
): string =>
  `${describeOrder(order)} carries this server's idempotency key. A creation adopts it and buys nothing${asBought(unshown)}${thenStops(differences)}. ` +
  `A ${replacementWords("it", price)}`;

/** The same for an order that has another key, or none. */
export const openInPreviewWarning = (order: AboutOrder, refusal: string, price: string | undefined): string =>
  `If this server holds order ${order.orderOid}, a ${replacementWords("it", price)} A creation is refused: ${refusal.slice(refusal.indexOf(": ") + 2)}`;

export const adoptedLine = (
  order: AboutOrder,
  unshown: readonly string[] = [],
  differences: readonly string[] = [],
): string =>
  `adopts order ${order.orderOid}, bought by an earlier run${asBought(unshown)}; buys nothing${thenStops(differences)}`;

/** The program may have changed since, and an order does not show these arguments. */
const asBought = (unshown: readonly string[]): string =>
  unshown.length === 0 ? "" : ` (${unshown.join(", ")}: as of that run)`;

/** What is adopted is not changed in the same run. */
const thenStops = (differences: readonly string[]): string =>
  differences.length === 0
    ? ""
    : `, and then stops, because the order differs from the program (${differences.join("; ")})`;

/** The same once it is done, before what the server is like. */
export const adoptedWords = (unshown: readonly string[]): string =>
  `adopted: an earlier run had bought it${asBought(unshown)}`;

/** After the adoption, where the server is no longer what the program asks for. */
export const adoptedDifferentMessage = (order: AboutOrder, differences: readonly string[]): string =>
  `Adopted order ${order.orderOid}, which an earlier run had bought. It differs from the program: ${differences.join("; ")}. ` +
  'Run "pulumi preview" to see what the next "pulumi up" does about that.';

export const couldNotLookMessage = (reason: string): string =>
  `The account's orders could not be read, so the preview cannot tell whether one has the same domain name: ${reason}`;

/** For an order that runs on beside the one that is bought. */
export const endingMessage = (order: AboutOrder): string =>
  `Order ${order.orderOid} has the same domain name and is due to end on ${order.billingInfo?.cancellationDate}: unless this run deletes it, it and the new server are both billed until then.`;

/** For an answer about an order that is not the one that was bought. */
export const answerOfAnotherMessage = (domainName: string, orderOid: number): string =>
  `The service's answer to the purchase of "${domainName}" is about order ${orderOid}, which belongs to another purchase. The provider looks for the right order by its tag.`;

/** For an order without the tags that it was bought with. */
export const untaggedMessage = (order: AboutOrder): string =>
  `${describeOrder(order)} was bought, but the service shows it without its tags: if this run is interrupted before it ends, look for the order in the control panel before you run "pulumi up" again.`;

export const otherPasswordMessage = (order: AboutOrder): string =>
  `${describeOrder(order)} was set up with a different root password than requested. The output password holds the one that the service reported.`;

/** For a server whose installation could not be waited for. */
export const withoutAddressMessage =
  (order: AboutOrder) =>
  (why: string): string =>
    `Order ${order.orderOid} was bought and is in the state, but it is not known to run yet. ${why}`;

/** For a purchase without an answer whose order has not turned up in all the time that it may take. */
export const pendingMessage = (domainName: string, why: string, sentMs: number): string =>
  `No order for "${domainName}" has turned up since ${timeOfDay(sentMs)}, but one may exist, and be billed: ${why}. ` +
  'Run "pulumi up" again: it looks once more, and buys the server if there is no order.';

export const severalOrdersMessage = (order: AboutOrder, others: readonly AboutOrder[]): string =>
  `Two or more orders carry the idempotency key of this server. The state holds ${describeOrder(order)}; also active, and billed: ${describeOrders(others)}. ` +
  'Nothing was cancelled: keep the one that holds your data, cancel the others in the control panel, and run "pulumi up --refresh".';

/** For the deletion of a key whose server is still billed. */
export const stillBilledMessage = (orders: readonly AboutOrder[], policy: "fail" | "warn"): string =>
  `Still billed, bought by this stack, and not in its state: ${describeOrders(orders)}. ` +
  (policy === "warn"
    ? "Nothing was cancelled: cancel what you do not need in the control panel."
    : `To keep it, run "pulumi up" with the server declared under its old name, or adopt it under another name with the option import: "${orders[0]?.orderOid}"; otherwise cancel it in the control panel. ` +
      'If you moved it to another stack or gave it away, run "pulumi state delete" for this idempotency key.');

export const strayCheckFailedMessage = (why: string, policy: "fail" | "warn"): string =>
  `Could not check whether an order of a server that leaves the state is still billed: ${why} ` +
  (policy === "warn"
    ? "Check in the control panel."
    : 'Run the same command again. If the account can no longer be read, check in the control panel, then run "pulumi state delete" for this idempotency key ' +
      "or set RIMUHOSTING_STRAYSONDELETE=warn in the environment.");
