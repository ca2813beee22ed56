import type { Desired } from "../plan/diff";
import { orderedLine } from "../plan/outcome-lines";
import { adoptByImport, isImporting } from "./adoption-by-import";
import { conclude } from "./progress";
import { type Purchased, purchase } from "./purchase";
import { changeServer } from "./server-change";
import type { World } from "./world";

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
  return { id, outputs: await changeServer(world, id, outputs, desired) };
}

async function purchaseAndTell(world: World, desired: Desired): Promise<Purchased> {
  const made = await purchase(world, desired);
  conclude(world, desired.__declaredUrn, orderedLine(made.outputs));
  return made;
}
