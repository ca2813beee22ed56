import { ImportedOid, type Ownership } from "../../schema/hidden-inputs";
import { type AboutOrder, cancellationMs, looksCancelled } from "../../schema/order";
import { shownText } from "../../schema/shown-text";
import { describeOrder, inBrackets } from "../messages";
import type { Desired } from "../model";
import { pendingInState } from "../purchase/ownership";
import { isOfStackNamedLikeThatOf, ownTags } from "../purchase/tags";
import { dateWords } from "../update/update-messages";

/** The order that the option `import` names, or why it cannot be adopted. */
export type ImportSituation = { readonly orderOid: number } | { readonly objection: string };

/** Judges the option `import` by the state alone. */
export function importSituation(given: string, ownership: Ownership | undefined, isNew: boolean): ImportSituation {
  const { data: orderOid } = ImportedOid.safeParse(given);
  if (orderOid === undefined)
    return {
      objection: `the option import must be the number of an order, such as "2853299702", but is "${shownText(given)}"`,
    };
  const objection = ownership && situationObjection(orderOid, ownership, isNew);
  return objection === undefined ? { orderOid } : { objection };
}

function situationObjection(imported: number, ownership: Ownership, isNew: boolean): string | undefined {
  const { own, importedAlsoBy = [] } = ownership;
  if (importedAlsoBy.length > 0)
    return (
      `the option import names order ${imported}, and so does that of ${importedAlsoBy.join(", ")}: each resource would cancel the other's server. ` +
      "Remove the option from all but one"
    );
  if (isNew && ownership.kind === "state-unreadable")
    return (
      `the option import names order ${imported}, but the stack's saved state could not be read, so it is unknown whether another resource already holds that order. ` +
      'Run "pulumi up" again'
    );
  const heldBy = [...(ownership.importHeldBy ?? []), ...(own === imported ? ["this resource itself"] : [])];
  if (isNew && heldBy.length > 0) {
    return (
      `the option import names order ${imported}, which this stack's state already holds (${heldBy.join(", ")}). ` +
      "Remove the option. A server that was imported can be replaced only without it, or the order would be cancelled and then adopted; " +
      "one that was renamed in the program needs the option aliases instead"
    );
  }
  if (isNew && ownership.importReplacedBy !== undefined) {
    const urns = ownership.importReplacedBy.join(", ");
    return (
      `the option import names order ${imported}, which ${urns} held before it was replaced. If a failed run has left that order to be deleted, the provider of that server would cancel it, with all its data, after this one has adopted it. ` +
      "Import it with the provider of that server, which then leaves it alone"
    );
  }
  return !isNew && own !== undefined && own !== imported ? otherOrderObjection(imported, own) : undefined;
}

export const otherOrderObjection = (imported: string | number, ownOrder: number): string =>
  `the option import names order ${imported}, but this resource is already order ${ownOrder}. Remove the option, or import ${imported} under another name`;

export const replacedImportObjection = (imported: string, because: readonly string[]): string =>
  `${because.join(", ")} changed, which replaces the server, while the option import names order ${imported}: that order would be cancelled, leaving nothing to adopt. ` +
  "Remove the option first; what it adopted stays in the state";

/** What tells the stack that imports an order. */
type Importer = Pick<Desired, "__ledger" | "__declaredUrn" | "__ownership">;

/**
 * Why `import` cannot adopt an order, as a message; `undefined` if it can.
 *
 * @param adoptOrders orders of other ledgers that the settings allow this stack to adopt
 */
export function orderObjection(
  order: AboutOrder,
  importer: Importer,
  adoptOrders: readonly string[],
  nowMs: number,
): string | undefined {
  const what = describeOrder(order);
  if (order.serverType !== undefined && order.serverType !== "VPS")
    return `${what} is not a VPS (the service calls it ${order.serverType}): only a VPS can be managed here`;
  // Stricter than `isGone`, which takes a server for alive as long as it still runs: this one may end at any moment.
  const endMs = cancellationMs(order);
  if (endMs === undefined ? looksCancelled(order) : endMs <= nowMs)
    return `${what} was cancelled at ${order.billingInfo?.cancellationDate}. Remove the option import to order a new server`;
  const tags = ownTags(order);
  if (tags.attempt !== undefined && pendingInState(importer.__ownership).includes(tags.attempt))
    return `${what} comes from a purchase whose outcome a resource of this stack is still waiting for. Run "pulumi refresh", which assigns it to that resource`;
  if (!isOfAnotherStack(order, importer) || adoptOrders.includes(String(order.orderOid))) return undefined;
  return (
    `${what} was bought by ${buyer(order, importer)}, ledger ${tags.ledger ?? "unknown"}, which may still manage it and would cancel it. ` +
    `If that stack's state is lost, or the server was removed from it with "pulumi state delete" and from its program, confirm with "pulumi config set rimuhosting:adoptOrders ${order.orderOid}" (separate several with commas)`
  );
}

/** Whether an order's tags name another ledger than this one, or no ledger at all. */
function isOfAnotherStack(order: AboutOrder, { __ledger }: Importer): boolean {
  const tags = ownTags(order);
  return (tags.ledger ?? tags.key) !== undefined && tags.ledger !== __ledger;
}

/** Under this stack's own name, its state may have been lost. */
function buyer(order: AboutOrder, { __declaredUrn: urn }: Importer): string {
  return `${isOfStackNamedLikeThatOf(urn, order) ? "an earlier state of this stack, or a copy of it" : "another stack"}${inBrackets(ownTags(order).name)}`;
}

/** What a person who adopts an order should know, and could not guess. */
export const adoptionWarnings = (order: AboutOrder, importer: Importer): string[] => [
  ...(isOfAnotherStack(order, importer) ? [foreignWarning(order, importer)] : []),
  ...(order.billingInfo?.cancellationDate === undefined ? [] : [endWarning(order, order.billingInfo.cancellationDate)]),
  ...(order.billingInfo?.suspendedDate === undefined ? [] : [suspendedWarning(order, order.billingInfo.suspendedDate)]),
];

/** The order keeps its tags, so whoever bought it cannot know: to that program the order still looks like an interrupted purchase. */
const foreignWarning = (order: AboutOrder, importer: Importer): string =>
  `${describeOrder(order)} was bought by ${buyer(order, importer)} and is adopted because the setting adoptOrders names it. ` +
  "Its tags still name that one, which cannot see the adoption. Make sure that it neither has the server in its state nor declares it: " +
  'within a day of the purchase its "pulumi up" may adopt the order, and its "pulumi destroy" then cancels the server.';

const suspendedWarning = (order: AboutOrder, date: string): string =>
  `${describeOrder(order)} is adopted although it has been suspended since ${date}: it is billed, and until the service's support resumes it, nothing can be changed. A change that the import makes is refused, too.`;

const endWarning = (order: AboutOrder, date: string): string =>
  `${describeOrder(order)} is adopted although it was cancelled already and ends at ${dateWords(date)}: until then it runs and is billed, then all its data is lost. ` +
  "Nothing in the program undoes a cancellation: to keep the server, ask the service's support before that date; to order a new one instead, remove the option import.";
