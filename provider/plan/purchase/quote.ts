import type { AboutOrder } from "../../schema/order";
import type { PartialVpsRequest } from "../../schema/requests";
import type { VpsArgument } from "../../schema/vps-inputs";
import { argumentsWith, vpsArguments } from "../change-table";
import { isUnknown } from "../equality";
import type { Desired } from "../model";
import { wanted } from "./request";

/** What makes a server dearer or cheaper. */
const pricedArguments = [
  ...argumentsWith("resize"),
  "pricingPlanCode",
  "dcLocation",
  "vpsType",
  "features",
  "isSsdHostRequired",
  "ipRequest",
  "instantiationViaCloneOptions",
] as const satisfies readonly VpsArgument[];

export const unknownPrices = (desired: Desired): VpsArgument[] =>
  pricedArguments.filter((argument) => isUnknown(desired[argument]));

/** The question for the price of a new server: all that the service could refuse, and no secret. */
export function purchaseQuestion(desired: Desired): PartialVpsRequest {
  const known = Object.fromEntries(Object.entries(desired).filter(([, value]) => !isUnknown(value))) as Desired;
  const { password, cloudConfigData, fileInjectionData, sshAuthorizedKeys, ...rest } = known;
  // Without the name, equal servers are one question.
  const { domainName, ...question } = wanted({ ...rest, domainName: "" });
  return question;
}

/**
 * The question for the price after a resize. What the program leaves open has the value that the order has; the image
 * and the like are left out, as one that is no longer offered says nothing against a resize.
 */
export function resizeQuestion(desired: Desired, order: AboutOrder | undefined): PartialVpsRequest {
  const { instantiationViaCloneOptions, ...priced }: PartialVpsRequest = Object.fromEntries(
    pricedArguments.filter((argument) => desired[argument] !== undefined).map((name) => [name, desired[name]]),
  );
  const sizes = Object.fromEntries(
    Object.entries(order?.vpsParameters ?? {}).filter(([, size]) => typeof size === "number"),
  );
  const dcLocation = order?.location?.dataCenterLocationCode;
  return { ...sizes, ...(dcLocation === undefined ? {} : { dcLocation }), ...priced };
}

const wireNames: Readonly<Record<string, VpsArgument>> = {
  numIps: "ipRequest",
  extraIpReason: "ipRequest",
  requestedIps: "ipRequest",
  vpsOrderOidToClone: "instantiationViaCloneOptions",
  minVmDiskFreeGb: "hostServerSelector",
};

/** The argument that the service means by a field of its own, such as `vps_parameters.disk_space_2_mb`. */
export function argumentOf(fieldName: string | undefined): VpsArgument | undefined {
  const last = fieldName?.split(".").at(-1) ?? "";
  const camel = last.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return vpsArguments.find((argument) => argument === camel) ?? wireNames[camel];
}
