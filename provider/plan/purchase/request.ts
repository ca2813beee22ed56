import { present } from "../../schema/absence";
import type { NewVpsRequest, ReinstallRequest } from "../../schema/requests";
import type { VpsArgument } from "../../schema/vps-inputs";
import { plainDomainName } from "../equality";
import { type Desired, isKnown, type Known } from "../model";
import { deriveFingerprint } from "./derive";
import { readableName, tagNames } from "./tags";

/** Where root's public keys belong on every image. */
export const authorizedKeysPath = "/root/.ssh/authorized_keys";

/** The arguments that a purchase sends. */
const requestArguments = [
  "domainName",
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
  "password",
  "sshAuthorizedKeys",
  "cloudConfigData",
  "fileInjectionData",
  "isJustMinimalInit",
  "billingOid",
  "userOid",
  "hostServerOid",
  "ipRequest",
  "metaData",
  "instantiationViaCloneOptions",
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
export function wanted(desired: Requested): NewVpsRequest {
  const files = injectedFiles(desired);
  const { domainName, distro, dcLocation, pricingPlanCode, controlPanel, vpsType, features, isSsdHostRequired } =
    desired;
  const { hostServerSelector, memoryMb, diskSpaceMb, diskSpace2Mb, diskSpace3Mb, cloudConfigData } = desired;
  const { isJustMinimalInit, billingOid, userOid, hostServerOid, ipRequest, instantiationViaCloneOptions } = desired;
  if (domainName === undefined) throw new Error("a purchase needs a domain name: check rejects a program without one");
  return {
    ...present({ distro, dcLocation, pricingPlanCode, controlPanel, vpsType, features, isSsdHostRequired }),
    ...present({ hostServerSelector, memoryMb, diskSpaceMb, diskSpace2Mb, diskSpace3Mb, cloudConfigData }),
    ...present({ isJustMinimalInit, billingOid, userOid, hostServerOid, ipRequest, instantiationViaCloneOptions }),
    ...(files.length > 0 ? { fileInjectionData: files } : {}),
    domainName,
  };
}

/** Equal for equal programs, whatever the attempt. */
export const fingerprintOf = (desired: Requested, secret: string): string =>
  deriveFingerprint(secret, [
    { ...wanted(desired), domainName: plainDomainName(desired.domainName ?? "") },
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
    ...wanted(desired),
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
  const { distro, controlPanel, cloudConfigData, fileInjectionData, isJustMinimalInit } = wanted(desired);
  return {
    ...present({ distro, controlPanel, cloudConfigData, fileInjectionData, isJustMinimalInit }),
    password,
    ...(tags.size > 0 ? { metaData: Object.fromEntries(tags) } : {}),
  };
}

function injectedFiles(desired: Requested): NonNullable<NewVpsRequest["fileInjectionData"]> {
  const keys = desired.sshAuthorizedKeys ?? [];
  const keyFile = keys.length > 0 ? [{ path: authorizedKeysPath, dataAsString: `${keys.join("\n")}\n` }] : [];
  return [...keyFile, ...(desired.fileInjectionData ?? [])];
}
