import { type NoPrice, overServerLimit, type QuoteResult } from "../purchase/limits";
import { priceChange } from "../service/wire/messages";
import type { AboutOrder } from "../service/wire/order";
import type { Money } from "../service/wire/values";
import type { VpsArgument } from "./arguments";
import { doubts } from "./check-values";
import { cancelWords, consequences, protectedObjection, retainedObjection } from "./consequences";
import { type Desired, resolvedPart } from "./desired";
import { isOutside, namesAnotherOrder, outsideValues, type VpsDiff } from "./diff";
import {
  fixedObjection,
  forbidsReinstall,
  imageObjections,
  isComparable,
  shownAlthoughFixed,
  shrinkObjections,
} from "./guards";
import { otherOrderObjection, replacedImportObjection } from "./import-checks";
import { type Offers, undocumentedValues, unlisted, unreadLists } from "./offers";
import type { PreviewNeeds } from "./preview-needs";
import { unknownPrices } from "./request";
import { isPending, type OwnedServer, type Recorded } from "./state";
import { orderShowsWantedImage, shownChanges, shownRunningState, unshownByImage } from "./steps";
import { outsideWords } from "./update-messages";

/** What the service says of what a server is to become. */
export interface ServiceOffer {
  readonly offers: Offers;
  /** Absent where no price was requested. */
  readonly quoted: QuoteResult | undefined;
}

/** What is judged of an order or a change by what the service offers. */
interface OfferJudgement {
  /** What would make the order or the change fail. */
  readonly objections: readonly string[];
  readonly warnings: readonly string[];
  readonly price: PriceCheck | undefined;
}

/**
 * Judges an order or a change by what the service offers.
 *
 * @param reading the order that is changed; absent for one that is still to be bought
 */
export function judgeOffer(
  desired: Desired,
  needs: PreviewNeeds,
  reading: OrderReading | undefined,
  offered: ServiceOffer,
): OfferJudgement {
  const price = judgePrice(needs, desired, reading, offered.quoted);
  const resolved = resolvedPart(desired);
  const found = unlisted(Object.fromEntries(needs.listed.map((name) => [name, resolved[name]])), offered.offers);
  // The lists already name the value that the quote objects to.
  const refused = (price?.refusals ?? []).filter(({ argument }) => found.length === 0 || argument !== "");
  return {
    objections: [...found, ...refused].map(({ argument, reason }) => `${argument} ${reason}`.trim()),
    warnings: [
      ...unreadLists(offered.offers),
      ...(needs.price === "purchase" ? doubts(resolved) : []),
      ...undocumentedValues(needs.documented, resolved),
      ...(price?.warnings ?? []),
    ],
    price,
  };
}

export const costWords = (price: PriceCheck | undefined, reading?: OrderReading): string | undefined => {
  const before = reading?.order?.billingInfo?.monthlyRecurringAmt;
  return price?.quoted?.kind === "price" ? priceChange(before, price.quoted.monthlyCost) : undefined;
};

/**
 * The price of a server that will be ordered, and what it brings the account's total to.
 *
 * @param total the words about the account's orders together
 */
export const priceWords = (price: PriceCheck | undefined, total: string | undefined): (string | undefined)[] => [
  costWords(price) ?? price?.why,
  total,
];

/** What else is said on the line of a server that will be ordered. */
export const purchaseRemarks = (desired: Desired): (string | undefined)[] => [
  desired.runningState === "NOTRUNNING" ? "stopped once it is installed, but still billed" : undefined,
  desired.cancel === "at-period-end" ? cancelWords(desired) : undefined,
];

/** What a diff reports of a change. */
interface ChangeJudgement {
  readonly warnings: readonly string[];
  /** Empty if there is nothing to say. */
  readonly line: string;
}

/** Why a change is refused as a whole, by the state and the program alone. */
export function changeObjections(recorded: Recorded, desired: Desired, { changes, replaces }: VpsDiff): string[] {
  if (isPending(recorded)) return [];
  const resolved = resolvedPart(desired);
  const certain = changes.filter(({ isUnknown }) => !isUnknown);
  const ofImport = importObjections(recorded, desired, replaces);
  if (replaces.length > 0)
    return [
      ...ofImport,
      ...(desired.__isProtected === true ? [protectedObjection(recorded, resolved, replaces)] : []),
      ...(isRetained(recorded, desired) ? [retainedObjection(recorded, resolved, replaces)] : []),
    ];
  const fixed = certain
    .filter(({ argument, effect }) => effect === "refused" && recorded[argument] !== undefined)
    .map(({ argument }) => argument);
  const shrunk = shrinkObjections(certain, resolved, recorded);
  // What an order shows may have been changed there too: the preview looks, unless the change is refused anyway.
  const isRefused = shrunk.length > 0 || fixed.some((name) => !isComparable(name));
  return [...ofImport, ...fixedObjection(isRefused ? fixed : []), ...shrunk];
}

/** The engine goes by what the last run has saved; a person by what the program says now. */
export const isRetained = (recorded: Recorded, desired: Desired): boolean =>
  recorded.__isRetained === true || desired.__isRetained === true;

/** Why a reinstall is forbidden; nothing if an interrupted run has done it already. */
export function reinstallObjections(
  recorded: Recorded,
  desired: Desired,
  { changes, replaces }: VpsDiff,
  reading: OrderReading | undefined,
): string[] {
  if (isPending(recorded) || replaces.length > 0) return [];
  const certain = changes.filter(({ isUnknown }) => !isUnknown);
  const outside = isOutside(recorded, desired, "distro") ? (reading?.order?.distro ?? recorded.distro) : undefined;
  return imageObjections(certain, desired, reading?.order, outside);
}

