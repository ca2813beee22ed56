import type { AboutOrder } from "../../schema/order/about-order";
import type { PartialVpsRequest } from "../../schema/request/new-vps-request";
import type { Money } from "../../schema/value/money";
import type { VpsArgument } from "../../schema/vps/vps-inputs";
import { vpsArguments } from "../argument/arguments";
import { argumentsWith } from "../argument/change-table";
import { type Desired, knownPart, Unknown } from "../model";
import { wanted } from "../purchase/purchase-request";

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
  pricedArguments.filter((argument) => desired[argument] instanceof Unknown);

/** The question for the price of a new server: all that the service could refuse, and no secret. */
export function purchaseQuestion(desired: Desired): PartialVpsRequest {
  const { password, cloudConfigData, fileInjectionData, sshAuthorizedKeys, ...rest } = knownPart(desired);
  // Without the name, equal servers are one question.
  const { domainName, ...question } = wanted({ ...rest, domainName: "" });
  return question;
}

/**
 * The question for the price after a resize. What the program leaves open has the value that the order has; the image
 * and the like are left out, as one that is no longer offered says nothing against a resize.
 */
export function resizeQuestion(desired: Desired, order: AboutOrder | undefined): PartialVpsRequest {
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

/** A sum as the service or a state tells it. */
type Cost = { readonly [Part in keyof Money]?: Money[Part] | undefined };

/** `USD 20.00` */
const moneyWords = ({ amount, currency }: Cost): string | undefined =>
  amount === undefined ? undefined : `${currency ?? ""} ${amount.toFixed(2)}`.trim();

/** `USD 20.00/month` */
export const monthly = (cost: Cost): string | undefined => {
  const words = moneyWords(cost);
  return words === undefined ? undefined : `${words}/month`;
};

/** `USD 20.19 → USD 30.32/month (USD 10.13 more)`, or the new price alone where the old one is not comparable. */
export function priceChange(before: Cost | undefined, after: Cost): string | undefined {
  const now = monthly(after);
  if (before?.amount === undefined || after.amount === undefined || before.currency !== after.currency) return now;
  const difference = after.amount - before.amount;
  if (Math.abs(difference) < 0.005) return `${now} (unchanged)`;
  const size = moneyWords({ ...after, amount: Math.abs(difference) });
  return `${moneyWords(before)} → ${now} (${size} ${difference > 0 ? "more" : "less"})`;
}

const inUsd = ({ amount, currency, amountUsd }: Money): number | undefined => (currency === "USD" ? amount : amountUsd);

/** Why a price is too high for the program's limit. What makes a server cheaper is never refused. */
export function overLimit(most: number | undefined, after: Money, before?: Money): string | undefined {
  const cost = inUsd(after);
  if (most === undefined || cost === undefined || cost <= most) return undefined;
  const present = before === undefined ? undefined : inUsd(before);
  if (present !== undefined && cost <= present) return undefined;
  const other = after.currency === "USD" ? "" : ` (${monthly(after)})`;
  return `is ${most}, and the service's quote is USD ${cost.toFixed(2)} a month${other}. Ask for less, or raise the limit`;
}

/** Whether the limit cannot be judged, as the quote tells no US dollars. */
export const isIncomparable = (after: Money): boolean => inUsd(after) === undefined;

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
