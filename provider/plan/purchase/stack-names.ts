import type { StackNames } from "../../schema/hidden-inputs";
import type { AboutOrder } from "../../schema/order";

/** A name that a stack has had, and since when. */
export interface StackName {
  /** `project/stack`, as in the readable tag of an order. */
  readonly name: string;
  /** ISO 8601. */
  readonly since: string;
}

/** What tells the orders of this stack from those of a copy of it; `undefined` for a state that remembers no names. */
export function namesOf(saved: readonly StackName[], here: string): StackNames | undefined {
  const last = saved.at(-1);
  if (last === undefined) return undefined;
  const former = [...new Set(saved.map(({ name }) => name))].filter((name) => name !== here);
  return { here, former, ...(last.name === here ? { since: last.since } : {}) };
}

/** The names that a state remembers from now on. */
export const rememberedNames = (saved: readonly StackName[], here: string, now: string): readonly StackName[] =>
  saved.at(-1)?.name === here ? saved : [...saved, { name: here, since: now }];

/** `project/stack/name`, for people; can be switched off. */
export const nameTag = "pulumi-rimuhosting.name";

/** How that tag of an order names a stack. */
export const stackName = (project: string, stack: string): string => readable(`${project}/${stack}`);

/** A tag may not contain spaces or colons. */
export const readable = (text: string): string => text.replace(/[\s:]+/g, "-");

/**
 * Whether an order with this stack's ledger was bought by another stack: one whose state is a copy of this one's. A purchase under a name
 * that this stack has had is its own, unless it was made after the stack got its present name. Without a readable tag, nothing tells.
 */
export function isOfCopy(order: AboutOrder, names: StackNames | undefined): boolean {
  const buyer = buyingStack(order);
  if (names === undefined || buyer === undefined || buyer === names.here) return false;
  if (!names.former.includes(buyer)) return true;
  const boughtMs = Date.parse(order.billingInfo?.orderDate ?? "");
  return names.since !== undefined && boughtMs > Date.parse(names.since);
}

/** The stack that bought an order, as `project/stack`, according to its readable tag. */
export function buyingStack(order: AboutOrder): string | undefined {
  const tag = order.metaData?.find(({ key }) => key === nameTag);
  return tag?.value?.split("/", 2).join("/");
}
