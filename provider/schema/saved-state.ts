// What identifies orders in a saved state, whether the engine hands it over to a program or `pulumi stack export` prints it. Free of
// zod, which programs do not load.

import { secretSignatureKey } from "../engine/reserved";

type Saved = ReturnType<typeof savedServer>;
/** A server in the state. One without a key is a `Vps.get`: it reads an order but does not hold it. */
export type SavedServer = { readonly [Part in keyof Saved]?: Saved[Part] | undefined };

export const savedServer = (outputs: unknown) => ({
  key: textIn(outputs, "__key"),
  orderOid: numbersIn([field(outputs, "orderOid")])[0],
  /** The purchase that created its order, or that it is waiting for. */
  attempt: textIn(outputs, "__attempt"),
  earlier: numbersIn(field(outputs, "__earlier")),
  domainName: textIn(outputs, "domainName"),
  /** `retainOnDelete`, as the last run set it. */
  isRetained: field(outputs, "__isRetained") === true,
  /** Installed, but the port that the program waits for has not taken a connection yet. */
  awaitsPort: partsIn(outputs, "__unfinished").some((open) => field(open, "kind") === "port"),
  /** The provider instance that it belongs to: the name of an explicit one. */
  providerName: textIn(outputs, "__providerName"),
});

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

/** The entries of a list; none if there is no list. */
export function partsIn(of: unknown, name: string): unknown[] {
  const value = field(of, name);
  return Array.isArray(value) ? value : [];
}

export const numbersIn = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((one): one is number => typeof one === "number") : [];
