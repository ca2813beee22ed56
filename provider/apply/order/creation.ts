import type { Desired } from "../../plan/change/diff";
import { orderedLine } from "../../plan/words/outcome-lines";
import type { VpsOutputs } from "../../schema/vps/vps-outputs";
import { changeServer } from "../change/server-change";
import { PartialFailure } from "../run/partial-failure";
import { conclude } from "../run/progress";
import type { World } from "../run/world";
import { adoptByImport, isImporting } from "./adoption-by-import";
import type { Purchased } from "./buyer";
import { purchase } from "./purchase";

/** Buys a server, or adopts the one that the program names. */
export async function createServer(world: World, desired: Desired): Promise<Purchased> {
  const made = isImporting(desired) ? await adoptByImport(world, desired) : await buyServer(world, desired);
  if (made.outputs.orderOid !== undefined) world.memory.hold(made.outputs.orderOid, desired.__declaredUrn ?? made.id);
  return made;
}

/** Stops what was bought where the program wants it stopped: the service delivers it running. */
async function buyServer(world: World, desired: Desired): Promise<Purchased> {
  if (desired.runningState !== "NOTRUNNING") return purchaseAndTell(world, desired);
  const { runningState: _, ...running } = desired;
  const { id, outputs } = await purchaseAndTell(world, running);
  return { id, outputs: await stop(world, id, outputs, desired) };
}

/** The purchase is in the state whatever becomes of the stop: an error without a state would leave an order that nobody holds. */
async function stop(world: World, id: string, outputs: VpsOutputs, desired: Desired): Promise<VpsOutputs> {
  try {
    return await changeServer(world, id, outputs, desired);
  } catch (error) {
    if (error instanceof PartialFailure || !(error instanceof Error)) throw error;
    throw new PartialFailure(id, outputs, [
      `Order ${id} was bought and runs; it could not be stopped. ${error.message} The next "pulumi up" stops it.`,
    ]);
  }
}

async function purchaseAndTell(world: World, desired: Desired): Promise<Purchased> {
  const made = await purchase(world, desired);
  conclude(world, desired.__declaredUrn, orderedLine(made.outputs));
  return made;
}
