import type { Ownership, StackNames } from "../../schema/hidden-inputs";
import { type AboutOrder, isActive, isEnding } from "../../schema/order";
import type { OddOrder } from "../../schema/order-list";
import type { StackOrders } from "../../schema/stack-orders";
import { sameDomainName } from "../equality";
import type { OrderEvidence } from "./evidence";
import { heldInState } from "./ownership";
import { buyerIn, buyerOf, isOfCopy, type OwnTags, ownTags, readableName, runOf, tagNames } from "./tags";

/** What distinguishes a stray from an order in use. */
export interface KnownOrders {
  readonly ledger: string;
  /** Orders that the state holds or ever held. */
  readonly orderOids: ReadonlySet<number>;
  /** Attempts that an entry in the state is waiting for: what they bought belongs to that entry. */
  readonly attempts: ReadonlySet<string>;
  readonly names?: StackNames | undefined;
}

export const knownOrders = (
  ledger: string,
  { earlier, names }: Pick<Ownership, "earlier" | "names">,
  stack: StackOrders,
): KnownOrders => ({
  ledger,
  orderOids: new Set([...stack.held, ...stack.everHeld, ...earlier]),
  attempts: new Set(stack.pending),
  names,
});

/** Where no state holds anything any more. */
export const noneKnown = (ledger: string): KnownOrders => ({ ledger, orderOids: new Set(), attempts: new Set() });

/** Whether an order of the ledger surprises nobody: the state has it, or it is that of a copy. */
export const isAccountedFor = (order: AboutOrder, { orderOids, names }: Pick<KnownOrders, "orderOids" | "names">) =>
  orderOids.has(order.orderOid) || isOfCopy(order, names);

/** Where the program could read the stack's state. */
type OwnershipWithState = Extract<Ownership, { readonly stack: StackOrders }>;

/** What the state holds, and what this declaration held before, as far as the program could tell. */
const heldBy = (ownership: Ownership | undefined): readonly number[] => [
  ...heldInState(ownership),
  ...(ownership?.earlier ?? []),
];

/**
 * A stray: an active order that this stack bought but that was never in its state. It comes from an interrupted
 * purchase, even if the resource has since been renamed, moved into a component or removed from the program.
 */
export function isStray(order: AboutOrder, known: KnownOrders, nowMs: number): boolean {
  const { ledger, attempt } = ownTags(order);
  return (
    ledger === known.ledger &&
    isActive(order, nowMs) &&
    !isOfCopy(order, known.names) &&
    !known.orderOids.has(order.orderOid) &&
    !(attempt !== undefined && known.attempts.has(attempt))
  );
}

/** The other orders that carry one of these keys. */
export const othersTagged = (keys: readonly string[], orders: readonly AboutOrder[], ownOid: number): AboutOrder[] =>
  orders.filter((order) => order.orderOid !== ownOid && keys.includes(ownTags(order).key ?? ""));

/** Bought in this very run for another server, which may not have been saved yet. The two may share a key. */
export function isOfSiblingInRun(order: AboutOrder, buyer: string): boolean {
  const { attempt } = ownTags(order);
  return attempt !== undefined && runOf(attempt) === runOf(buyer) && buyerOf(attempt) !== buyer;
}

/** For this long, an order found by its tags counts as an interrupted purchase; after that, a person must decide. */
const adoptableMs = 24 * 60 * 60 * 1000;

/** What is known when a purchase is about to be made, or previewed. */
export interface Situation {
  readonly evidence: OrderEvidence;
  /** `undefined` in the first preview of a stack, when there is no ledger yet. */
  readonly ownership: Ownership | undefined;
  readonly urn: string | undefined;
  readonly domainName: string;
  readonly fingerprint: string | undefined;
  readonly foreignOrders: "refuse" | "ignore";
  /** Whether another declaration of this run is about to adopt the order. */
  readonly isClaimedByAnother: (orderOid: number) => boolean;
  /** By the service's clock, as all dates are. */
  readonly nowMs: number;
}

export type RefusalReason =
  | "state-unknown"
  | "several"
  | "other-request"
  | "other-provider"
  | "too-old"
  | "ending"
  | "once-owned"
  | "other-ledger"
  | "other-stack";

export type Verdict =
  | {
      readonly kind: "buy";
      /** The orders of other ledgers that would forbid it, if a setting says to ignore them. */
      readonly ignored?: readonly AboutOrder[];
      /** Active orders of the same domain name that nobody's tags claim: bought by hand, or adopted by a state that was lost. */
      readonly unclaimed: readonly AboutOrder[];
    }
  | { readonly kind: "adopt"; readonly order: AboutOrder }
  /** What is known does not prove that the server has not been bought. */
  | { readonly kind: "unproven"; readonly doubt: Doubt }
  | { readonly kind: "refuse"; readonly reason: RefusalReason; readonly orders: readonly AboutOrder[] };

