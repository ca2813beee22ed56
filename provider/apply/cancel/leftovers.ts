import { KeyRefusedError } from "../../api/errors";
import { MissingKeyError } from "../../api/settings";
import { accountNotAskedMessage, leftoversMessage } from "../../plan/cancel/cancel-messages";
import { ownTags, showsTags } from "../../plan/purchase/tags";
import { type AboutOrder, cancellationMs, isActive } from "../../schema/order";
import type { ProviderContext, Reporter } from "../context";
import { withTags } from "../order-list";
import { Refusal } from "../partial-failure";

/** An account that the stack has used. */
export interface Account {
  /** In words: `the default provider's account`. */
  readonly name: string;
  readonly acting: () => ProviderContext;
}

/**
 * The last act of a destroy: orders that this stack bought and that nobody has cancelled go on being billed, and after
 * this no state knows of them. Every account that the stack has used is looked into.
 */
export async function refuseLeftovers(
  accounts: readonly Account[],
  reporter: Reporter,
  ledger: string,
  policy: "fail" | "warn",
): Promise<void> {
  const found = new Map<number, AboutOrder>();
  for (const account of accounts) {
    try {
      for (const order of await findLeftovers(account.acting(), ledger)) found.set(order.orderOid, order);
    } catch (error) {
      const isKeyUseless = error instanceof MissingKeyError || error instanceof KeyRefusedError;
      if (!isKeyUseless && policy === "fail") throw error;
      reporter.warn(undefined, accountNotAskedMessage(account.name, error instanceof Error ? error.message : ""));
    }
  }
  if (found.size === 0) return;
  const message = leftoversMessage([...found.values()]);
  if (policy === "fail") throw new Refusal(message);
  reporter.warn(undefined, message);
}

/** Asked when the state of the stack holds nothing any more. */
async function findLeftovers(context: ProviderContext, ledger: string): Promise<AboutOrder[]> {
  const listed = await context.orderList.ask();
  const nowMs = context.client.serviceNowMs();
  const isAlive = (order: AboutOrder): boolean =>
    isActive(order, nowMs) && cancellationMs(order) === undefined && order.serverType !== "PHYSICAL";
  const orders = await withTags(context, listed, (order) => !showsTags(listed) && isAlive(order));
  return orders.filter((order) => isAlive(order) && ownTags(order).ledger === ledger);
}
