import { readFileSync } from "node:fs";
import { z } from "zod";

/** One line of the event log. What stories do not ask for is kept as it is. */
export const EngineEvent = z.looseObject({
  /** The engine begins, or plans, to do something to a resource. */
  resourcePreEvent: z
    .looseObject({ metadata: z.looseObject({ op: z.string(), urn: z.string(), type: z.string() }) })
    .optional(),
  diagnosticEvent: z.looseObject({ message: z.string(), severity: z.string() }).optional(),
});
export type EngineEvent = z.infer<typeof EngineEvent>;

/** `replace` stands for the several steps of which the engine makes a replacement. */
export type Operation = "same" | "create" | "update" | "delete" | "replace" | "read" | "refresh" | (string & {});

/** The events of a log file; none when the command wrote none. A line that was cut off by a kill is left out. */
export function readEvents(path: string): EngineEvent[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return [];
  }
  const complete = text.slice(0, text.lastIndexOf("\n") + 1);
  return complete
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => EngineEvent.parse(JSON.parse(line)));
}

/** The name of a resource. An idempotency key has that of its server: it is the "web key". */
export const shownName = (urn: string): string =>
  urn.slice(urn.lastIndexOf("::") + 2) + (urn.includes(":IdempotencyKey::") ? " key" : "");

/** What happened to each resource of the program, by name; the stack itself and provider resources are left out. */
export function operationsOf(events: readonly EngineEvent[]): Record<string, Operation> {
  const operations: Record<string, Operation> = {};
  for (const { resourcePreEvent } of events) {
    if (resourcePreEvent === undefined || resourcePreEvent.metadata.type.startsWith("pulumi:")) continue;
    const { op, urn } = resourcePreEvent.metadata;
    operations[shownName(urn)] = op.includes("replace") ? "replace" : op;
  }
  return operations;
}
