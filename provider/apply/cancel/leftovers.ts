import { KeyRefusedError } from "../../api/errors";
import { MissingKeyError } from "../../api/settings";
import { accountNotAskedMessage, isStillBilled, leftoversMessage } from "../../plan/cancel/cancellation";
import { ownTags, showsTags } from "../../plan/purchase/tags";
import type { AboutOrder } from "../../schema/order";
import type { ProviderContext, Reporter } from "../context";
import { Refusal } from "../failures";
import { withTags } from "../order-list";

/** An account that the stack has used. */
export interface UsedAccount {
  /** In words: `the default provider's account`. */
  readonly name: string;
  readonly context: () => ProviderContext;
}

/**
 * The last act of a destroy. Orders that this stack bought and that nobody has cancelled keep being billed, and after
 * this no state knows about them. Searches every account that the stack has used.
 */
export async function refuseLeftovers(
  accounts: readonly UsedAccount[],
  reporter: Reporter,
  ledger: string,
  policy: "fail" | "warn",
): Promise<void> {
  const found = new Map<number, AboutOrder>();
  for (const account of accounts) {
    try {
      for (const order of await findLeftovers(account.context(), ledger)) found.set(order.orderOid, order);
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

/** Called when the stack's state no longer holds anything. */
async function findLeftovers(context: ProviderContext, ledger: string): Promise<AboutOrder[]> {
  const listed = await context.orderList.ask();
  const nowMs = context.client.serviceNowMs();
  const orders = await withTags(context, listed, (order) => !showsTags(listed) && isStillBilled(order, nowMs));
  return orders.filter((order) => isStillBilled(order, nowMs) && ownTags(order).ledger === ledger);
}
