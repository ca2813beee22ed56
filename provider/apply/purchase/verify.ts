import { sameDomainName } from "../../plan/equality";
import { describeOrder } from "../../plan/messages";
import { ownTags } from "../../plan/purchase/tags";
import type { AboutOrder } from "../../schema/order";
import type { ProviderContext } from "../context";
import { withTags } from "../order-list";
import { type Attempt, bought, type DeclaredVps, type Purchased } from "./declared-vps";
import { ownStrays, reportOwnStrays } from "./own-strays";

/** The service has answered: takes the order as it is now, and checks whether it is the only one of this declaration. */
export async function verifyPurchase(
  context: ProviderContext,
  declared: DeclaredVps,
  attempt: Attempt,
  order: AboutOrder,
  setupMessages: readonly string[],
): Promise<Purchased> {
  const isNamesake = (other: AboutOrder): boolean => sameDomainName(other.domainName, declared.domainName);
  const orders = await context.orderList
    .ask()
    .then((listed) => withTags(context, listed, isNamesake))
    .catch(() => undefined);
  const listed = orders?.find((other) => other.orderOid === order.orderOid);
  if (listed === undefined || ownTags(listed).attempt !== attempt.id) {
    context.reporter.warn(
      declared.urn,
      `${describeOrder(order)} was bought, but the service does not show it with its tags: an interrupted purchase could not be found again on this account.`,
    );
  }
  const outputs = bought(declared, attempt.id, attempt.password, listed ?? order, setupMessages, orders ?? []);
  const strays = ownStrays(context, declared, orders ?? [], order.orderOid);
  return strays.length > 0
    ? reportOwnStrays(outputs, listed ?? order, strays)
    : { id: String(order.orderOid), outputs };
}
