import type { History } from "../history";
import type { AccountOrder } from "../models/service/account";
import type { Stack } from "../models/stack";
import { orderOf } from "../models/stack-state";
import { tagNames } from "../subject/words";

/** Billed orders that no state holds and no person has kept or adopted. */
export function unheldOrders(history: History): AccountOrder[] {
  const held = history.held();
  return history.active().filter((order) => !held.has(order.oid) && !isPersons(order, history));
}

/**
 * A person removed it from a state and nothing was bought in its place: it is that person's. In the place of what was
 * given away comes what the same stack buys for the same declaration; in that of what was lost, what
 * has the same name or domain in the same account. Without the ledger that remembers it, no other account is searched.
 */
function isPersons({ oid, domainName, tags }: AccountOrder, history: History): boolean {
  const release = history.releases.get(oid);
  if (release === undefined) return false;
  // No run has bought what has no tags, so none looks for it.
  if (release.how === "kept" || tags[tagNames.ledger] === undefined) return true;
  const isInItsPlace = (other: AccountOrder): boolean => {
    const isNamedAlike = tags[tagNames.name] !== undefined && other.tags[tagNames.name] === tags[tagNames.name];
    return release.how === "lost"
      ? (isNamedAlike || other.domainName === domainName) && isInSameAccount(history, oid, other.oid)
      : isNamedAlike && other.tags[tagNames.ledger] === tags[tagNames.ledger];
  };
  return !history.orders().some((other) => other.orderedMs > release.atMs && isInItsPlace(other));
}

const isInSameAccount = ({ accounts }: History, one: number, other: number): boolean =>
  Object.values(accounts).some((account) => account.order(one) !== undefined && account.order(other) !== undefined);

/** Listed only after a successful command took down the stack that bought it, or after its state was lost. */
export function isListedTooLate({ ledgerEndsMs }: History, { tags, listedFromMs }: AccountOrder): boolean {
  const endedMs = ledgerEndsMs.get(tags[tagNames.ledger] ?? "");
  return endedMs !== undefined && endedMs < listedFromMs;
}

/** Compares every declared server with the service, after a successful run. */
export function judgeServers(history: History, stack: Stack): void {
  for (const declared of stack.program) {
    const { name, domainName, memoryMb, dcLocation, runningState } = declared;
    const entry = stack.entryOf(declared);
    const order = history.order(entry && orderOf(entry));
    if (order !== undefined && endsByDate(history, order)) continue;
    const isRight =
      order !== undefined &&
      history.accountOf(declared.provider).isActive(order) &&
      order.domainName === domainName &&
      order.memoryMb === memoryMb &&
      (dcLocation === undefined || order.dcLocation === dcLocation) &&
      (runningState !== "RUNNING" || !order.isStopped);
    if (!isRight) history.find("different", `${name}: ${order?.description}`);
    else if (runningState === "NOTRUNNING" && !order.isStopped) history.find("runs", `${name}: order ${order.oid}`);
  }
}

/** Cancelled in the future, for whoever goes by the service's `Date`: it may as well be about to end. */
function endsByDate({ clock, conditions }: History, { cancelled }: AccountOrder): boolean {
  return cancelled !== undefined && conditions.dateErrorMs < 0 && cancelled.atMs > clock.nowMs + conditions.dateErrorMs;
}
