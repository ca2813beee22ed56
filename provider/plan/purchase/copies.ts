import type { StackNames } from "../../schema/hidden-inputs";
import type { AboutOrder } from "../../schema/order";
import { nameTag } from "./stack-names";

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
