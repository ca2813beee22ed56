import { otherOrderObjection } from "../../plan/import/import-objections";
import type { Desired } from "../../plan/model";
import { pendingMessage } from "../../plan/purchase/purchase-messages";
import { namesAnotherOrder } from "../../plan/update/diff";
import type { VpsOutputs } from "../../schema/vps-outputs";
import type { ProviderContext } from "../context";
import { adoptByImport, isImporting } from "../import/adopt";
import { keepingState, PartialFailure, Refusal } from "../partial-failure";
import { recheckOwnStrays } from "../purchase/own-strays";
import { changeServer } from "../update/change-server";
import { refusePurchaseAboveLimit } from "../update/limit";
import { buyServer } from "./create";
import { readServer } from "./read";

/** A purchase without an outcome is not repeated before this long: the service may still be working on the first one. */
const repeatPurchaseAfterMs = 60 * 60_000;

/** Brings a server to what the program asks for; a purchase of unknown outcome is looked up first. */
export async function updateServer(
  context: ProviderContext,
  id: string,
  recorded: VpsOutputs,
  desired: Desired,
): Promise<VpsOutputs> {
  try {
    return await settleAndChange(context, id, recorded, desired);
  } catch (error) {
    if (!(error instanceof PartialFailure)) throw error;
    // The engine saves this option of the program with a change that failed in part; the state must not say otherwise.
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
  recorded: VpsOutputs,
  desired: Desired,
): Promise<VpsOutputs> {
  if (recorded.orderOid !== undefined) return changeSettled(context, id, recorded, desired);
  const settled = await settlePurchase(context, id, recorded, desired);
  const failing = (message: string) =>
    `Order ${settled.orderOid} was bought for this resource, which holds it from now on. It is not yet as the program says: ${message} The next "pulumi up" goes on from there and buys nothing.`;
  return keepingState(id, settled, failing, () => changeSettled(context, id, settled, desired));
}

async function changeSettled(
  context: ProviderContext,
  id: string,
  recorded: VpsOutputs,
  desired: Desired,
): Promise<VpsOutputs> {
  refuseOtherOrder(recorded, desired);
  const changed = await changeServer(context, id, recorded, desired);
  const failing = (message: string) =>
    `Order ${changed.orderOid} is as the program says. Whether the surplus order that an earlier run reported is still billed could not be looked up: ${message} Run "pulumi up" again; nothing is done twice.`;
  return keepingState(id, changed, failing, () => recheckOwnStrays(context, changed, desired));
}

function refuseOtherOrder(recorded: VpsOutputs, desired: Desired): void {
  if (recorded.orderOid === undefined || !namesAnotherOrder(recorded, desired)) return;
  throw new Refusal(`Nothing was changed: ${otherOrderObjection(String(desired.__import), recorded.orderOid)}.`);
}

async function settlePurchase(
  context: ProviderContext,
  id: string,
  recorded: VpsOutputs,
  desired: Desired,
): Promise<VpsOutputs> {
  const seen = await readServer(context, id, recorded);
  if (seen?.outputs.orderOid !== undefined) return seen.outputs;
  if (isImporting(desired)) return (await adoptByImport(context, desired)).outputs;
  const sinceMs = Date.parse(recorded.__pendingSince ?? "");
  if (seen !== undefined && context.client.serviceNowMs() - sinceMs < repeatPurchaseAfterMs) {
    throw new PartialFailure(id, recorded, [
      pendingMessage(recorded.domainName ?? id, `ordered at ${recorded.__pendingSince}`),
    ]);
  }
  await refusePurchaseAboveLimit(context, desired);
  return (await buyServer(context, repeating(desired, recorded))).outputs;
}

/**
 * What the first try may have bought is this purchase's to find. The server that it was to replace waits in the state to be deleted,
 * where a program does not see it.
 */
function repeating(desired: Desired, { __attempt, __earlier = [] }: VpsOutputs): Desired {
  const ownership = desired.__ownership;
  if (ownership?.stack === undefined) return desired;
  const stack = { ...ownership.stack, pending: ownership.stack.pending.filter((attempt) => attempt !== __attempt) };
  return { ...desired, __ownership: { ...ownership, earlier: [...ownership.earlier, ...__earlier], stack } };
}
