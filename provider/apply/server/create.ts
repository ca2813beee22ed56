import type { Desired, Known } from "../../plan/model";
import { orderedLine, pendingMessage } from "../../plan/purchase/purchase-messages";
import { recordOrder } from "../../plan/update/record";
import { aboveLimitWarning } from "../../plan/update/update-messages";
import { idOf, isOwned, type OwnedServer, type PendingPurchase, type Unread } from "../../schema/vps-outputs";
import type { ProviderContext } from "../context";
import { keepingState, PartialFailure } from "../failures";
import { adoptByImport, isImporting } from "../import/adopt";
import { waitUntilRunning } from "../observe";
import type { Purchased } from "../purchase/declared-vps";
import { purchase } from "../purchase/purchase";
import { changeServer } from "../update/change-server";
import { readServer } from "./read";
import { waitForPort } from "./wait-for-port";

interface Created extends Purchased {
  readonly id: string;
}

/** Buys a server, or adopts the one that the program names. */
export async function createServer(context: ProviderContext, desired: Known<Desired>): Promise<Created> {
  const made = isImporting(desired) ? await adoptByImport(context, desired) : await buyOnce(context, desired);
  // Not by its URN alone: an earlier entry of the same resource, which the program does not see, may be deleted in this run.
  context.memory.hold(made.outputs.orderOid, `creation of ${desired.__declaredUrn ?? made.outputs.orderOid}`);
  warnAboveLimit(context, made.outputs, desired);
  const outputs = await waitForPort(context, made.outputs, desired, desired.__timeouts?.createMs);
  return { ...made, id: idOf(outputs), outputs };
}

/** A hook may have a creation repeated at once, without the state that the failed one returned: then the host alone knows of it. */
async function buyOnce(context: ProviderContext, desired: Known<Desired>): Promise<Purchased> {
  const pending = context.memory.pending.get(desired.__declaredUrn ?? "");
  if (pending === undefined) return buyServer(context, desired);
  const outputs = await resolvePending(context, idOf(pending), pending, desired);
  context.memory.pending.delete(desired.__declaredUrn ?? "");
  return { outputs, origin: "recovered" };
}

/** What was bought or enlarged just now may cost more than its quote said. */
export function warnAboveLimit({ reporter }: ProviderContext, outputs: OwnedServer, desired: Known<Desired>): void {
  const warning = aboveLimitWarning(outputs, desired);
  if (warning !== undefined) reporter.warn(desired.__declaredUrn, warning);
}

/**
 * Buys a server, or adopts what an interrupted run has bought, and stops it if the program wants it stopped: the
 * service delivers it running.
 */
async function buyServer(context: ProviderContext, desired: Known<Desired>): Promise<Purchased> {
  if (desired.runningState !== "NOTRUNNING") return purchaseAndReport(context, desired);
  const { runningState: _, ...running } = desired;
  const { outputs } = await purchaseAndReport(context, running);
  const failing = (message: string) =>
    `Order ${outputs.orderOid} was bought and is running, but it could not be stopped. ${message} The next "pulumi up" stops it.`;
  return { outputs: await keepingState(outputs, failing, () => changeServer(context, outputs, desired)) };
}

async function purchaseAndReport(context: ProviderContext, desired: Known<Desired>): Promise<Purchased> {
  const made = await purchase(context, desired);
  context.reporter.summary(desired.__declaredUrn, orderedLine(made.outputs, made.origin));
  return made;
}

/** How long to wait before repeating a purchase of unknown outcome: the service may still be working on the first one. */
const repeatPurchaseAfterMs = 60 * 60_000;

/** Finds the order of a purchase of unknown outcome, or buys again once it is certain enough that there is none. */
export async function resolvePending(
  context: ProviderContext,
  id: string,
  recorded: PendingPurchase | Unread,
  desired: Known<Desired>,
): Promise<OwnedServer> {
  const seen = await readServer(context, id, recorded);
  if (seen !== undefined && isOwned(seen.outputs)) return waitForAddress(context, seen.outputs);
  if (isImporting(desired)) return (await adoptByImport(context, desired)).outputs;
  const sentAt = recorded.__unfinished?.[0].sentAt ?? "";
  if (seen !== undefined && context.client.serviceNowMs() - Date.parse(sentAt) < repeatPurchaseAfterMs) {
    throw new PartialFailure(recorded, [pendingMessage(recorded.domainName ?? id, `ordered at ${sentAt}`)]);
  }
  return (await buyServer(context, repeating(desired, recorded))).outputs;
}

/** Found while it is still being installed, a server has no address yet, and dependants need one. */
async function waitForAddress(context: ProviderContext, outputs: OwnedServer): Promise<OwnedServer> {
  if (outputs.primaryIp !== undefined) return outputs;
  return recordOrder(outputs, await waitUntilRunning(context, outputs.orderOid, outputs.__declaredUrn));
}

/**
 * Lets this purchase find what the first try may have bought. The server that it was to replace is still in the state,
 * waiting to be deleted, where a program does not see it.
 */
function repeating(desired: Known<Desired>, { __attempt, __earlier = [] }: PendingPurchase | Unread): Known<Desired> {
  const ownership = desired.__ownership;
  if (ownership === undefined || ownership.kind === "state-unreadable") return desired;
  const stack = { ...ownership.stack, pending: ownership.stack.pending.filter((attempt) => attempt !== __attempt) };
  return { ...desired, __ownership: { ...ownership, earlier: [...ownership.earlier, ...__earlier], stack } };
}
