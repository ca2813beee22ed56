import { z } from "zod";
import { shownName } from "./cli/engine-events";

const RawResource = z.looseObject({
  urn: z.string(),
  type: z.string(),
  id: z.string().optional(),
  inputs: z.record(z.string(), z.unknown()).default({}),
  outputs: z.record(z.string(), z.unknown()).default({}),
});
const Deployment = z.looseObject({
  resources: z.array(RawResource).nullish(),
  pending_operations: z.array(z.looseObject({ type: z.string(), resource: RawResource })).nullish(),
});
/** A state file, and what `stack export` prints. */
const StateFile = z.union([
  z
    .looseObject({ checkpoint: z.looseObject({ latest: Deployment.nullish() }) })
    .transform((file) => file.checkpoint.latest),
  z.looseObject({ deployment: Deployment }).transform((file) => file.deployment),
]);

export interface StateResource extends z.infer<typeof RawResource> {
  readonly name: string;
}

/** The resources of a state file or of an exported state. */
export function readDeployment(text: string): StateResource[] {
  return (parse(text)?.resources ?? []).map(named);
}

/** What the engine had begun and not finished when it died: operation and resource. */
export function readPendingOperations(text: string): { operation: string; resource: StateResource }[] {
  const pending = parse(text)?.pending_operations ?? [];
  return pending.map(({ type, resource }) => ({ operation: type, resource: named(resource) }));
}

function parse(text: string) {
  return StateFile.parse(JSON.parse(text));
}

function named(resource: z.infer<typeof RawResource>): StateResource {
  return { ...resource, name: shownName(resource.urn) };
}
