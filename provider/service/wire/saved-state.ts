// What a saved state holds, whether the engine hands it over to a program or `pulumi stack export` prints it. Free of
// zod, which programs do not load.

import { secretSignatureKey } from "../../engine/reserved";

/** A property of an object, even if the engine has wrapped it as a secret; `undefined` if there is none. */
export function field(of: unknown, name: string): unknown {
  const value: unknown = typeof of === "object" && of !== null ? Reflect.get(of, name) : undefined;
  const isWrapped = typeof value === "object" && value !== null && secretSignatureKey in value && "value" in value;
  return isWrapped ? value.value : value;
}

export function textIn(of: unknown, name: string): string | undefined {
  const value = field(of, name);
  return typeof value === "string" ? value : undefined;
}

export const numbersIn = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((one): one is number => typeof one === "number") : [];
