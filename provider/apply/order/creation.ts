import type { Desired, Known } from "../../plan/model";
import { orderedLine } from "../../plan/words/outcome-lines";
import { changeServer } from "../change/server-change";
import { keepingState } from "../run/partial-failure";
import { conclude } from "../run/progress";
import type { World } from "../run/world";
import { adoptByImport, isImporting } from "./adoption-by-import";
import type { Purchased } from "./buyer";
import { purchase } from "./purchase";

/** Buys a server, or adopts the one that the program names. */
export async function createServer(world: World, desired: Known<Desired>): Promise<Purchased> {
  const made = isImporting(desired) ? await adoptByImport(world, desired) : await buyServer(world, desired);
  // Not by its URN alone: an earlier entry of the same resource, which the program is not shown, may be deleted in this run.
  world.memory.hold(made.outputs.orderOid, `creation of ${desired.__declaredUrn ?? made.id}`);
  return made;
}

/**
 * Buys a server, or takes over what an interrupted run has bought, and stops it where the program wants it stopped: the
 * service delivers it running.
 */
export async function buyServer(world: World, desired: Known<Desired>): Promise<Purchased> {
  if (desired.runningState !== "NOTRUNNING") return purchaseAndTell(world, desired);
  const { runningState: _, ...running } = desired;
  const { id, outputs } = await purchaseAndTell(world, running);
  const failing = (message: string) =>
    `Order ${id} was bought and runs; it could not be stopped. ${message} The next "pulumi up" stops it.`;
  return { id, outputs: await keepingState(id, outputs, failing, () => changeServer(world, id, outputs, desired)) };
}

async function purchaseAndTell(world: World, desired: Known<Desired>): Promise<Purchased> {
  const made = await purchase(world, desired);
  conclude(world, desired.__declaredUrn, orderedLine(made.outputs, made.story));
  return made;
}
