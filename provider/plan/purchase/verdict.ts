import type { Ownership, StackNames } from "../../schema/hidden-inputs";
import { type AboutOrder, isActive, isEnding } from "../../schema/order";
import type { UnnumberedOrder } from "../../schema/order-list";
import type { StackOrders } from "../../schema/stack-orders";
import { sameDomainName } from "../equality";
import { type Desired, knownPart } from "../model";
import type { OrderEvidence } from "./evidence";
import { heldInState } from "./ownership";
import { knownFingerprint } from "./request";
import {
  buyerIn,
  buyerOf,
  buyingStack,
  isOfCopy,
  isOfStackNamedLikeThatOf,
  type OwnTags,
  ownTags,
  readableName,
  runOf,
  tagNames,
} from "./tags";

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

/** For a stack whose state is empty. */
export const noneKnown = (ledger: string): KnownOrders => ({ ledger, orderOids: new Set(), attempts: new Set() });

/** Whether it is known why an order carries this ledger: the state has it, or a copy of this stack bought it. */
export const isAccountedFor = (order: AboutOrder, { orderOids, names }: Pick<KnownOrders, "orderOids" | "names">) =>
  orderOids.has(order.orderOid) || isOfCopy(order, names);

/** Where the program could read the stack's state. */
type OwnershipWithState = Extract<Ownership, { readonly stack: StackOrders }>;

/**
 * A stray: an active order that this stack bought but that was never in its state. It comes from an interrupted
 * purchase, even if the resource has since been renamed, moved into a component or removed from the program.
 */
