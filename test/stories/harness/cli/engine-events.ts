import { readFileSync } from "node:fs";
import { z } from "zod";

/** What the engine says it does to one resource; the words of its event log. */
const StepMetadata = z.looseObject({
  op: z.string(),
  urn: z.string(),
  type: z.string(),
});
const Diagnostic = z.looseObject({
  urn: z.string().optional(),
  message: z.string(),
  severity: z.string(),
});
const StepEvent = z.looseObject({ metadata: StepMetadata, planning: z.boolean().optional() });

/** One line of the event log; kinds of events that stories do not ask for are kept as they are. */
export const EngineEvent = z.looseObject({
  sequence: z.number(),
  resourcePreEvent: StepEvent.optional(),
  resOutputsEvent: StepEvent.optional(),
  resOpFailedEvent: StepEvent.optional(),
  diagnosticEvent: Diagnostic.optional(),
});
export type EngineEvent = z.infer<typeof EngineEvent>;

/** `replace` stands for the several steps of which the engine makes a replacement. */
export type Operation = "same" | "create" | "update" | "delete" | "replace" | "read" | "refresh" | (string & {});

export interface Step {
  readonly op: Operation;
  readonly urn: string;
  readonly name: string;
  readonly type: string;
  readonly failed: boolean;
}

export interface Message {
  readonly severity: string;
  readonly text: string;
  /** The resource that it is about. */
  readonly urn: string | undefined;
}

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

/** One step for each thing that the engine did or planned, in its order. */
export function stepsOf(events: readonly EngineEvent[]): Step[] {
  const failed = new Set(events.flatMap((event) => event.resOpFailedEvent?.metadata.urn ?? []));
  return events.flatMap((event) => {
    const metadata = event.resourcePreEvent?.metadata;
    if (metadata === undefined) return [];
    const { op, urn, type } = metadata;
    const name = shownName(urn);
    return [{ op, urn, type, name, failed: failed.has(urn) }];
  });
}

/** What happened to each resource of the program, by name; the stack itself and provider resources are left out. */
export function operationsOf(steps: readonly Step[]): Record<string, Operation> {
  const operations: Record<string, Operation> = {};
  for (const { op, name, type } of steps) {
    if (type.startsWith("pulumi:")) continue;
    operations[name] = op.includes("replace") ? "replace" : op;
  }
  return operations;
}

/** Messages to the user; what the SDK logs for debugging is left out. */
export function messagesOf(events: readonly EngineEvent[]): Message[] {
  return events.flatMap(({ diagnosticEvent }) => {
    if (diagnosticEvent === undefined || diagnosticEvent.severity === "debug") return [];
    const { severity, message, urn } = diagnosticEvent;
    return [{ severity, text: message.trimEnd(), urn }];
  });
}
