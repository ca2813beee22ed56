import { posix } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { isAbsent, isObject, Unknown } from "../pulumi/properties";
import { plainDomainName } from "../service/domain-names";
import { plainIp } from "../service/wire/values";
import type { VpsArgument } from "./arguments";
import { keysMeaning, userDataMeaning, withPlainTexts } from "./first-boot";

/** Drops absent parts, so that `{ a: 1, b: undefined }` and `{ a: 1 }` are the same, and the sign of a zero, which no state keeps. */
function withoutAbsent(value: unknown): unknown {
  if (value === 0) return 0;
  if (Array.isArray(value)) return value.map(withoutAbsent);
  if (!isObject(value) || value instanceof Unknown) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => !isAbsent(part))
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
  const inOneForm = forms[argument] ?? withoutDefault;
  return sameValue(a, b) || sameValue(inOneForm(a), inOneForm(b));
};

/** The default of every flag, and of the size of an additional disk. */
const withoutDefault = (value: unknown): unknown => (value === false || value === 0 ? undefined : value);

/** The arguments that can be written in several ways, and the form in which each is compared. */
const forms: Partial<Record<VpsArgument, (value: unknown) => unknown>> = {
  domainName: text(plainDomainName),
  distro: text((code) => code.toLowerCase()),
  dcLocation: text((code) => code.toUpperCase()),
  features: text((features) => [...new Set(features.toLowerCase().split(/\s+/).filter(Boolean))].sort()),
  controlPanel: text((panel) => (/^(none)?$/i.test(panel.trim()) ? undefined : panel.trim().toLowerCase())),
  hostServerOid: text((oid) => oid.replace(/^0+(?=\d)/, "")),
  hostServerSelector: (value) => ({ minVmDiskFreeGb: 0, ...parts(value) }),
  ipRequest: (value) => {
    // The reason is the service's to judge, once.
    const { requestedIps, numIps = 1, extraIpReason: _, ...request } = { ...parts(value) };
    if (!Array.isArray(requestedIps) || requestedIps.length === 0) return { ...request, numIps };
    const ips = sortedIps(requestedIps);
    return { ...request, numIps: Math.max(Number(numIps), ips.length), requestedIps: ips };
  },
  // The name is for the order. What the server is called afterwards is for the argument domainName.
  instantiationViaCloneOptions: (value) => {
    const clone = parts(value);
    return clone === undefined ? value : { ...clone, domainName: undefined };
  },
  sshAuthorizedKeys: (value) => (Array.isArray(value) ? keysMeaning(value) : (value ?? [])),
  cloudConfig: withPlainTexts,
  cloudConfigData: text(userDataMeaning),
  fileInjectionData: (value) => (Array.isArray(value) ? filesMeaning(value) : (value ?? [])),
  reinstallTriggers: triggersMeaning,
  restartTriggers: triggersMeaning,
  metaData: (value) => value ?? {},
};

function text(inOneForm: (value: string) => unknown): (value: unknown) => unknown {
  return (value) => (typeof value === "string" ? inOneForm(value) : value);
}

const parts = (value: unknown): Record<string, unknown> | undefined => (isObject(value) ? { ...value } : undefined);

const sortedIps = (ips: readonly unknown[]): string[] => [...new Set(ips.map((ip) => plainIp(String(ip))))].sort();

/** The order matters for files that are run, and where one file is written twice. */
function filesMeaning(files: readonly unknown[]): unknown[] {
  const meant = files.map(fileMeaning);
  const isFixed = new Set(meant.map(({ path }) => path)).size < meant.length;
  const rankOf = ({ path, execOnFirstBoot }: (typeof meant)[number]): string =>
    isFixed || execOnFirstBoot === true ? "" : String(path);
  return meant.sort((a, b) => (rankOf(a) < rankOf(b) ? -1 : Number(rankOf(a) > rankOf(b))));
}

/** Text in base64 is still text; only what is none is compared byte by byte. */
function fileMeaning(value: unknown): Record<string, unknown> {
  const { path, dataAsString, dataAsBase64, ...file } = { ...parts(value) };
  const bytes = typeof dataAsBase64 === "string" ? Buffer.from(dataAsBase64, "base64") : undefined;
  const isText = bytes !== undefined && Buffer.from(bytes.toString()).equals(bytes);
  return {
    execOnFirstBoot: false,
    ...file,
    path: typeof path === "string" ? posix.normalize(path) : path,
    text: withPlainTexts(isText ? bytes.toString() : dataAsString),
    bytes: isText ? undefined : dataAsBase64,
  };
}

/** Often a text from a file, or a number that is read from the configuration in another way. */
function triggersMeaning(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(triggersMeaning);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const named = value instanceof Unknown ? undefined : parts(value);
  if (named === undefined) return withPlainTexts(value);
  return Object.fromEntries(Object.entries(named).map(([name, part]) => [name, triggersMeaning(part)]));
}
