import { isUnknown, unknownValueSentinel } from "../engine/reserved";
import { type Desired, type Known, type Properties, type RunInputs, Unknown } from "../plan/model";
import { HiddenInputs, Ownership } from "../schema/hidden-inputs";
import { definedParts } from "../schema/parts";
import { type VpsArgument, vpsArguments } from "../schema/vps-arguments";
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

/** The hidden inputs that the state keeps. */
export function hiddenFrom(properties: Properties): HiddenInputs {
  const known = Object.entries(properties).filter(([, value]) => value !== null && !(value instanceof Unknown));
  const hidden = HiddenInputs.safeParse(Object.fromEntries(known));
  return hidden.success ? hidden.data : {};
}

/** What the program asks for. It has passed `check`, so a value of another form comes from another version and counts as absent. */
export function desiredFrom(properties: Properties, runInputs: RunInputs): Desired {
  const unknown: Partial<Record<VpsArgument, Unknown>> = {};
  for (const argument of vpsArguments) {
    const value = properties[argument];
    if (value instanceof Unknown) unknown[argument] = value;
  }
  return { ...RecordedInputs.parse(properties), ...unknown, ...hiddenFrom(properties), ...runInputs };
}

/** The engine creates and updates only once every value is known. */
export function requireKnown(desired: Desired): Known<Desired> {
  if (isWhollyKnown(desired)) return desired;
  throw new Error("the engine asked for a creation or an update with values that are not known yet");
}

const isWhollyKnown = (desired: Desired): desired is Known<Desired> =>
  !Object.values(desired).some((value) => value instanceof Unknown);

/** What a program passes in addition to the arguments. Absent where another version declares the resource. */
export function runInputsFrom({ __ownership: text, __ledgerSecret: secret }: Properties): RunInputs {
  const ownership = typeof text === "string" ? Ownership.parse(JSON.parse(text)) : undefined;
  return definedParts({
    __ledger: ownership?.ledger,
    __ledgerSecret: typeof secret === "string" || secret instanceof Unknown ? secret : undefined,
    __ownership: ownership,
  });
}

/** A value as sent to the engine, whose protocol cannot express `undefined`. */
export const plain = <T extends object>(value: T): T => JSON.parse(JSON.stringify(value));