/** Judges a change by what the service offers and the diff shows. The price of a replacement is on the line of its order. */
export function judgeChange(
  { price }: OfferJudgement,
  reading: OrderReading | undefined,
  total: string | undefined,
  recorded: Recorded,
  desired: Desired,
  diff: VpsDiff,
): ChangeJudgement {
  const order = reading?.order;
  const resolved = resolvedPart(desired);
  const done =
    order === undefined
      ? shownRunningState(diff.changes, resolved, recorded.observedRunningState)
      : [...shownChanges(diff.changes, resolved, order), ...shownAlthoughFixed(diff.changes, resolved, order)];
  const isImageShown = order !== undefined && orderShowsWantedImage(diff.changes, resolved, order);
  const elsewhere = order === undefined ? new Map() : outsideValues(recorded, diff.changes, desired, order);
  // The state knows nothing of what was changed elsewhere.
  const seen = {
    ...recorded,
    ...Object.fromEntries([...elsewhere].map(([argument, { live }]) => [argument, live])),
    ...(order?.runningState === undefined ? {} : { observedRunningState: order.runningState }),
  };
  const { line: words, warnings } = consequences(seen, desired, diff, done, isImageShown);
  const image = isImageShown ? shownImageWords(desired, diff) : [];
  const line = [costWords(price, reading) ?? price?.why, total, ...image, ...words, outsideWords(elsewhere)]
    .filter((part) => part !== undefined)
    .join("; ");
  return { warnings, line: diff.hasChanges && diff.replaces.length === 0 ? line : "" };
}

/** The option `import` adopts an order once, and changes nothing. */
function importObjections(recorded: OwnedServer, desired: Desired, replaces: VpsDiff["replaces"]): string[] {
  const { __import: imported } = desired;
  if (imported === undefined) return [];
  if (namesAnotherOrder(recorded, desired)) return [otherOrderObjection(imported, recorded.orderOid)];
  return replaces.length > 0 ? [replacedImportObjection(imported, replaces)] : [];
}

/** What a warning of the reinstall does not say: there is none where the program forbids it. */
function shownImageWords(desired: Desired, { changes }: VpsDiff): string[] {
  if (forbidsReinstall(desired))
    return [`not reinstalled if the server has ${resolvedPart(desired).distro} already, as the service says`];
  const others = unshownByImage(changes);
  return others.length === 0 ? [] : [`${others.join(", ")} only recorded if it has the image already`];
}

/** What the service says about the price of an order or a resize, judged for the preview. */
interface PriceCheck {
  /** Absent where nothing was asked, or where the question was too vague for a figure. */
  readonly quoted?: QuoteResult;
  /** Why there is no figure, for the resource's line. */
  readonly why?: string;
  readonly warnings: readonly string[];
  /** Objections by the service, or by the program's own limit. */
  readonly refusals: readonly PriceRefusal[];
}

interface PriceRefusal {
  /** Empty if the objection is to the request as a whole. */
  readonly argument: VpsArgument | "";
  readonly reason: string;
}

/** The order that the state holds for a server, or why it could not be read. */
export type OrderReading = { readonly order: AboutOrder } | { readonly order?: undefined; readonly failure: NoPrice };

/**
 * Judges the price of an order or a resize; `undefined` where none is needed. A bad request must be fixed in the program. Otherwise a
 * missing price stops nothing, unless there is a limit: an unchecked one would be none.
 *
 * @param reading the order that is resized; absent for a purchase
 */
function judgePrice(
  { price }: Pick<PreviewNeeds, "price">,
  desired: Desired,
  reading: OrderReading | undefined,
  quoted: QuoteResult | undefined,
): PriceCheck | undefined {
  if (price === undefined) return undefined;
  if (quoted === undefined)
    return {
      why: `price not known yet (depends on ${unknownPrices(desired).join(", ")})`,
      warnings: [],
      refusals: [],
    };
  const before = reading?.order?.billingInfo?.monthlyRecurringAmt;
  const overLimit = limitRefusals(desired, quoted, before);
  if (quoted.kind === "no-price") {
    const objection = price === "purchase" ? objectionTo(quoted) : undefined;
    const refusals = objection === undefined ? overLimit : [objection];
    const warnings = refusals.length > 0 ? [] : [`The price could not be determined: ${quoted.why}`];
    return { quoted, why: "price not known", warnings, refusals };
  }
  return { quoted, warnings: billingWarnings(quoted.message), refusals: overLimit };
}

const isAboutBilling = (words: string | undefined): boolean => /billing information/i.test(words ?? "");

const billingWarnings = (message: string | undefined): string[] =>
  isAboutBilling(message)
    ? [`The account has no billing information, and an order will most likely fail. The service says: ${message}`]
    : [];

/** A limit that only the `up` knows is enforced there. */
function limitRefusals(desired: Desired, quoted: QuoteResult, before: Money | undefined): PriceRefusal[] {
  const over = overServerLimit(resolvedPart(desired).maxMonthlyCostUsd, quoted, before);
  return over === undefined ? [] : [{ argument: "maxMonthlyCostUsd", reason: over }];
}

/** A bad request. For a resize it may be about what the order has already, so there the `up` decides. */
function objectionTo({ objection }: NoPrice): PriceRefusal | undefined {
  if (objection === undefined || isAboutBilling(objection.words)) return undefined;
  const about = objection.fieldName === undefined ? "" : ` (${objection.fieldName})`;
  return { argument: "", reason: `The service would refuse this order${about}: ${objection.words}` };
}
