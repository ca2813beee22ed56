import { isDeepStrictEqual } from "node:util";
import { unknownValueSentinel } from "../schema/reserved";
import type { VpsArgument } from "../schema/vps-inputs";

/** Whether a value is unknown yet, wholly or in any of its parts. */
export function isUnknown(value: unknown): boolean {
  if (value === unknownValueSentinel) return true;
  if (Array.isArray(value)) return value.some(isUnknown);
  return typeof value === "object" && value !== null && Object.values(value).some(isUnknown);
}

/** Drops absent parts, so that `{ a: 1, b: undefined }` and `{ a: 1 }` are the same. */
function withoutAbsent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAbsent);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== undefined && part !== null)
      .map(([name, part]) => [name, withoutAbsent(part)]),
  );
}

export const sameValue = (a: unknown, b: unknown): boolean =>
  isDeepStrictEqual(withoutAbsent(a ?? undefined), withoutAbsent(b ?? undefined));

/** The one form of a domain name: letter case and a final dot mean nothing. */
export const plainDomainName = (name: string): string => name.toLowerCase().replace(/\.$/, "");

export const sameDomainName = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && plainDomainName(a) === plainDomainName(b);

/**
 * Whether two values of one argument mean the same server. One spelling for another, or a default that is written down,
 * must neither replace a server nor wipe or restart it. Values of any form are compared: a state may hold anything.
 */
export const sameArgument = (argument: VpsArgument, a: unknown, b: unknown): boolean => {
  const inOneForm = forms[argument] ?? ((value: unknown) => value);
  return sameValue(inOneForm(a), inOneForm(b));
};

/** The arguments that can be said in several ways, and the one form in which each is compared. */
const forms: Partial<Record<VpsArgument, (value: unknown) => unknown>> = {
  domainName: text(plainDomainName),
  dcLocation: text((code) => code.toUpperCase()),
  features: text((features) => features.toLowerCase().split(/\s+/).filter(Boolean).sort()),
  controlPanel: text((panel) => (/^(none)?$/i.test(panel) ? undefined : panel)),
  isSsdHostRequired: (value) => value ?? false,
  hostServerSelector: (value) => parts(value) ?? {},
  ipRequest: (value) => {
    const request = { numIps: 1, ...parts(value) };
    return { ...request, requestedIps: sorted("requestedIps" in request ? request.requestedIps : undefined) };
  },
  instantiationViaCloneOptions: (value) => {
    const clone = parts(value);
    return clone === undefined ? value : { ...clone, domainName: text(plainDomainName)(clone["domainName"]) };
  },
  diskSpace2Mb: (value) => value ?? 0,
  diskSpace3Mb: (value) => value ?? 0,
};

function text(inOneForm: (value: string) => unknown): (value: unknown) => unknown {
  return (value) => (typeof value === "string" ? inOneForm(value) : value);
}

const parts = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;

const sorted = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((one) => String(one).toLowerCase()).sort() : value;
