import type { DataCenter, Distribution, PricingPlan } from "../../schema/catalogue";
import type { BillingMethod } from "../../schema/order";
import type { VpsArgument } from "../../schema/vps-inputs";
import { nearest } from "../check/suggestions";
import type { Desired, Known } from "../model";

/** The arguments whose values the service lists, and what it calls the list. */
export const listedArguments = {
  distro: "distributions",
  dcLocation: "data centres",
  pricingPlanCode: "pricing plans",
  billingOid: "billing methods",
} as const satisfies Partial<Record<VpsArgument, string>>;
export type ListedArgument = keyof typeof listedArguments;

/** What the service offers at present; a list that was not requested, or could not be read, is absent. */
export interface Offers {
  readonly distro?: readonly Distribution[];
  readonly dcLocation?: readonly DataCenter[];
  readonly pricingPlanCode?: readonly PricingPlan[];
  readonly billingOid?: readonly BillingMethod[];
}

/** A list that could not be read: what it would show is not checked. */
export interface UnreadList {
  readonly argument: ListedArgument;
  readonly why: string;
}

/** A value that the service does not offer, and the message about it. */
export interface Unlisted {
  readonly argument: ListedArgument;
  readonly reason: string;
}

/** A longer list would hide more than it shows. */
const maxShown = 12;

/** Checks the known values of the arguments against what the service offers. */
export function unlisted(desired: Known<Desired>, offers: Offers): Unlisted[] {
  const { distro, dcLocation, pricingPlanCode, billingOid } = desired;
  return [
    ...missing(
      "distro",
      distro,
      offers.distro?.map((one) => one.distroCode),
    ),
    ...missing(
      "dcLocation",
      dcLocation?.toUpperCase(),
      offers.dcLocation?.map((one) => one.dataCenterLocationCode.toUpperCase()),
    ),
    ...missing(
      "pricingPlanCode",
      pricingPlanCode,
      offers.pricingPlanCode?.map((one) => one.pricingPlanCode),
    ),
    ...missing(
      "billingOid",
      textOf(billingOid),
      offers.billingOid?.map((one) => String(one.billingOid)),
    ),
  ];
}

const textOf = (value: number | string | undefined): string | undefined =>
  value === undefined ? undefined : String(value);

function missing(
  argument: ListedArgument,
  value: string | undefined,
  listed: readonly string[] | undefined,
): Unlisted[] {
  if (value === undefined || listed === undefined || listed.includes(value)) return [];
  const near = sameImage(value, listed) ?? nearest(value, listed) ?? onlyContinuation(value, listed);
  const suggestion = near === undefined ? "" : ` Did you mean "${near}"?`;
  const codes = [...new Set(listed)].sort();
  const all = codes.length === 0 || codes.length > maxShown ? "" : ` Available: ${codes.join(", ")}.`;
  const reason = `"${value}" is not among the ${listedArguments[argument]} that the service offers now.${suggestion}${all}`;
  return [{ argument, reason }];
}

/** `debian-13` and `Ubuntu 24.04` mean `deb13.64` and `ubuntu2404.64`: a name, or its beginning, and a version. */
function sameImage(value: string, listed: readonly string[]): string | undefined {
  const [name, version] = nameAndVersion(value);
  if (name === "" || version === "") return undefined;
  const [first, ...others] = listed.filter((code) => {
    const [listedName, listedVersion] = nameAndVersion(code);
    return (
      listedName !== "" && listedVersion === version && (name.startsWith(listedName) || listedName.startsWith(name))
    );
  });
  return others.length === 0 ? first : undefined;
}

/** The letters at the beginning of an image's name, and its version without dots and without the `.64` for 64 bits. */
function nameAndVersion(image: string): [string, string] {
  const plain = image.toLowerCase().replace(/[\s_-]/g, "");
  const [, name = "", version = ""] = /^([a-z]+)([0-9.]*)/.exec(plain) ?? [];
  return [name, version.replace(/\.64$/, "").replaceAll(".", "")];
}

/** `deb13` is many letters away from `deb13.64`, but still means it. */
function onlyContinuation(value: string, listed: readonly string[]): string | undefined {
  const [first, ...others] = listed.filter((code) => code.toLowerCase().startsWith(value.toLowerCase()));
  return others.length === 0 ? first : undefined;
}
