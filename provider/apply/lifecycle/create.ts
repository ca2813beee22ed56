import type { Desired, Known } from "../../plan/model";
import { orderedLine } from "../../plan/purchase/purchase-messages";
import { aboveLimitWarning } from "../../plan/update/update-messages";
import type { OwnedServer } from "../../schema/vps-outputs";
import type { ProviderContext } from "../context";
import { keepingState } from "../failures";
import { adoptByImport, isImporting } from "../import/adopt";
import type { Purchased } from "../purchase/declared-vps";
import { purchase } from "../purchase/purchase";
import { changeServer } from "../update/change-server";
import { waitForPort } from "./wait-for-port";

/** Buys a server, or adopts the one that the program names. */
export async function createServer(context: ProviderContext, desired: Known<Desired>): Promise<Purchased> {
  const made = isImporting(desired) ? await adoptByImport(context, desired) : await buyServer(context, desired);
  // Not by its URN alone: an earlier entry of the same resource, which the program does not see, may be deleted in this run.
  context.memory.hold(made.outputs.orderOid, `creation of ${desired.__declaredUrn ?? made.id}`);
  warnAboveLimit(context, made.outputs, desired);
  const outputs = await waitForPort(context, made.id, made.outputs, desired, desired.__timeouts?.createMs);
  return { ...made, outputs };
}

/** What was bought or enlarged just now may cost more than its quote said. */
export function warnAboveLimit({ reporter }: ProviderContext, outputs: OwnedServer, desired: Known<Desired>): void {
  const warning = aboveLimitWarning(outputs, desired);
  if (warning !== undefined) reporter.warn(desired.__declaredUrn, warning);
}

/**
 * Buys a server, or takes over what an interrupted run has bought, and stops it if the program wants it stopped: the
 * service delivers it running.
 */
export async function buyServer(context: ProviderContext, desired: Known<Desired>): Promise<Purchased> {
  if (desired.runningState !== "NOTRUNNING") return purchaseAndReport(context, desired);
  const { runningState: _, ...running } = desired;
  const { id, outputs } = await purchaseAndReport(context, running);
  const failing = (message: string) =>
    `Order ${id} was bought and is running, but it could not be stopped. ${message} The next "pulumi up" stops it.`;
  return { id, outputs: await keepingState(id, outputs, failing, () => changeServer(context, id, outputs, desired)) };
}

async function purchaseAndReport(context: ProviderContext, desired: Known<Desired>): Promise<Purchased> {
  const made = await purchase(context, desired);
  context.reporter.summary(desired.__declaredUrn, orderedLine(made.outputs, made.story));
  return made;
}
