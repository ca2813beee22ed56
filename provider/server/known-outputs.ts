import { type Properties, Unknown } from "../pulumi/properties";
import { namesIn } from "../service/names";
import type { Desired } from "./desired";
import { diffVps, replacesServer, wipesServer } from "./diff";
import { knownOutputs } from "./server";
import { isOwned, RecordedInputs, recordedFrom } from "./state";

/**
 * The outputs that a preview of an update knows: those that no step of it may change. None if it may turn out to be a replacement.
 *
 * @param saved the outputs in the state
 * @param asked the arguments that are given, `Unknown` for those that this preview does not know
 */
export function outputsKept(saved: Properties, asked: Properties): ReadonlyMap<string, unknown> {
  const recorded = recordedFrom(saved);
  const unknown = Object.entries(asked).filter(([, value]) => value instanceof Unknown);
  const program: Desired = { ...RecordedInputs.parse(asked), ...Object.fromEntries(unknown) };
  const { changed, open } = diffVps(recorded, program);
  const differing = [...changed, ...open];
  if (!isOwned(recorded) || differing.some((argument) => replacesServer(argument, program))) return new Map();
  const steps = new Set<string | undefined>([
    ...(differing.includes("hostServerOid") ? ["move"] : []),
    ...(differing.some((argument) => wipesServer(argument, program)) ? ["reinstall"] : []),
  ]);
  const kept = namesIn(knownOutputs).filter((name) => saved[name] !== undefined && !steps.has(knownOutputs[name]));
  // Exactly as the state has it, down to the order of its keys: a program may turn it into text.
  return new Map(kept.map((name) => [name, saved[name]]));
}
