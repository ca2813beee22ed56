import { present } from "../../schema/absence";
import type { NewVpsRequest, ReinstallRequest } from "../../schema/requests";
import type { VpsArgument } from "../../schema/vps-inputs";
import { plainDomainName } from "../equality";
import { type Desired, isKnown, type Known } from "../model";
import { deriveFingerprint } from "./derive";
import { readableName, tagNames } from "./tags";

/** Where root's public keys belong on every image. */
export const authorizedKeysPath = "/root/.ssh/authorized_keys";

/** The arguments that a purchase sends as the program has them. */
const plainArguments = [
  "distro",
  "dcLocation",
  "pricingPlanCode",
  "controlPanel",
  "vpsType",
  "features",
  "isSsdHostRequired",
  "hostServerSelector",
  "memoryMb",
  "diskSpaceMb",
  "diskSpace2Mb",
  "diskSpace3Mb",
  "cloudConfigData",
  "isJustMinimalInit",
  "billingOid",
  "userOid",
  "hostServerOid",
  "ipRequest",
  "instantiationViaCloneOptions",
] as const satisfies readonly VpsArgument[];

/** All arguments that go into a purchase. */
const requestArguments = [
  ...plainArguments,
  "domainName",
  "password",
  "sshAuthorizedKeys",
  "fileInjectionData",
  "cloudConfig",
  "metaData",
] as const satisfies readonly VpsArgument[];

type Requested = Known<Pick<Desired, (typeof requestArguments)[number]>>;

/** Whether all that a purchase sends is known. */
export const isRequestKnown = <Program extends Desired>(desired: Program): desired is Program & Requested =>
  isKnown(desired, requestArguments);

/** Who buys, and how the order can be found again. */
interface TagValues {
  readonly key: string;
  readonly ledger: string;
  readonly secret: string;
  /** Where the program declares the server, unless the readable tag is switched off. */
  readonly urn: string | undefined;
}

/** The part of a request that the program decides; equal programs ask for equal servers. */
export function requestFrom(desired: Requested): NewVpsRequest {
  const { domainName, cloudConfig } = desired;
  if (domainName === undefined) throw new Error("a purchase needs a domain name: check rejects a program without one");
  const files = injectedFiles(desired);
  return {
    ...present(pick(desired, plainArguments)),
    ...(cloudConfig === undefined ? {} : { cloudConfigData: cloudConfigText(cloudConfig) }),
    ...(files.length > 0 ? { fileInjectionData: files } : {}),
    domainName,
  };
}

/** Cloud-config is YAML, and so is JSON. */
const cloudConfigText = (config: Readonly<Record<string, unknown>>): string =>
  `#cloud-config\n${JSON.stringify(config, undefined, 2)}\n`;

/** Equal for equal programs, whatever the attempt. */
export const fingerprintOf = (desired: Requested, secret: string): string =>
  deriveFingerprint(secret, [
    { ...requestFrom(desired), domainName: plainDomainName(desired.domainName ?? "") },
    desired.password ?? null,
    desired.metaData ?? {},
  ]);

/** The body of one purchase, with the tags that let the provider find it again. */
export function purchaseRequest(
  desired: Requested,
  tagValues: TagValues,
  attempt: string,
  password: string,
): NewVpsRequest {
  return {
    ...requestFrom(desired),
    password,
    metaData: {
      ...desired.metaData,
      [tagNames.ledger]: tagValues.ledger,
      [tagNames.key]: tagValues.key,
      [tagNames.attempt]: attempt,
      [tagNames.fingerprint]: fingerprintOf(desired, tagValues.secret),
      ...(tagValues.urn === undefined ? {} : { [tagNames.name]: readableName(tagValues.urn) }),
    },
  };
}

/**
 * The body of a reinstall: image and first-boot data as the program has them now. Sizes are left out: the order keeps
 * its own. The order's tags are sent again, because the service may replace the old list with this one.
 */
export function reinstallRequest(
  desired: Requested,
  password: string,
  tags: ReadonlyMap<string, string>,
): ReinstallRequest {
  const { distro, controlPanel, cloudConfigData, fileInjectionData, isJustMinimalInit } = requestFrom(desired);
  return {
    ...present({ distro, controlPanel, cloudConfigData, fileInjectionData, isJustMinimalInit }),
    password,
    ...(tags.size > 0 ? { metaData: Object.fromEntries(tags) } : {}),
  };
}

function pick<T extends object, Name extends keyof T>(from: T, names: readonly Name[]): { [N in Name]?: T[N] } {
  const picked: { [N in Name]?: T[N] } = {};
  for (const name of names) picked[name] = from[name];
  return picked;
}

function injectedFiles(desired: Requested): NonNullable<NewVpsRequest["fileInjectionData"]> {
  const keys = desired.sshAuthorizedKeys ?? [];
  const keyFile = keys.length > 0 ? [{ path: authorizedKeysPath, dataAsString: `${keys.join("\n")}\n` }] : [];
  return [...keyFile, ...(desired.fileInjectionData ?? [])];
}