export function isStray(order: AboutOrder, known: KnownOrders, nowMs: number): boolean {
  const { ledger, attempt } = ownTags(order);
  return (
    ledger === known.ledger &&
    isActive(order, nowMs) &&
    !isAccountedFor(order, known) &&
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

/** What a purchase is judged by, beside the account's orders and the declaration itself. */
export interface PurchaseTerms {
  readonly foreignOrders: "refuse" | "ignore";
  /** Whether another declaration of this run is about to adopt the order. */
  readonly isReservedByAnother: (orderOid: number) => boolean;
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
  | "same-domain-name"
  | "unnamed-stack"
  | "untagged"
  | "other-stack";

type Verdict =
  | {
      readonly kind: "buy";
      /** The orders of other ledgers that would forbid it, were they not ignored because of a setting. */
      readonly ignored?: readonly AboutOrder[];
      /** Active orders of the same domain name without tags of ours: bought by hand, or adopted by a state that was lost. */
      readonly untaggedNamesakes: readonly AboutOrder[];
    }
  | { readonly kind: "adopt"; readonly order: AboutOrder }
  /** What is known does not prove that the server has not been bought. */
  | { readonly kind: "unproven"; readonly doubt: Doubt }
  | { readonly kind: "refuse"; readonly reason: RefusalReason; readonly because: readonly AboutOrder[] };

/** Whether to buy a server, and the account's orders that tell, as far as they are known. */
export type PurchaseVerdict = Verdict & { readonly orders: readonly AboutOrder[] };

/** Why no purchase can rest on what is known of the account's orders. */
export type Doubt =
  | Exclude<OrderEvidence, { readonly kind: "whole" }>
  /** An order whose number cannot be read, which may be the server's own. */
  | { readonly kind: "unnumbered"; readonly order: UnnumberedOrder };

/**
 * Whether a declared server has already been bought. Buys only if no order can be its own, and the list of orders is whole; adopts
 * only what nobody else has.
 *
 * @param desired in the first preview of a stack, without ownership: there is no ledger yet
 */
export function judgePurchase(evidence: OrderEvidence, desired: Desired, terms: PurchaseTerms): PurchaseVerdict {
  if (evidence.kind === "unread") return { kind: "unproven", doubt: evidence, orders: [] };
  const { orders } = evidence;
  if (evidence.kind === "elsewhere") return { kind: "unproven", doubt: evidence, orders };
  const verdict = judgeListed(orders, desired, terms);
  // A replacement cancels what it replaces, so the order that it adopts instead must be the only one.
  const needsWhole = verdict.kind === "buy" || (verdict.kind === "adopt" && desired.__ownership?.own !== undefined);
  if (!needsWhole) return { ...verdict, orders };
  if (evidence.kind === "behind" || evidence.kind === "outdated") return { kind: "unproven", doubt: evidence, orders };
  const unnumbered = evidence.unnumbered.find((order) => mayBeOwn(order, desired));
  return unnumbered === undefined
    ? { ...verdict, orders }
    : { kind: "unproven", doubt: { kind: "unnumbered", order: unnumbered }, orders };
}

/** An order of another name, or with the tags of another stack, is not this server's. */
function mayBeOwn({ domainName, metaData = [] }: UnnumberedOrder, desired: Desired): boolean {
  const ledger = metaData.find(({ key }) => key === tagNames.ledger)?.value;
  if (ledger !== undefined) return ledger === desired.__ownership?.ledger;
  return domainName === undefined || sameDomainName(domainName, knownPart(desired).domainName);
}

function judgeListed(orders: readonly AboutOrder[], desired: Desired, terms: PurchaseTerms): Verdict {
  const { __ownership: ownership } = desired;
  const active = candidatesAmong(orders, desired, terms.nowMs);
  const ledger = ownership?.ledger;
  if (ownership === undefined || ledger === undefined) return judgeForeign(active, desired, terms);
  switch (ownership.kind) {
    case "state-unreadable": {
      const own = active.filter(
        ({ tags, isMine, isAlike, isNamesake }) => tags.ledger === ledger && (isMine || isAlike || isNamesake),
      );
      return own.length > 0 ? refuse("state-unknown", own) : judgeForeign(active, desired, terms);
    }
    // In its first run a stack may be asked again for what it has just bought.
    case "first-run":
    case "known":
      return judgeStack(active, ledger, ownership, desired, terms);
    default:
      return ownership satisfies never;
  }
}

/** An active order, and what it has in common with the server that is to be bought. */
interface Candidate {
  readonly order: AboutOrder;
  readonly tags: OwnTags;
  /** Bought under a key of this declaration. */
  readonly isMine: boolean;
  /** Bought with the very same arguments. */
  readonly isAlike: boolean;
  /** Of the same domain name. */
  readonly isNamesake: boolean;
  /** Due to be cancelled, so that it will not be in use for long. */
  readonly isEnding: boolean;
}

function candidatesAmong(orders: readonly AboutOrder[], desired: Desired, nowMs: number): Candidate[] {
  const { domainName } = knownPart(desired);
  const fingerprint = knownFingerprint(desired);
  const keys: readonly (string | undefined)[] = desired.__ownership?.keys ?? [];
  return orders
    .filter((order) => isActive(order, nowMs))
    .map((order) => {
      const tags = ownTags(order);
      return {
        order,
        tags,
        isMine: tags.key !== undefined && keys.includes(tags.key),
        isAlike: tags.fingerprint !== undefined && tags.fingerprint === fingerprint,
        isNamesake: sameDomainName(order.domainName, domainName),
        isEnding: isEnding(order, nowMs),
      };
    });
}

function judgeStack(
  active: readonly Candidate[],
  ledger: string,
  ownership: OwnershipWithState,
  desired: Desired,
  terms: PurchaseTerms,
): Verdict {
  const known = knownOrders(ledger, ownership, ownership.stack);
  const buyer = buyerIn(ownership.run, ledger, desired.__declaredUrn);
  const strays = active
    .filter(({ order }) => isStray(order, known, terms.nowMs) && !isOfSiblingInRun(order, buyer))
    .filter(
      ({ order: { orderOid } }) => !terms.isReservedByAnother(orderOid) && !ownership.imports?.includes(orderOid),
    );
  const mine = strays.filter((one) => one.isMine);
  if (mine.length > 1) return refuse("several", mine);
  // One that ends stands in the way of its own resource alone: a server of another name may well be ordered with the same arguments.
  const alike = strays.filter((one) => one.isAlike && !one.isEnding);
  // Each provider has a host of its own, and two may use one account: without a key, two servers might adopt the same order.
  const candidate = mine[0] ?? (ownership.hasOtherProviders === true ? undefined : oldest(alike));
  if (candidate !== undefined) return judgeCandidate(candidate, terms.nowMs);
  if (alike.length > 0) return refuse("other-provider", alike);
  const namesakes = strays.filter((one) => one.isNamesake && !one.isEnding);
  if (namesakes.length > 0) return refuse("other-request", namesakes);
  // A server that is replaced has a key of its own. Its other keys belong to earlier servers of that name, which took their orders along.
  const isOfThisServer = ({ tags, isMine }: Candidate): boolean =>
    ownership.own === undefined ? isMine : tags.key === ownership.keys[0];
  const givenAway = active.filter((one) => isOfThisServer(one) && isGivenAway(one, ownership));
  return givenAway.length > 0 ? refuse("once-owned", givenAway) : judgeForeign(active, desired, terms);
}

function judgeCandidate(candidate: Candidate, nowMs: number): Verdict {
  const { order } = candidate;
  if (candidate.isEnding) return refuse("ending", [candidate]);
  if (!candidate.isAlike) return refuse("other-request", [candidate]);
  const orderDate = order.billingInfo?.orderDate;
  const ageMs = orderDate === undefined ? undefined : nowMs - Date.parse(orderDate);
  // A date that is missing or well in the future proves nothing.
  if (ageMs === undefined || ageMs > adoptableMs || ageMs < -adoptableMs) return refuse("too-old", [candidate]);
  return { kind: "adopt", order };
}

const oldest = (candidates: readonly Candidate[]): Candidate | undefined =>
  [...candidates].sort((a, b) => a.order.orderOid - b.order.orderOid)[0];

/** Once in the state and no longer: another stack or a person may own it now. Except an order that ends by itself anyway. */
function isGivenAway(
  { order: { orderOid }, isEnding }: Candidate,
  { earlier, own, stack: { held, everHeld } }: OwnershipWithState,
): boolean {
  const isOwn = orderOid === own || earlier.includes(orderOid) || held.includes(orderOid);
  return everHeld.includes(orderOid) && !isOwn && !isEnding;
}

/**
 * A lost state, a renamed stack or a colleague's copy: the same declaration, or a server of the same domain name, bought under another
 * ledger, by a copy of this stack, or, for a stack without a state, by hand. What this state holds is never foreign, whichever ledger its
 * tags name.
 */
function judgeForeign(active: readonly Candidate[], desired: Desired, { foreignOrders }: PurchaseTerms): Verdict {
  const { __ownership: ownership } = desired;
  const held = new Set([...heldInState(ownership), ...(ownership?.earlier ?? [])]);
  // What ends by itself will not be in use for long.
  const others = active.filter(({ order, isEnding }) => !held.has(order.orderOid) && !isEnding);
  const foreign = others.filter(({ order }) => isForeign(order, desired));
  const untagged = others.filter(
    ({ order: { orderOid, serverType }, tags, isNamesake }) =>
      isNamesake &&
      Object.keys(tags).length === 0 &&
      serverType !== "PHYSICAL" &&
      !ownership?.imports?.includes(orderOid),
  );
  const untaggedNamesakes = untagged.map(({ order }) => order);
  if (foreignOrders === "ignore")
    return {
      kind: "buy",
      ...(foreign.length > 0 && { ignored: foreign.map(({ order }) => order) }),
      untaggedNamesakes,
    };
  if (foreign.length > 0) return refuse(foreignReason(foreign, desired), foreign);
  // Without a state to show that the stack has other servers, the one of this very name may be its own: adopted, and then lost.
  const hasState = ownership?.kind === "known";
  return !hasState && untagged.length > 0 ? refuse("untagged", untagged) : { kind: "buy", untaggedNamesakes };
}

/** Of several orders, the one that most likely holds this stack's own data decides. */
function foreignReason(foreign: readonly Candidate[], { __declaredUrn: urn, __ownership }: Desired): RefusalReason {
  if (foreign.some(({ tags }) => tags.ledger === __ownership?.ledger)) return "other-stack";
  if (foreign.some(({ order }) => isOfStackNamedLikeThatOf(urn, order))) return "other-ledger";
  return foreign.some(({ order }) => buyingStack(order) === undefined) ? "unnamed-stack" : "same-domain-name";
}

/** Whether an order was bought for the same declaration or domain name, under another ledger or by a copy of this stack. */
export function isForeign(order: AboutOrder, desired: Desired): boolean {
  const { __declaredUrn: urn, __ownership: ownership } = desired;
  const tags = ownTags(order);
  if (tags.ledger === undefined) return false;
  if (tags.ledger === ownership?.ledger && !isOfCopy(order, ownership.names)) return false;
  const isDeclared = urn !== undefined && tags.name === readableName(urn);
  return isDeclared || sameDomainName(order.domainName, knownPart(desired).domainName);
}

const refuse = (reason: RefusalReason, found: readonly Candidate[]): Verdict => ({
  kind: "refuse",
  reason,
  because: found.map(({ order }) => order),
});
