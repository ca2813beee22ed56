import type { ModelOrder, ServiceModel } from "./models/service-model";
import { liveEntries, orderOf, type StackState } from "./models/stack-state";

/** What must never happen. */
export const never = {
  lost: "server lost: billed, in no state, nobody told",
  unreported: "surplus order that nobody was told of",
  inUseCancelled: "server in use cancelled by the provider",
  ineffective: "replacement without effect",
  twoOwners: "order held by two resources",
  different: "server other than declared after a good run",
  stuck: "run that fails in calm times, or after its advice was taken",
} as const;

/** What may happen seldom, since people and the service do what they do. */
const seldom = {
  refused: "purchase refused until a person acts",
  provoked: "the same, after a person edited, moved or restored the state",
  surplus: "surplus order, reported at once or by a later up",
  untilRefresh: "surplus order, reported only by refresh",
  untilDestroy: "surplus order, reported only by destroy",
} as const;

export const findings = { ...never, ...seldom };

export type Finding = keyof typeof findings;

/** An order that no state holds, though it is billed. */
export function unheld(service: ServiceModel, states: readonly StackState[]): ModelOrder[] {
  const held = new Set(states.flatMap((state) => state.entries.map(orderOf)));
  return service.active().filter((order) => !held.has(order.oid) && !isPersons(order, service));
}

/** A person took it out of a state and nothing was bought in its place: it is that person's. */
const isPersons = (order: ModelOrder, service: ServiceModel): boolean => {
  const { releasedMs, domainName } = order;
  if (releasedMs === undefined) return false;
  return !service.active().some((other) => other.domainName === domainName && other.orderedMs > releasedMs);
};

/** Orders in use that the provider has ended without having been asked to delete the resource that uses them. */
export const wronglyCancelled = (service: ServiceModel, states: readonly StackState[], asked: ReadonlySet<number>) =>
  states
    .flatMap(liveEntries)
    .filter((entry) => service.order(orderOf(entry))?.cancelled?.by === "provider" && !asked.has(entry.serial));

export function heldTwice(states: readonly StackState[]): number[] {
  const holders = new Map<number, Set<number>>();
  for (const entry of states.flatMap(liveEntries)) {
    const oid = orderOf(entry);
    if (oid !== undefined) holders.set(oid, (holders.get(oid) ?? new Set()).add(entry.serial));
  }
  return [...holders].filter(([, serials]) => serials.size > 1).map(([oid]) => oid);
}
