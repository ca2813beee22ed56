import { sameValue } from "../../plan/equality";
import { otherOrderObjection } from "../../plan/import/import-objections";
import type { Desired, Known } from "../../plan/model";
import { pendingMessage } from "../../plan/purchase/purchase-messages";
import { namesAnotherOrder } from "../../plan/update/diff";
import { isOwned, type OwnedServer, type PendingPurchase, type Recorded, type Unread } from "../../schema/vps-outputs";
import type { ProviderContext } from "../context";
import { keepingState, PartialFailure, Refusal } from "../failures";
import { adoptByImport, isImporting } from "../import/adopt";
import { recheckOwnStrays } from "../purchase/outcome";
import { changeServer } from "../update/change-server";
import { buyServer, warnAboveLimit } from "./create";
import { readServer } from "./read";
import { waitForPort } from "./wait-for-port";

/** How long to wait before repeating a purchase of unknown outcome: the service may still be working on the first one. */
const repeatPurchaseAfterMs = 60 * 60_000;

/** Brings a server in line with the program; looks up a purchase of unknown outcome first. */
export async function updateServer(
  context: ProviderContext,
  id: string,
  recorded: Recorded,
  desired: Known<Desired>,
): Promise<OwnedServer> {
  try {
    const outputs = await settleAndChange(context, id, recorded, desired);
    // The diff has spoken of the price as it was.
    if (!sameValue(outputs.monthlyCost, recorded.monthlyCost)) warnAboveLimit(context, outputs, desired);
    return outputs;
  } catch (error) {
    if (!(error instanceof PartialFailure)) throw error;
    // The engine saves this option of the program even if a change failed in part; the state must not contradict it.
    const { __isRetained: _, ...properties } = error.properties;
    const { __isRetained: isRetained } = desired;
    throw new PartialFailure(
      error.id,
      isRetained === undefined ? properties : { ...properties, __isRetained: isRetained },
      error.reasons,
    );
  }
}

async function settleAndChange(
  context: ProviderContext,
  id: string,
  recorded: Recorded,
  desired: Known<Desired>,
): Promise<OwnedServer> {
  if (isOwned(recorded)) return changeSettled(context, id, recorded, desired);
  const settled = await settlePurchase(context, id, recorded, desired);
  const failing = (message: string) =>
    `Order ${settled.orderOid} was bought for this resource and is in the state. It does not match the program yet: ${message} The next "pulumi up" continues from there and buys nothing.`;
  return keepingState(id, settled, failing, () => changeSettled(context, id, settled, desired));
}

async function changeSettled(
  context: ProviderContext,
  id: string,
  recorded: OwnedServer,
  desired: Known<Desired>,
): Promise<OwnedServer> {
  refuseOtherOrder(recorded, desired);
  const changed = await changeServer(context, id, recorded, desired);
  const failing = (message: string) =>
    `Order ${changed.orderOid} matches the program. Whether the second order that an earlier run reported is still billed could not be checked: ${message} Run "pulumi up" again; nothing is done twice.`;
  const checked = await keepingState(id, changed, failing, () => recheckOwnStrays(context, changed, desired));
  return waitForPort(context, id, checked, desired, desired.__timeouts?.updateMs);
}

function refuseOtherOrder(recorded: OwnedServer, desired: Known<Desired>): void {
  if (!namesAnotherOrder(recorded, desired)) return;
  throw new Refusal(`Nothing was changed: ${otherOrderObjection(String(desired.__import), recorded.orderOid)}.`);
}

async function settlePurchase(
  context: ProviderContext,
  id: string,
  recorded: PendingPurchase | Unread,
  desired: Known<Desired>,
): Promise<OwnedServer> {
  const seen = await readServer(context, id, recorded);
  if (seen !== undefined && isOwned(seen.outputs)) return seen.outputs;
  if (isImporting(desired)) return (await adoptByImport(context, desired)).outputs;
  const sinceMs = Date.parse(recorded.__pendingSince ?? "");
  if (seen !== undefined && context.client.serviceNowMs() - sinceMs < repeatPurchaseAfterMs) {
    throw new PartialFailure(id, recorded, [
      pendingMessage(recorded.domainName ?? id, `ordered at ${recorded.__pendingSince}`),
    ]);
  }
  return (await buyServer(context, repeating(desired, recorded))).outputs;
}

/**
 * Lets this purchase find what the first try may have bought. The server that it was to replace is still in the state,
 * waiting to be deleted, where a program does not see it.
 */
function repeating(desired: Known<Desired>, { __attempt, __earlier = [] }: PendingPurchase | Unread): Known<Desired> {
  const ownership = desired.__ownership;
  if (ownership?.stack === undefined) return desired;
  const stack = { ...ownership.stack, pending: ownership.stack.pending.filter((attempt) => attempt !== __attempt) };
  return { ...desired, __ownership: { ...ownership, earlier: [...ownership.earlier, ...__earlier], stack } };
}
