import * as pulumi from "@pulumi/pulumi";
import { promiseOf } from "./outputs";

/** Kept on the stack's own resource: shared by two copies of this package, but not by two programs in one process. */
const remembered = Symbol.for("pulumi-rimuhosting.run");

type StackResource = pulumi.Resource & { [remembered]?: { ended: number } };

/** How often a server of this run may have changed so far: what was read before may no longer be true. */
export const changesIn = (stack: StackResource): number => stack[remembered]?.ended ?? 0;

/**
 * Counts a server once the engine is done with it. Called before the program can wait for the server, so that whatever it
 * asks afterwards finds the new count. A preview changes nothing.
 */
export function countWhenDone({ urn }: pulumi.Resource): void {
  const stack: StackResource | undefined = pulumi.runtime.getStackResource();
  if (stack === undefined || pulumi.runtime.isDryRun()) return;
  stack[remembered] ??= { ended: 0 };
  const run = stack[remembered];
  const count = (): void => {
    run.ended++;
  };
  promiseOf(urn).then(count, count);
}