/** Why no purchase can rest on what is known of the account's orders. */
export type Doubt =
  | Exclude<OrderEvidence, { readonly kind: "whole" }>
  /** An order whose number cannot be read, which may be the server's own. */
  | { readonly kind: "odd"; readonly order: OddOrder };

/**
 * Whether a declared server has already been bought. Buys only if no order can be its own, and the list of orders is whole; adopts
 * only what nobody else has.
 */
export function judgePurchase(situation: Situation): Verdict {
  const { evidence, ownership } = situation;
  if (evidence.kind === "unread" || evidence.kind === "elsewhere") return { kind: "unproven", doubt: evidence };
  const verdict = judgeListed(situation, evidence.orders);
  // A replacement cancels what it replaces, so the order that it adopts instead must be the only one.
  const needsWhole = verdict.kind === "buy" || (verdict.kind === "adopt" && ownership?.own !== undefined);
  if (!needsWhole) return verdict;
  if (evidence.kind === "behind" || evidence.kind === "outdated") return { kind: "unproven", doubt: evidence };
  const odd = evidence.odd.find((order) => mayBeOwn(order, situation));
  return odd === undefined ? verdict : { kind: "unproven", doubt: { kind: "odd", order: odd } };
}

/** An order of another name, or with the tags of another stack, is not this server's. */
function mayBeOwn({ domainName, metaData = [] }: OddOrder, { ownership, domainName: wanted }: Situation): boolean {
  const ledger = metaData.find(({ key }) => key === tagNames.ledger)?.value;
  if (ledger !== undefined) return ledger === ownership?.ledger;
  return domainName === undefined || sameDomainName(domainName, wanted);
}

function judgeListed(situation: Situation, orders: readonly AboutOrder[]): Verdict {
  const { ownership, nowMs } = situation;
  const active = orders.filter((order) => isActive(order, nowMs)).map(tagged);
  const ledger = ownership?.ledger;
  if (ownership === undefined || ledger === undefined) return judgeForeign(situation, active);
  const isMine = ({ tags }: Tagged): boolean => tags.key !== undefined && ownership.keys.includes(tags.key);
  const isAlike = ({ tags }: Tagged): boolean =>
    tags.fingerprint !== undefined && tags.fingerprint === situation.fingerprint;
  const isNamesake = ({ order }: Tagged): boolean => sameDomainName(order.domainName, situation.domainName);
  switch (ownership.kind) {
    case "state-unreadable": {
      const isOwn = (one: Tagged): boolean => isMine(one) || isAlike(one) || isNamesake(one);
      const own = active.filter((one) => one.tags.ledger === ledger && isOwn(one));
      return own.length > 0 ? refuse("state-unknown", own) : judgeForeign(situation, active);
    }
    // In its first run a stack may be asked again for what it has just bought.
    case "first-run":
    case "known":
      return judgeStack(situation, ownership, { active, ledger, isMine, isAlike, isNamesake });
    default:
      return ownership satisfies never;
  }
}

/** The active orders, and which of them may be the server's own. */
interface Candidates {
  readonly ledger: string;
  readonly active: readonly Tagged[];
  readonly isMine: (one: Tagged) => boolean;
  readonly isAlike: (one: Tagged) => boolean;
  readonly isNamesake: (one: Tagged) => boolean;
}

function judgeStack(
  situation: Situation,
  ownership: OwnershipWithState,
  { ledger, active, isMine, isAlike, isNamesake }: Candidates,
): Verdict {
  const { nowMs } = situation;
  const known = knownOrders(ledger, ownership, ownership.stack);
  const buyer = buyerIn(ownership.run, ledger, situation.urn);
  const strays = active
    .filter(({ order }) => isStray(order, known, nowMs) && !isOfSiblingInRun(order, buyer))
    .filter(
      ({ order: { orderOid } }) => !situation.isClaimedByAnother(orderOid) && !ownership.imports?.includes(orderOid),
    );
  const mine = strays.filter(isMine);
  if (mine.length > 1) return refuse("several", mine);
  // One that ends is in the way of its own resource alone: under another name the like can be ordered again.
  const alike = strays.filter((one) => isAlike(one) && !isEnding(one.order, nowMs));
  // Each provider has a host of its own, and two may use one account: without a key, two servers might adopt the same order.
  const candidate = mine[0] ?? (ownership.hasOtherProviders === true ? undefined : oldest(alike));
  if (candidate !== undefined) return judgeCandidate(situation, candidate, isAlike(candidate));
  if (alike.length > 0) return refuse("other-provider", alike);
  const namesakes = strays.filter((one) => isNamesake(one) && !isEnding(one.order, nowMs));
  if (namesakes.length > 0) return refuse("other-request", namesakes);
  // A server that is replaced has a key of its own. Other keys are of those that had its name before, and whose orders left with them.
  const isOfThisServer = ownership.own === undefined ? isMine : ({ tags }: Tagged) => tags.key === ownership.keys[0];
  const givenAway = active.filter((one) => isOfThisServer(one) && isGivenAway(one.order, ownership, nowMs));
  return givenAway.length > 0 ? refuse("once-owned", givenAway) : judgeForeign(situation, active);
}

