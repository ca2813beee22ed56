import type { AboutOrder } from "../../schema/order";
import type { PartialVpsRequest } from "../../schema/requests";
import type { VpsArgument } from "../../schema/vps-inputs";
import { argumentsWith, vpsArguments } from "../change-table";
import { type Desired, knownPart, Unknown } from "../model";
import { requestFrom } from "./request";

/** The arguments that affect the price of a server. */
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
  pricedArguments.filter((argument) => desired[argument] instanceof Unknown);

/** The request for the price of a new server: everything that the service could refuse, but no secrets. */
export function purchaseQuoteRequest(desired: Desired): PartialVpsRequest {
  const { password, cloudConfig, cloudConfigData, fileInjectionData, sshAuthorizedKeys, ...rest } = knownPart(desired);
  // Without the name, equal servers share one request.
  const { domainName, ...question } = requestFrom({ ...rest, domainName: "" });
  return question;
}

/**
 * The request for the price after a resize. What the program leaves open takes its value from the order; the image and
 * the like are left out, because an image that is no longer offered does not rule out a resize.
 */
export function resizeQuoteRequest(desired: Desired, order: AboutOrder | undefined): PartialVpsRequest {
  const known = knownPart(desired);
  const { instantiationViaCloneOptions, ...priced }: PartialVpsRequest = Object.fromEntries(
    pricedArguments.filter((argument) => known[argument] !== undefined).map((name) => [name, known[name]]),
  );
  const sizes = Object.fromEntries(
    Object.entries(order?.vpsParameters ?? {}).filter(([, size]) => typeof size === "number"),
  );
  const dcLocation = order?.location?.dataCenterLocationCode;
  return { ...sizes, ...(dcLocation === undefined ? {} : { dcLocation }), ...priced };
}

/** Arguments by the name of a part that the service may object to. */
const argumentsByPart: Readonly<Record<string, VpsArgument>> = {
  numIps: "ipRequest",
  extraIpReason: "ipRequest",
  requestedIps: "ipRequest",
  vpsOrderOidToClone: "instantiationViaCloneOptions",
  minVmDiskFreeGb: "hostServerSelector",
};

/** The argument behind a field that the service objects to, such as `vpsParameters.diskSpace2Mb`. */
export function argumentOf(fieldName: string | undefined): VpsArgument | undefined {
  const last = fieldName?.split(".").at(-1) ?? "";
  return vpsArguments.find((argument) => argument === last) ?? argumentsByPart[last];
}
