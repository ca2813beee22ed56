import type { VpsArgument } from "../../schema/vps/vps-inputs";
import { plainDomainName, sameValue } from "./values";

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
