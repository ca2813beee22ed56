import { nameInUrn } from "../pulumi/resource-types";
import { aliasTo, providerTags, resourceIn, stackIn, stackOf } from "../purchase/tags";
import { describeOrder } from "../service/wire/messages";
import { type AboutOrder, isPastEnd } from "../service/wire/order";
import type { Program } from "./program";
import { described, type ImportDifference } from "./record";
import { dateWords } from "./refresh-words";
import type { OwnedServer } from "./server";

/** For the resource's own line: the engine shows an import as a creation. */
export const importLine = (order: AboutOrder): string => `adopts order ${order.orderOid}; buys nothing`;

/** All differences at once; `undefined` if the import can proceed. */
export const differenceRefusal = (order: AboutOrder, differences: readonly ImportDifference[]): string | undefined =>
  differences.length === 0
    ? undefined
    : `${describeOrder(order)} differs from the program. ${differences.map(described).join("; ")}. An import changes nothing: write the server's values into the program`;

export const importedMessage = (order: AboutOrder): string => `adopted ${describeOrder(order)}; nothing was bought`;

/** Why the option `import` names no order, if it does not. */
export const importRefusal = (given: string): string | undefined =>
  /^[1-9][0-9]{0,14}$/.test(given)
    ? undefined
    : `the import option must be the number of an order and nothing else, such as "2853299702"`;

export const heldRefusal = (orderOid: number): string =>
  `the import option names order ${orderOid}, which belongs to another server of this program: deleting one would cancel the server of both. To rename a resource, use the aliases option; to give the order to another one, first run "pulumi state delete" for the one that has it`;

/** For an order that the state has for a resource of another name: a second entry of it could cancel the server of both. */
export const savedRefusal = (orderOid: number, savedAs: string, urn: string): string =>
  `the state already has order ${orderOid}, as "${nameInUrn(savedAs)}". If you have renamed or moved that resource, write ${aliasTo(savedAs, urn)} in place of import. Otherwise remove this declaration`;

/** For a server whose key is on an order that another one imports: it would take that order for its own. */
export const importedElsewhere = (orderOid: number, importer: string, own: string): string =>
  `"${importer}" imports order ${orderOid}, which was bought for "${own}", and both are in the program. Run "pulumi state delete" for "${own}" first. Take "${own}" out in the run that imports it; declare it again afterwards, and it gets an order of its own.`;

/** For two resources of a program with one order: the engine may have adopted it for the second before it looked at the first. */
export const sharedOrderMessage = (recorded: OwnedServer, urn: string, other: string): string =>
  `"${nameInUrn(urn)}" and "${nameInUrn(other)}" are both order ${recorded.orderOid}${recorded.domainName === undefined ? "" : ` (${recorded.domainName})`}: deleting one would cancel the server of both. ` +
  'Run "pulumi state delete" for one of them, if the state has it, and take it out of the program: that cancels nothing.';

/** Why `import` cannot adopt an order, as a message; `undefined` if it can. */
export function orderRefusal(order: AboutOrder, nowMs: number): string | undefined {
  const what = describeOrder(order);
  if (order.serverType !== undefined && order.serverType !== "VPS")
    return `${what} is not a VPS (the service calls it ${order.serverType}): only a VPS can be managed here`;
  if (isPastEnd(order, nowMs))
    return `${what} was cancelled at ${order.billingInfo?.cancellationDate}. Remove the import option to order a new server`;
  return undefined;
}

/** What a person who adopts an order should know, and could not guess. */
export const adoptionWarnings = (
  order: AboutOrder,
  { __key: key, __urn: urn, password }: Pick<Program, "__key" | "__urn" | "password">,
): string[] => [
  ...(providerTags(order).key === undefined || providerTags(order).key === key
    ? []
    : [boughtWarning(order, urn), ...(password === undefined ? [passwordWarning(order, urn)] : [])]),
  ...(order.billingInfo?.cancellationDate === undefined ? [] : [endWarning(order, order.billingInfo.cancellationDate)]),
  ...(order.billingInfo?.suspendedDate === undefined ? [] : [suspendedWarning(order, order.billingInfo.suspendedDate)]),
];

/** The order keeps its tags, so whoever bought it cannot know: it still looks like an interrupted purchase there. */
function boughtWarning(order: AboutOrder, urn: string | undefined): string {
  const { name } = providerTags(order);
  const what = describeOrder(order);
  if (name === undefined)
    return `${what} was bought by a stack that its tags do not name. If that is another stack, run "pulumi state delete" there first, and only then edit its program: it could cancel this server.`;
  const former = formerName(order, urn);
  if (former === undefined)
    return `${what} was bought as ${name}: by another stack, which could cancel it, or by this one under a former name. If by another, run "pulumi state delete" there first, and only then edit its program.`;
  return `${what} was bought for "${former}" of this stack under another key. Another copy of the stack's state could cancel it: run "pulumi state delete" there first.`;
}

/** The name under which this stack has bought an order, if its tags say so. */
function formerName(order: AboutOrder, urn: string | undefined): string | undefined {
  const { name = "" } = providerTags(order);
  return urn !== undefined && stackIn(name) === stackOf(urn) ? resourceIn(name) : undefined;
}

/** A generated password is in the state that the server was bought with, and nowhere else. */
const passwordWarning = (order: AboutOrder, urn: string | undefined): string =>
  `If the root password of ${describeOrder(order)} was generated, only the state of the stack that bought it has it. ` +
  `Save it ("pulumi stack export --show-secrets") before a run deletes its idempotency key${formerName(order, urn) === undefined ? "" : ", as this one may"}, and set the password argument.`;

const suspendedWarning = (order: AboutOrder, date: string): string =>
  `${describeOrder(order)} is adopted although it has been suspended since ${date}: it isn't cancelled, but nothing can be changed until RimuHosting's support resumes it.`;

const endWarning = (order: AboutOrder, date: string): string =>
  `${describeOrder(order)} is adopted although it is due to be cancelled at ${dateWords(date)}: it is billed until then, and then all its data is lost. ` +
  "A program cannot undo a cancellation: to keep the server, ask the service's support before that date; to order a new one, remove the import option.";
