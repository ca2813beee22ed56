import { isUnknown, unknownValueSentinel } from "../engine/reserved";
import { vpsArguments } from "../plan/change-table";
import { type Desired, type Hidden, type Known, type Properties, Unknown } from "../plan/model";
import { HiddenInputs, Ownership } from "../schema/hidden-inputs";
import type { VpsArgument } from "../schema/vps-inputs";
import { RecordedInputs } from "../schema/vps-outputs";

/** The properties of a call of the engine's. From here on, what it does not know yet is `Unknown`. */
export const received = (properties: Readonly<Record<string, unknown>>): Properties =>
  Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, withUnknown(value)]));

function withUnknown(value: unknown): unknown {
  if (!isUnknown(value)) return value;
  if (value === unknownValueSentinel) return new Unknown();
  if (Array.isArray(value)) return new Unknown(value.map(withUnknown));
  return new Unknown(received({ ...Object(value) }));
}

/** The hidden inputs. The check hands the ownership on separately. */
export function hiddenFrom(properties: Properties): Omit<Hidden, "__ownership"> {
  const { __ledger, __ledgerSecret } = properties;
  const known = Object.entries(properties).filter(([, value]) => value !== null && !(value instanceof Unknown));
  const hidden = HiddenInputs.safeParse(Object.fromEntries(known));
  return {
    ...(hidden.success ? hidden.data : {}),
    ...(__ledger instanceof Unknown ? { __ledger } : {}),
    ...(__ledgerSecret instanceof Unknown ? { __ledgerSecret } : {}),
  };
}

/** What the program asks for. It has passed `check`, so a value of another form comes from another version and counts as absent. */
export function desiredFrom(properties: Properties, ownership: Ownership | undefined): Desired {
  const unknown: Partial<Record<VpsArgument, Unknown>> = {};
  for (const argument of vpsArguments) {
    const value = properties[argument];
    if (value instanceof Unknown) unknown[argument] = value;
  }
  return { ...RecordedInputs.parse(properties), ...unknown, ...hiddenFrom(properties), __ownership: ownership };
}

/** The engine creates and updates only once every value is known. */
export function requireKnown(desired: Desired): Known<Desired> {
  if (isWhollyKnown(desired)) return desired;
  throw new Error("the engine asked for a creation or an update with values that are not known yet");
}

const isWhollyKnown = (desired: Desired): desired is Known<Desired> =>
  !Object.values(desired).some((value) => value instanceof Unknown);

/** What a program hands over in addition to the arguments. Absent in a state of another version. */
export function ownershipFrom(handedOver: unknown): Ownership | undefined {
  return typeof handedOver !== "string" || isUnknown(handedOver) ? undefined : Ownership.parse(JSON.parse(handedOver));
}

/** A value as sent to the engine, whose protocol cannot express `undefined`. */
export const plain = <T extends object>(value: T): T => JSON.parse(JSON.stringify(value));
