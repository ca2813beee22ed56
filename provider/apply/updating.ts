import type { Desired } from "../plan/diff";
import { pendingMessage } from "../plan/messages";
import type { VpsOutputs } from "../schema/vps-outputs";
import { PartialFailure } from "./partial-failure";
import { purchase, recheckSurplus } from "./purchase";
import { readServer } from "./reading";
import { changeServer } from "./server-change";
import type { World } from "./world";

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
  const changed = await changeServer(world, id, settled, desired);
  return recheckSurplus(world, changed);
}

async function settlePurchase(world: World, id: string, recorded: VpsOutputs, desired: Desired): Promise<VpsOutputs> {
  const seen = await readServer(world, id, recorded);
  if (seen?.outputs.orderOid !== undefined) return seen.outputs;
  const sinceMs = Date.parse(recorded.__pendingSince ?? "");
  if (seen !== undefined && world.nowMs() - sinceMs < repeatPurchaseAfterMs) {
    throw new PartialFailure(id, recorded, [
      pendingMessage(recorded.domainName ?? id, `ordered at ${recorded.__pendingSince}`),
    ]);
  }
  return (await purchase(world, desired)).outputs;
}
