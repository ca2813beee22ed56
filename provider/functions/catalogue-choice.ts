// Picks one entry of the catalogue. Where none or several fit, the error lists what there is.

import type { Distribution, PricingPlan } from "../service/wire/catalogue";
import { monthlyUsdOf } from "../service/wire/filters";
import { firstFew, shownJson } from "../service/wire/shown-text";

export interface WantedImage {
  readonly family?: string | undefined;
  readonly newest?: boolean | undefined;
  readonly isRecommended?: boolean | undefined;
}

export function theImage(images: readonly Distribution[], wanted: WantedImage): Distribution {
  const { family, newest, isRecommended } = wanted;
  const matching = images.filter(
    (image) =>
      (family === undefined || isOfFamily(image, family)) &&
      (isRecommended === undefined || (image.isRecommended ?? false) === isRecommended),
  );
  const codes = (listed: readonly Distribution[]): string => enumerated(listed.map((image) => image.distroCode));
  const [image] = newest === true ? [...matching].sort(byAge) : matching;
  if (image === undefined)
    throw new Error(`no image matches${described(wanted)}. The service offers ${codes(images)}.`);
  if (newest !== true && matching.length > 1)
    throw new Error(
      `${matching.length} images match${described(wanted)}, but one was expected: ${codes(matching)}. Set newest: true, or use getDistributions.`,
    );
  return image;
}

/** By the letters of its code or the first words of its name: `deb` and `Debian` are the same family. */
function isOfFamily({ distroCode, distroDescription = "" }: Distribution, family: string): boolean {
  const wanted = family.toLowerCase();
  const letters = /^[a-z]*/.exec(distroCode.toLowerCase())?.[0];
  return letters === wanted || `${distroDescription.toLowerCase()} `.startsWith(`${wanted} `);
}

/** The newest first; of two of the same release, the one for 64 bits. */
const byAge = (a: Distribution, b: Distribution): number =>
  releaseOf(b) - releaseOf(a) || Number(is64Bit(b)) - Number(is64Bit(a));

/** `deb13.64` is release 13, `ubuntu2404.64` is 2404. */
const releaseOf = ({ distroCode }: Distribution): number => Number(/^[a-z]+(\d+)/i.exec(distroCode)?.[1] ?? 0);

const is64Bit = ({ distroCode }: Distribution): boolean => distroCode.endsWith(".64");

/** The only plan, or the cheapest one; `undefined` if none fits. */
export function thePlan(
  plans: readonly PricingPlan[],
  isCheapest: boolean | undefined,
  wanted: object,
): PricingPlan | undefined {
  if (isCheapest === true) {
    const [cheapest] = plans.filter((plan) => monthlyUsdOf(plan) !== undefined).sort(byPrice);
    return cheapest;
  }
  if (plans.length > 1)
    throw new Error(
      `${plans.length} plans match${described(wanted)}, but one was expected: ${planNames(plans)}. Set cheapest: true, or more filters.`,
    );
  return plans[0];
}

export const noPlanMessage = (wanted: object, offered: readonly PricingPlan[]): string =>
  `no plan with a price matches${described(wanted)}. The service offers ${planNames(offered)}.`;

const byPrice = (a: PricingPlan, b: PricingPlan): number => (monthlyUsdOf(a) ?? 0) - (monthlyUsdOf(b) ?? 0);

function planNames(plans: readonly PricingPlan[]): string {
  return enumerated(
    plans.map((plan) => {
      const { pricingPlanCode, minimumMemoryMb, offeredAtDataCenter } = plan;
      const usd = monthlyUsdOf(plan);
      const facts = [
        offeredAtDataCenter?.dataCenterLocationCode,
        minimumMemoryMb === undefined ? undefined : `${minimumMemoryMb} MB`,
        usd === undefined ? undefined : `USD ${usd.toFixed(2)}`,
      ].filter((fact) => fact !== undefined);
      return facts.length === 0 ? pricingPlanCode : `${pricingPlanCode} (${facts.join(", ")})`;
    }),
  );
}

/** The filters that the program set. */
function described(wanted: object): string {
  const parts = Object.entries(wanted)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${shownJson(value)}`);
  return parts.length === 0 ? "" : ` ${parts.join(" and ")}`;
}

const maxListed = 20;

const enumerated = (names: readonly string[]): string =>
  names.length === 0 ? "none at all" : firstFew(names, maxListed);