interface Tagged {
  readonly order: AboutOrder;
  readonly tags: OwnTags;
}

const tagged = (order: AboutOrder): Tagged => ({ order, tags: ownTags(order) });

function judgeCandidate({ nowMs }: Situation, candidate: Tagged, isAlike: boolean): Verdict {
  const { order } = candidate;
  if (isEnding(order, nowMs)) return refuse("ending", [candidate]);
  if (!isAlike) return refuse("other-request", [candidate]);
  const ageMs = ageOf(order, nowMs);
  // A date that is missing or well in the future proves nothing.
  if (ageMs === undefined || ageMs > adoptableMs || ageMs < -adoptableMs) return refuse("too-old", [candidate]);
  return { kind: "adopt", order };
}

function ageOf({ billingInfo }: AboutOrder, nowMs: number): number | undefined {
  return billingInfo?.orderDate === undefined ? undefined : nowMs - Date.parse(billingInfo.orderDate);
}

const oldest = (candidates: readonly Tagged[]): Tagged | undefined =>
  [...candidates].sort((a, b) => a.order.orderOid - b.order.orderOid)[0];

/** Once in the state and no longer: another stack or a person may own it now. Except an order that ends by itself anyway. */
function isGivenAway(
  order: AboutOrder,
  { earlier, own, stack: { held, everHeld } }: OwnershipWithState,
  nowMs: number,
): boolean {
  const { orderOid } = order;
  const isOwn = orderOid === own || earlier.includes(orderOid) || held.includes(orderOid);
  return everHeld.includes(orderOid) && !isOwn && !isEnding(order, nowMs);
}

/**
 * A lost state, a renamed stack or a colleague's copy: the same declaration, or a server of the same domain name, bought
 * under another ledger, or by a copy of this stack. What this state holds is never foreign, whichever ledger its tags name.
 */
function judgeForeign(situation: Situation, active: readonly Tagged[]): Verdict {
  const { foreignOrders, urn, ownership, domainName, nowMs } = situation;
  const name = urn === undefined ? undefined : readableName(urn);
  const held = new Set(heldBy(ownership));
  const foreign = active.filter(({ order, tags }) => {
    if (tags.ledger === undefined || held.has(order.orderOid)) return false;
    if (tags.ledger === ownership?.ledger && !isOfCopy(order, ownership.names)) return false;
    // An order that ends by itself will not be in use for long.
    if (isEnding(order, nowMs)) return false;
    return (name !== undefined && tags.name === name) || sameDomainName(order.domainName, domainName);
  });
  const unclaimed = unclaimedAmong(situation, active);
  if (foreign.length === 0) return { kind: "buy", unclaimed };
  return foreignOrders === "ignore"
    ? { kind: "buy", ignored: foreign.map(({ order }) => order), unclaimed }
    : refuse(foreign.some(({ tags }) => tags.ledger === ownership?.ledger) ? "other-stack" : "other-ledger", foreign);
}

function unclaimedAmong({ ownership, domainName, nowMs }: Situation, active: readonly Tagged[]): AboutOrder[] {
  const known = new Set([...heldBy(ownership), ...(ownership?.imports ?? [])]);
  return active
    .filter(({ tags }) => Object.keys(tags).length === 0)
    .map(({ order }) => order)
    .filter((order) => sameDomainName(order.domainName, domainName) && !known.has(order.orderOid))
    .filter((order) => order.serverType !== "PHYSICAL" && !isEnding(order, nowMs));
}

const refuse = (reason: RefusalReason, found: readonly Tagged[]): Verdict => ({
  kind: "refuse",
  reason,
  orders: found.map(({ order }) => order),
});
