import type { History } from "../history";
import type { AccountOrder } from "../models/service/account";

/** Billed orders that no state holds, and that no person has kept or taken over. */
export function unheldOrders(history: History): AccountOrder[] {
  const held = history.held();
  return history.active().filter((order) => !held.has(order.oid) && !isPersons(order, history));
}

/**
 * A person took it out of a state and nothing was bought in its place: it is that person's. In the place of what was
 * given away comes what the same stack buys for the same declaration; in that of what was lost, what
 * has the same name or domain in the same account. Into another account nobody looks who has not the ledger that remembers it.
 */
function isPersons({ oid, domainName, tags }: AccountOrder, history: History): boolean {
  const release = history.releases.get(oid);
  if (release === undefined) return false;
  if (release.how === "kept") return true;
  const isInItsPlace = (other: AccountOrder): boolean => {
    const isNamedAlike = tags[nameTag] !== undefined && other.tags[nameTag] === tags[nameTag];
    return release.how === "lost"
      ? (isNamedAlike || other.domainName === domainName) && isInSameAccount(history, oid, other.oid)
      : isNamedAlike && other.tags[ledgerTag] === tags[ledgerTag];
  };
  return !history.orders().some((other) => other.orderedMs > release.atMs && isInItsPlace(other));
}

const isInSameAccount = ({ accounts }: History, one: number, other: number): boolean =>
  Object.values(accounts).some((account) => account.order(one) !== undefined && account.order(other) !== undefined);

export const ledgerTag = "pulumi-rimuhosting.ledger";

/** Listed only when the stack that bought it was taken down already, by a command that ended well, or its state was lost. */
export function isListedTooLate({ ledgerEndsMs }: History, { tags, listedFromMs }: AccountOrder): boolean {
  const endedMs = ledgerEndsMs.get(tags[ledgerTag] ?? "");
  return endedMs !== undefined && endedMs < listedFromMs;
}

const nameTag = "pulumi-rimuhosting.name";
