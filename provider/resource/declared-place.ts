import * as pulumi from "@pulumi/pulumi";
import { type Declared, earlierUrnsOf } from "../engine/earlier-urns";
import { promiseOf } from "../engine/outputs";
import type { ResourceMarks } from "../engine/probes";
import type { StackState } from "../plan/purchase/ownership";
import type { DeclaredPlace, EarlierPlaces, ProgramRun } from "../program/run";
import type { VpsOptions } from "./options";

/** Where a resource is declared, and where it was before, according to its aliases. */
export const placeOf = (
  name: string,
  type: string,
  opts: VpsOptions,
  made: Promise<ResourceMarks>,
  run: Pick<ProgramRun, "state"> | undefined,
): DeclaredPlace => ({
  urn: opts.parent
    ? pulumi.createUrn(name, type, opts.parent)
    : `urn:pulumi:${pulumi.getStack()}::${pulumi.getProject()}::${type}::${name}`,
  // Asked for when something waits for it: an alias may fail.
  earlier: async () => earlierPlaces(await made, { name, type, opts }, await run?.state),
});

/**
 * The engine goes by the aliases of a component only until the state has the component under its present URN, and its servers with it.
 * A purchase interrupted before that left its order with the former URN's tag, but no entry in the state for a rename to carry over.
 */
async function earlierPlaces(resource: ResourceMarks, declared: Declared, state: StackState): Promise<EarlierPlaces> {
  const { own, inherited } = await earlierUrnsOf(resource, declared);
  if (inherited.length === 0) return { earlierUrns: own };
  const { parent } = declared.opts;
  const isParentSaved = parent !== undefined && state?.urns?.has(await promiseOf(parent.urn)) === true;
  return isParentSaved ? { earlierUrns: own, interruptedUrns: inherited } : { earlierUrns: [...own, ...inherited] };
}
