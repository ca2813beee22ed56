import { isUnknown } from "../plan/equality";
import type { Desired } from "../plan/model";
import { HiddenInputs } from "../schema/hidden-inputs";
import { Ownership } from "../schema/ownership";
import { VpsInputs } from "../schema/vps-inputs";
import { VpsOutputs } from "../schema/vps-outputs";

/** The state of a resource, whatever version wrote it. */
export const recordedFrom = (properties: Record<string, unknown>): VpsOutputs => VpsOutputs.parse(properties);

const looseInputs = VpsInputs.partial().strip();

/**
 * What the program asks for. Check has let it through, so that only what a preview does not know yet can be of another
 * form: unknown values stay what they are, for the diff to see.
 */
export function desiredFrom(inputs: Record<string, unknown>): Desired {
  const present = Object.entries(inputs).filter(([, value]) => value !== undefined && value !== null);
  const unknown = Object.fromEntries(present.filter(([, value]) => isUnknown(value)));
  const known = Object.fromEntries(present.filter(([, value]) => !isUnknown(value)));
  const parsed = looseInputs.safeParse(known);
  const hidden = HiddenInputs.safeParse(known);
  return { ...(parsed.success ? parsed.data : known), ...(hidden.success ? hidden.data : {}), ...unknown } as Desired;
}

/** What a program hands over beside the arguments; absent, as in a state of another version, it says nothing. */
export function ownershipFrom(handedOver: unknown): Ownership | undefined {
  return typeof handedOver !== "string" || isUnknown(handedOver) ? undefined : Ownership.parse(JSON.parse(handedOver));
}

/** A value as it goes over the wire to the engine, which has no word for absent parts. */
export const plain = <T extends object>(value: T): T => JSON.parse(JSON.stringify(value));
