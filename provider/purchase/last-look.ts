import { type ProviderContext, pauseWhileRunning, type Reporter } from "../host/context";
import { Refusal, whatFailed } from "../host/failures";
import { firstPauseMs } from "../host/observe";
import { ServiceError } from "../service/errors";
import { SettingsError } from "../service/settings";
import type { AboutOrder } from "../service/wire/order";
import { ordersOfKey } from "./judge";
import { mayAppearUntilMs } from "./purchase";
import { lookingLine, stillBilledMessage, strayCheckFailedMessage } from "./purchase-messages";
import { searchByKey, stillBilled } from "./search";

/**
 * The last look at what was bought under a key: the engine deletes it after its server. Fails, or only warns, if an order is still
 * billed, so that every later run names it again.
 */
export async function lookForStrays(
  makeContext: () => ProviderContext,
  reporter: Reporter,
  key: string,
  policy: "fail" | "warn" | undefined,
): Promise<void> {
  let objection: string | undefined;
  let isOnlyWarned = policy === "warn";
  try {
    const context = makeContext();
    isOnlyWarned = (policy ?? context.settings.straysOnDelete) === "warn";
    const orders = await ordersLeft(context, key);
    if (orders.length > 0) objection = stillBilledMessage(orders, isOnlyWarned ? "warn" : "fail");
  } catch (error) {
    if (!(error instanceof ServiceError || error instanceof SettingsError)) throw error;
    const why = [whatFailed(error), error.savedSettingsNote].filter((words) => words !== undefined).join(" ");
    objection = strayCheckFailedMessage(why, isOnlyWarned ? "warn" : "fail");
  }
  if (objection === undefined) return;
  if (!isOnlyWarned) throw new Refusal(objection);
  reporter.warn(undefined, objection);
}

/**
 * An order that a server in this run's state holds is not a stray: only its key was replaced. An order that an interrupted run has sent may
 * turn up after a while, unless this process has just cancelled the server that would have made room for it.
 */
async function ordersLeft(context: ProviderContext, key: string): Promise<readonly AboutOrder[]> {
  const { memory, reporter, settings } = context;
  const untilMs = mayAppearUntilMs(context, key);
  for (;;) {
    const orders = ordersOfKey(await searchByKey(context, key), key);
    const leftMs = untilMs - context.nowMs();
    const left = await stillBilled(
      context,
      orders.filter(({ orderOid }) => !memory.isHeld(orderOid)),
    );
    if (left.length > 0 || leftMs <= 0) return left;
    // On the stack's line, as a key does not know its own URN.
    reporter.progress(undefined, lookingLine("an order of a removed server", untilMs));
    if (!(await pauseWhileRunning(context, Math.min(firstPauseMs(settings), leftMs))))
      throw new Refusal(
        "The run was stopped before it could check for orders that are still billed. Run the same command again.",
      );
  }
}
