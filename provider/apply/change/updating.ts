import { type Desired, namesAnotherOrder } from "../../plan/change/diff";
import { otherOrderObjection } from "../../plan/import/import-judgement";
import { pendingMessage } from "../../plan/words/messages";
import type { VpsOutputs } from "../../schema/vps/vps-outputs";
import { adoptByImport, isImporting } from "../order/adoption-by-import";
import { purchase } from "../order/purchase";
import { recheckSurplus } from "../order/surplus";
import { PartialFailure, Refusal } from "../run/partial-failure";
import type { World } from "../run/world";
import { readServer } from "./reading";
import { changeServer } from "./server-change";

/** A purchase without an outcome is not repeated before this long: the service may still be working on the first one. */
const repeatPurchaseAfterMs = 60 * 60_000;

/** Brings a server to what the program asks for; a purchase of unknown outcome is looked up first. */
export async function updateServer(
  world: World,
  id: string,
  recorded: VpsOutputs,
  desired: Desired,
): Promise<VpsOutputs> {
  const settled = recorded.orderOid === undefined ? await settlePurchase(world, id, recorded, desired) : recorded;
  refuseOtherOrder(settled, desired);
  const changed = await changeServer(world, id, settled, desired);
  return recheckSurplus(world, changed, desired);
}

function refuseOtherOrder(recorded: VpsOutputs, desired: Desired): void {
  if (recorded.orderOid === undefined || !namesAnotherOrder(recorded, desired)) return;
  throw new Refusal(`Nothing was changed: ${otherOrderObjection(String(desired.__import), recorded.orderOid)}.`);
}

async function settlePurchase(world: World, id: string, recorded: VpsOutputs, desired: Desired): Promise<VpsOutputs> {
  const seen = await readServer(world, id, recorded);
  if (seen?.outputs.orderOid !== undefined) return seen.outputs;
  if (isImporting(desired)) return (await adoptByImport(world, desired)).outputs;
  const sinceMs = Date.parse(recorded.__pendingSince ?? "");
  if (seen !== undefined && world.client.serviceNowMs() - sinceMs < repeatPurchaseAfterMs) {
    throw new PartialFailure(id, recorded, [
      pendingMessage(recorded.domainName ?? id, `ordered at ${recorded.__pendingSince}`),
    ]);
  }
  return (await purchase(world, repeating(desired, recorded))).outputs;
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
