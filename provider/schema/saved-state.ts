// What identifies orders in a saved state, whether the engine hands it over to a program or `pulumi stack export` prints it. Free of
// zod, which programs do not load.

import { secretSignatureKey } from "../engine/reserved";

/** A server in the state. One without a key is a `Vps.get`: it reads an order but does not hold it. */
export interface SavedServer {
  readonly key?: string | undefined;
  readonly orderOid?: number | undefined;
  /** The purchase that created its order, or that it is waiting for. */
  readonly attempt?: string | undefined;
  readonly earlier?: readonly number[] | undefined;
  readonly domainName?: string | undefined;
  /** `retainOnDelete`, as the last run set it. */
  readonly isRetained?: boolean | undefined;
  /** Installed, but the port that the program waits for has not taken a connection yet. */
  readonly awaitsPort?: boolean | undefined;
  /** The provider instance that it belongs to: the name of an explicit one. */
  readonly providerName?: string | undefined;
}

export const savedServer = (outputs: unknown): SavedServer => ({
  key: textIn(outputs, "__key"),
  orderOid: numbersIn([field(outputs, "orderOid")])[0],
  attempt: textIn(outputs, "__attempt"),
  earlier: numbersIn(field(outputs, "__earlier")),
  domainName: textIn(outputs, "domainName"),
  isRetained: field(outputs, "__isRetained") === true,
  awaitsPort: partsIn(outputs, "__unfinished").some((open) => field(open, "kind") === "port"),
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
