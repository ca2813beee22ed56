import { CheckedInputs, HiddenInputs } from "../engine/hidden-inputs";
import { type Properties, Unknown } from "../engine/properties";
import { type VpsArgument, vpsArguments } from "./arguments";
import type { Desired, Known } from "./model";
import { RecordedInputs } from "./state";

/** The hidden inputs that the state keeps. */
export function hiddenFrom(properties: Properties): HiddenInputs {
  const known = Object.entries(properties).filter(([, value]) => value !== null && !(value instanceof Unknown));
  const hidden = HiddenInputs.safeParse(Object.fromEntries(known));
  return hidden.success ? hidden.data : {};
}

/** What the program asks for. It has passed `check`, so a value of another form comes from another version and counts as absent. */
export function desiredFrom(properties: Properties, checked: CheckedInputs | undefined): Desired {
  const unknown: Partial<Record<VpsArgument, Unknown>> = {};
  for (const argument of vpsArguments) {
    const value = properties[argument];
    if (value instanceof Unknown) unknown[argument] = value;
  }
  return { ...RecordedInputs.parse(properties), ...unknown, ...hiddenFrom(properties), ...checked };
}

/** The engine creates and updates only once every value is known. */
export function requireKnown(desired: Desired): Known<Desired> {
  if (isWhollyKnown(desired)) return desired;
  throw new Error("the engine asked for a creation or an update with values that are not known yet");
}

const isWhollyKnown = (desired: Desired): desired is Known<Desired> =>
  !Object.values(desired).some((value) => value instanceof Unknown);

/** What a check takes out of the inputs. A value that a preview does not know is absent. */
export const checkedFrom = ({ __keyPassword, __isPreview, __leftOut }: Properties): CheckedInputs =>
  CheckedInputs.parse({
    __keyPassword,
    ...(__isPreview === true && { __isPreview }),
    ...(Array.isArray(__leftOut) && { __leftOut }),
  });
