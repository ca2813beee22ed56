import { sameDomainName } from "../service/domain-names";
import { type AboutOrder, hasEnd, isEnding } from "../service/wire/order";
import { isOfKey, providerTags, stackIn, stackOf } from "./tags";

/** What decides about a purchase, beside the account's orders. */
export interface JudgeInput {
  /** Absent in a preview that has none yet: then nothing was bought under it. */
  readonly key: string | undefined;
  readonly domainName: string | undefined;
  /** Where the program declares the server. */
  readonly urn: string | undefined;
  /** The order that this run replaces. */
  readonly replacedOid: number | undefined;
  /** Whether `--replace` or a taint asks for that: only a diff shows for certain that the engine has not done it already. */
  readonly isAsked: boolean;
  /** Whether the key was made by this process, and nothing was sent under it. */
  readonly isKeyNew: boolean;
  /** Whether an order that was sent earlier may still turn up. */
  readonly mayTurnUp: boolean;
  readonly sameDomainName: "refuse" | "allow";
  /** The URN of another server with this domain name that the program keeps or buys in this run. */
  readonly namesake: string | undefined;
  /** The URN of another server of the program that has an order in the state, or imports it. */
  readonly ownerOf: (orderOid: number) => string | undefined;
  /** The URN of the server that the saved state has an order for. */
  readonly savedAs: (orderOid: number) => string | undefined;
  /** By the service's clock, as all dates are. */
  readonly nowMs: number;
}

type RefusalReason =
  | "several"
  | "retained"
  | "owned"
  | "other-stack"
  | "declared-twice"
  | "renamed"
  | "same-stack"
  | "unnamed";

/** What to do about a server that is declared and not in the state. */
export type Verdict =
  | {
      readonly kind: "buy";
      /** Orders of the same domain name that run, and are billed, until their end. */
      readonly ending: readonly AboutOrder[];
      /** Those that are billed with no end, and forbid nothing: another stack has bought them, or two are meant. */
      readonly beside: readonly AboutOrder[];
    }
  | { readonly kind: "adopt"; readonly order: AboutOrder }
  | { readonly kind: "wait" }
  | RefusalVerdict;

export interface RefusalVerdict {
  readonly kind: "refuse";
  readonly reason: RefusalReason;
  readonly orders: readonly AboutOrder[];
}

/**
 * An order with this key is this server's: it is adopted, unless another stack has bought it. Without one the server is bought, once none can
 * turn up any more.
 */
export function judge(orders: readonly AboutOrder[], input: JudgeInput): Verdict {
  // The engine was to cancel it before anything is bought, and a transformation has turned that off, or the option that was saved.
  const kept = orders.find((order) => isStillToReplace(order, input));
  if (kept !== undefined)
    return input.isAsked && !isOfAnother(kept, input)
      ? { kind: "adopt", order: kept }
      : { kind: "refuse", reason: "retained", orders: [kept] };
  const withKey = billedOrdersOfKey(orders, input.key);
  const owned = withKey.filter((order) => isOfAnother(order, input));
  if (owned.length > 0) return { kind: "refuse", reason: "owned", orders: owned };
  const [order, ...others] = withKey;
  if (others.length > 0) return { kind: "refuse", reason: "several", orders: withKey };
  if (order !== undefined)
    // A copy of a state has the keys of the stack that it was copied from, whose servers it must not take.
    return isOfOtherStack(order, input)
      ? { kind: "refuse", reason: "other-stack", orders: [order] }
      : { kind: "adopt", order };
  if (input.mayTurnUp) return { kind: "wait" };
  const namesakes = orders.filter((order) => isNamesake(order, input));
  const refusal = input.sameDomainName === "allow" ? undefined : namesakeRefusal(namesakes, input);
  return (
    refusal ?? {
      kind: "buy",
      ending: namesakes.filter((namesake) => isEnding(namesake, input.nowMs)),
      beside: namesakes.filter((namesake) => !hasEnd(namesake)),
    }
  );
}

/** Whether this run replaces an order that nobody has cancelled yet. */
export const isStillToReplace = (order: AboutOrder, { replacedOid }: Pick<JudgeInput, "replacedOid">): boolean =>
  order.orderOid === replacedOid && !hasEnd(order);

/** Whether it is known that this run replaces the server. */
export const isKnownReplacement = ({ replacedOid }: Partial<Pick<JudgeInput, "replacedOid">>): boolean =>
  replacedOid !== undefined;

/** The orders that were bought under a key and are billed with no end in sight. */
export const billedOrdersOfKey = (orders: readonly AboutOrder[], key: string | undefined): AboutOrder[] =>
  orders.filter((order) => isOfKey(order, key) && !hasEnd(order));

const isOfAnother = ({ orderOid }: AboutOrder, { ownerOf }: JudgeInput): boolean => ownerOf(orderOid) !== undefined;

const isNamesake = (order: AboutOrder, { domainName, replacedOid }: JudgeInput): boolean =>
  sameDomainName(order.domainName, domainName) && order.serverType !== "PHYSICAL" && order.orderOid !== replacedOid;

const isOfOtherStack = (order: AboutOrder, { urn }: JudgeInput): boolean => {
  const { name } = providerTags(order);
  return name !== undefined && urn !== undefined && stackIn(name) !== stackOf(urn);
};

/** Another server of the program or of the state, or an order that this stack bought, or whose buyer no tag names. Another stack's forbids nothing. */
function namesakeRefusal(namesakes: readonly AboutOrder[], input: JudgeInput): Verdict | undefined {
  const billed = namesakes.filter((order) => !hasEnd(order));
  const owned = billed.filter((order) => isOfAnother(order, input));
  if (owned.length > 0 || input.namesake !== undefined)
    return { kind: "refuse", reason: "declared-twice", orders: owned };
  const saved = billed.filter(({ orderOid }) => input.savedAs(orderOid) !== undefined);
  if (saved.length > 0) return { kind: "refuse", reason: "renamed", orders: saved };
  const unsaved = billed.filter((order) => !isOfOtherStack(order, input));
  const unnamed = unsaved.filter((order) => providerTags(order).name === undefined);
  const ofStack = unsaved.filter((order) => !unnamed.includes(order));
  if (ofStack.length > 0) return { kind: "refuse", reason: "same-stack", orders: ofStack };
  return unnamed.length > 0 ? { kind: "refuse", reason: "unnamed", orders: unnamed } : undefined;
}
