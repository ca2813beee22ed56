import type { Desired } from "../plan/diff";
import { type Purchased, purchase } from "./purchase";
import { changeServer } from "./server-change";
import type { World } from "./world";

/** Buys a server, and stops it where the program wants it stopped: the service delivers it running. */
export async function createServer(world: World, desired: Desired): Promise<Purchased> {
  const made = await buyServer(world, desired);
  if (made.outputs.orderOid !== undefined) world.memory.hold(made.outputs.orderOid, desired.__declaredUrn ?? made.id);
  return made;
}

async function buyServer(world: World, desired: Desired): Promise<Purchased> {
  if (desired.runningState !== "NOTRUNNING") return purchase(world, desired);
  const { runningState: _, ...running } = desired;
  const { id, outputs } = await purchase(world, running);
  return { id, outputs: await changeServer(world, id, outputs, desired) };
}
