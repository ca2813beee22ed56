import { type AboutOrder, cancellationMs } from "../../schema/order";
import { ImportedOid, type Ownership } from "../../schema/ownership";
import { describeOrder } from "../messages";
import { ownTags } from "../purchase/tags";

/** Why an import cannot be, as far as the state alone can tell. */
export function situationObjection(
  imported: string,
  ownership: Ownership | undefined,
  isNew: boolean,
): string | undefined {
  if (!ImportedOid.safeParse(imported).success)
    return `the option import must be the number of an order, such as "2853299702", and is "${imported}"`;
  if (ownership === undefined) return undefined;
  const { own, stack, importedAlsoBy = [] } = ownership;
  if (importedAlsoBy.length > 0)
    return (
      `the option import names order ${imported}, and so does the one of ${importedAlsoBy.join(", ")}: each resource would cancel the other's server. ` +
      "Take the option out of all but one"
    );
  if (isNew && stack === undefined)
    return (
      `the option import names order ${imported}, and the stack's saved state could not be read, so nobody can say whether another resource holds that order already. ` +
      'Run "pulumi up" again'
    );
  const heldBy = [...(ownership.importHeldBy ?? []), ...(String(own) === imported ? ["this resource itself"] : [])];
  if (isNew && heldBy.length > 0) {
    return (
      `the option import names order ${imported}, which this stack's state holds already (${heldBy.join(", ")}). ` +
      "Take the option out. A server that was imported is replaced only without it, or the order would be cancelled and then adopted; " +
      "one that has got another name in the program needs the option aliases instead"
    );
  }
  return !isNew && own !== undefined && String(own) !== imported ? otherOrderObjection(imported, own) : undefined;
}

export const otherOrderObjection = (imported: string, ownOrder: number): string =>
  `the option import names order ${imported}, but this resource is order ${ownOrder} already. Take the option out, or import ${imported} under another name`;

export const replacedImportObjection = (imported: string, because: readonly string[]): string =>
  `${because.join(", ")} changed, which replaces the server, while the option import names order ${imported}: that order would be cancelled, and then nothing is left to adopt. ` +
  "Take the option out first; what it adopted stays in the state";

interface ImportCandidate {
  readonly order: AboutOrder;
  readonly ledger: string | undefined;
  /** Orders of other ledgers that this stack may take over, by its settings. */
  readonly takeOver: readonly string[];
  /** Attempts whose outcome an entry of the state waits for. */
  readonly pending: readonly string[];
  readonly nowMs: number;
}

/** Why an order cannot be adopted by `import`, in words for people; `undefined` where it can. */
export function orderObjection({ order, ledger, takeOver, pending, nowMs }: ImportCandidate): string | undefined {
  const what = describeOrder(order);
  if (order.serverType !== undefined && order.serverType !== "VPS")
    return `${what} is not a VPS (the service calls it ${order.serverType}): only a VPS can be managed here`;
  const endMs = cancellationMs(order);
  if (endMs !== undefined && endMs <= nowMs)
    return `${what} was cancelled at ${order.billingInfo?.cancellationDate}. Take the option import out to order a new server`;
  const tags = ownTags(order);
  if (tags.attempt !== undefined && pending.includes(tags.attempt))
    return `${what} was bought by a purchase whose outcome a resource of this stack still waits for. Run "pulumi refresh", which gives it to that resource`;
  const isClaimed = (tags.ledger ?? tags.key) !== undefined && tags.ledger !== ledger;
  if (!isClaimed || takeOver.includes(String(order.orderOid))) return undefined;
  return (
    `${what} was bought by another stack${tags.name === undefined ? "" : ` (${tags.name})`}, ledger ${tags.ledger ?? "unknown"}, which may still manage it and would cancel it. ` +
    `If that stack's state is lost, or the server was taken out of it with "pulumi state delete", confirm with "pulumi config set rimuhosting:takeOver ${order.orderOid}" (several: separated by commas)`
  );
}
