import { ownTags } from "../../plan/purchase/tags";
import { leftoversMessage } from "../../plan/words/messages";
import { cancellationMs, isActive } from "../../schema/order/order-state";
import { Refusal } from "../run/partial-failure";
import type { World } from "../run/world";

/**
 * The last act of a destroy: orders that this stack bought and that nobody has cancelled go on being billed, and after
 * this no state knows of them.
 */
export async function refuseLeftovers(world: World, ledger: string): Promise<void> {
  const orders = await world.census.ask();
  const leftovers = orders.filter(
    (order) =>
      ownTags(order).ledger === ledger &&
      isActive(order, world.nowMs()) &&
      cancellationMs(order) === undefined &&
      !world.memory.isHeld(order.orderOid),
  );
  if (leftovers.length === 0) return;
  const message = leftoversMessage(leftovers);
  if (world.settings.leftoversOnDestroy === "fail") throw new Refusal(message);
  world.narrator.warn(undefined, message);
}
