import { isDeepStrictEqual } from "node:util";
import { Unknown } from "../engine/properties";
import { plainDomainName, plainIp } from "../service/wire/domain-names";
import type { VpsArgument } from "./arguments";

/** Drops absent parts, so that `{ a: 1, b: undefined }` and `{ a: 1 }` are the same, and the sign of a zero, which no state keeps. */
function withoutAbsent(value: unknown): unknown {
  if (value === 0) return 0;
  if (Array.isArray(value)) return value.map(withoutAbsent);
  if (typeof value !== "object" || value === null || value instanceof Unknown) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== undefined && part !== null)
      .map(([name, part]) => [name, withoutAbsent(part)]),
  );
}

export const sameValue = (a: unknown, b: unknown): boolean =>
  isDeepStrictEqual(withoutAbsent(a ?? undefined), withoutAbsent(b ?? undefined));

/**
 * Whether two values of one argument mean the same server. A different spelling, or a default written out, must never
 * replace, wipe or restart a server. Accepts values of any form: a state may hold anything.
 */
export const sameArgument = (argument: VpsArgument, a: unknown, b: unknown): boolean => {
  const inOneForm = forms[argument] ?? ((value: unknown) => value);
  return sameValue(inOneForm(a), inOneForm(b));
};

/** The arguments that can be written in several ways, and the form in which each is compared. */
const forms: Partial<Record<VpsArgument, (value: unknown) => unknown>> = {
  domainName: text(plainDomainName),
  distro: text((code) => code.toLowerCase()),
  dcLocation: text((code) => code.toUpperCase()),
  features: text((features) => [...new Set(features.toLowerCase().split(/\s+/).filter(Boolean))].sort()),
  controlPanel: text((panel) => (/^(none)?$/i.test(panel.trim()) ? undefined : panel.trim().toLowerCase())),
  hostServerOid: text((oid) => oid.replace(/^0+(?=\d)/, "")),
  isSsdHostRequired: (value) => value ?? false,
  hostServerSelector: (value) => parts(value) ?? {},
  ipRequest: (value) => {
    // The reason is the service's to judge, once.
    const { requestedIps, numIps = 1, extraIpReason: _, ...request } = parts(value) ?? {};
    if (!Array.isArray(requestedIps) || requestedIps.length === 0) return { ...request, numIps };
    return { ...request, numIps: Math.max(Number(numIps), requestedIps.length), requestedIps: sortedIps(requestedIps) };
  },
  // The name is for the order. What the server is called afterwards is for the argument domainName.
  instantiationViaCloneOptions: (value) => {
    const clone = parts(value);
    return clone === undefined ? value : { ...clone, domainName: undefined };
  },
  sshAuthorizedKeys: (value) => value ?? [],
  fileInjectionData: (value) =>
    Array.isArray(value) ? value.map((file) => ({ execOnFirstBoot: false, ...parts(file) })) : (value ?? []),
  isJustMinimalInit: (value) => value ?? false,
  metaData: (value) => value ?? {},
  diskSpace2Mb: (value) => value ?? 0,
  diskSpace3Mb: (value) => value ?? 0,
};

function text(inOneForm: (value: string) => unknown): (value: unknown) => unknown {
  return (value) => (typeof value === "string" ? inOneForm(value) : value);
}

const parts = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;

const sortedIps = (ips: readonly unknown[]): string[] => ips.map((ip) => plainIp(String(ip))).sort();
