import type { ReplacedOrder } from "../host/memory";
import { sameDomainName } from "../service/wire/domain-names";
import { type AboutOrder, hasEnd, isEnding } from "../service/wire/order";
import { providerTags, readableName, stackIn } from "./tags";

/** What decides about a purchase, beside the account's orders. */
export interface JudgeInput {
  /** Absent in a preview that has none yet: then nothing was bought under it. */
  readonly key: string | undefined;
  readonly domainName: string | undefined;
  /** Where the program declares the server. */
  readonly urn: string | undefined;
  /** The order that this run replaces, as far as it knows. */
  readonly replaced: ReplacedOrder | undefined;
  /** `deleteBeforeReplace: false` */
  readonly buysFirst: boolean;
  /** Whether the key was made by this process, and nothing was sent under it. */
  readonly isKeyNew: boolean;
  /** Whether an order that an earlier run sent may still turn up. */
  readonly mayTurnUp: boolean;
  readonly sameDomainName: "refuse" | "allow";
  /** By the service's clock, as all dates are. */
  readonly nowMs: number;
}

export type RefusalReason = "several" | "may-be-in-use" | "same-stack" | "unnamed" | "other-key";

/** What to do about a server that is declared and not in the state. */
export type Verdict =
  /** `ending`: orders of the same domain name that run, and are billed, until their end. */
  | { readonly kind: "buy"; readonly ending: readonly AboutOrder[] }
  | { readonly kind: "adopt"; readonly order: AboutOrder }
  | { readonly kind: "wait" }
  | RefusalVerdict;

export interface RefusalVerdict {
  readonly kind: "refuse";
  readonly reason: RefusalReason;
  readonly orders: readonly AboutOrder[];
}

/** An order with this key is this server's: it is adopted. Without one the server is bought, once none can turn up any more. */
export function judge(orders: readonly AboutOrder[], input: JudgeInput): Verdict {
  const carriers = ordersOfKey(orders, input);
  const [order, ...others] = carriers;
  if (others.length > 0) return { kind: "refuse", reason: "several", orders: carriers };
  if (order !== undefined) {
    const { buysFirst, replaced, isKeyNew } = input;
    // A taint calls no diff. The order may be the one that the state still holds, and that is cancelled afterwards.
    const mayBeInUse = buysFirst && replaced === undefined && !isKeyNew;
    return mayBeInUse ? { kind: "refuse", reason: "may-be-in-use", orders: carriers } : { kind: "adopt", order };
  }
  if (input.mayTurnUp) return { kind: "wait" };
  const namesakes = orders.filter((order) => isNamesake(order, input));
  const objection = input.sameDomainName === "allow" ? undefined : objectionTo(namesakes, input);
  return (
    objection ?? {
      kind: "buy",
      ending: namesakes.filter((namesake) => isEnding(namesake, input.nowMs)),
    }
  );
}

/**
 * Why the purchase would be refused once the server's own order is cancelled. In a check, `--replace` and a taint look like a creation that
 * adopts that order: they must fail before the engine cancels it.
 */
export function refusalOnceCancelled(
  adopted: AboutOrder,
  orders: readonly AboutOrder[],
  input: JudgeInput,
): RefusalVerdict | undefined {
  if (input.replaced !== undefined) return undefined;
  const once = judge(
    orders.filter(({ orderOid }) => orderOid !== adopted.orderOid),
    input,
  );
  return once.kind === "refuse" ? once : undefined;
}

/**
 * Whether a refusal in a check may turn out not to apply. `--replace` and a taint look like a first creation there: if this server already
 * holds the order in the way, that order is cancelled before the next one is bought, and only a creation is refused.
 */
export const isOpenInCheck = (
  { reason, orders }: RefusalVerdict,
  { isKeyNew, replaced, buysFirst, urn = "" }: JudgeInput,
): boolean =>
  // Cancelled only afterwards, it stays in the way.
  !buysFirst &&
  (reason === "same-stack" || reason === "unnamed") &&
  replaced === undefined &&
  orders.length === 1 &&
  (!isKeyNew || orders.every((order) => providerTags(order).name === readableName(urn)));

/** The orders that were bought for this server and are billed with no end in sight, without those that make room for the next one. */
export const ordersOfKey = (
  orders: readonly AboutOrder[],
  { key, replaced }: Pick<JudgeInput, "key" | "replaced">,
): AboutOrder[] =>
  orders.filter(
    (order) => key !== undefined && providerTags(order).key === key && !hasEnd(order) && !makesRoom(order, replaced),
  );

/** Whether an order is the one that is replaced, or one that was kept when that one was bought: each has the key. */
const makesRoom = ({ orderOid }: AboutOrder, replaced: ReplacedOrder | undefined): boolean =>
  replaced !== undefined && (orderOid === replaced.orderOid || replaced.replacedOrderOids.includes(orderOid));

const isNamesake = (order: AboutOrder, { key, domainName, replaced }: JudgeInput): boolean =>
  sameDomainName(order.domainName, domainName) &&
  order.serverType !== "PHYSICAL" &&
  order.orderOid !== replaced?.orderOid &&
  (hasEnd(order) || key === undefined || providerTags(order).key !== key);

/** An order that this stack bought under another key, or whose buyer no tag names. Another stack's is no objection. */
function objectionTo(namesakes: readonly AboutOrder[], { urn }: JudgeInput): Verdict | undefined {
  const billed = namesakes.filter((order) => !hasEnd(order));
  const unnamed = billed.filter((order) => providerTags(order).name === undefined);
  const ofStack = billed.filter((order) => {
    const { name } = providerTags(order);
    return name !== undefined && urn !== undefined && stackIn(name) === stackIn(readableName(urn));
  });
  if (ofStack.length > 0) return { kind: "refuse", reason: "same-stack", orders: ofStack };
  return unnamed.length > 0 ? { kind: "refuse", reason: "unnamed", orders: unnamed } : undefined;
}
