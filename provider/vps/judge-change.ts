import { type CheckFailure, checkFailure } from "../engine/properties";
import type { Quoted } from "../purchase/limits";
import { priceChange } from "../service/wire/messages";
import { domainNameWarnings } from "./check-values";
import { cancelWords, consequences } from "./consequences";
import { type Desired, knownPart } from "./desired";
import { namesAnotherOrder, type VpsDiff } from "./diff";
import { fixedObjection, imageObjections, shrinkObjections } from "./guards";
import { otherOrderObjection, replacedImportObjection } from "./import-checks";
import { type Offers, unlisted, unreadLists } from "./offers";
import type { PreviewNeeds } from "./preview-needs";
import { judgePrice, type OwnOrder, type PriceCheck } from "./price";
import { protectedObjection, refusedLine } from "./replacement-consequences";
import { isPending, type Recorded } from "./state";

/** What the service says of what a server is to become. */
export interface Offered {
  readonly offers: Offers;
  /** Absent where no price was asked. */
  readonly quoted: Quoted | undefined;
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
 * @param own the order that is changed, where it was read
 */
export function judgeOffer(
  desired: Desired,
  needs: PreviewNeeds,
  own: OwnOrder | undefined,
  offered: Offered,
): OfferJudgement {
  const price = judgePrice(needs, desired, own, offered.quoted);
  const known = knownPart(desired);
  const found = unlisted(Object.fromEntries(needs.listed.map((name) => [name, known[name]])), offered.offers);
  // The lists say which value it is that the quote objects to.
  const refused = (price?.refusals ?? []).filter(({ argument }) => found.length === 0 || argument !== "");
  return {
    objections: [...found, ...refused].map(({ argument, reason }) => `${argument} ${reason}`.trim()),
    warnings: [
      ...unreadLists(offered.offers),
      ...(needs.price === "purchase" ? domainNameWarnings(known) : []),
      ...(price?.warnings ?? []),
    ],
    price,
  };
}

const costWords = (price: PriceCheck | undefined, own?: OwnOrder): string | undefined => {
  const before = own?.kind === "read" ? own.order.billingInfo?.monthlyRecurringAmt : undefined;
  return price?.quoted?.kind === "price" ? priceChange(before, price.quoted.monthlyCost) : undefined;
};

/**
 * The price of a server that will be ordered, and what the account's orders then cost.
 *
 * @param total what they then cost
 */
export const priceWords = (price: PriceCheck | undefined, total: string | undefined): (string | undefined)[] => [
  costWords(price) ?? price?.why,
  total,
];

/** What else is said on the line of a server that will be ordered. */
export const orderWords = (desired: Desired): (string | undefined)[] => [
  desired.runningState === "NOTRUNNING" ? "stopped once it is installed, but still billed" : undefined,
  desired.cancel === "at-period-end" ? cancelWords(desired) : undefined,
];

/** What a diff reports of a change. */
interface ChangeJudgement {
  readonly warnings: readonly string[];
  /** Empty if there is nothing to say. */
  readonly line: string;
  /** Of a replacement, the line of its order: the engine asks for that next. */
  readonly replacement: string | undefined;
}

/** Why a change is refused as a whole, by the state and the program alone. */
export function changeObjections(recorded: Recorded, desired: Desired, { changes, replaces }: VpsDiff): string[] {
  if (isPending(recorded)) return [];
  const known = knownPart(desired);
  const certain = changes.filter(({ isUnknown }) => !isUnknown);
  const { __import: imported } = desired;
  if (replaces.length > 0)
    return [
      ...(imported === undefined ? [] : [replacedImportObjection(imported, replaces)]),
      ...(desired.__isProtected === true ? [protectedObjection(recorded, known, replaces)] : []),
    ];
  const wasSet = certain.filter(({ argument }) => recorded[argument] !== undefined);
  return [
    ...(imported !== undefined && namesAnotherOrder(recorded, desired)
      ? [otherOrderObjection(imported, recorded.orderOid)]
      : []),
    ...wasSet.filter(({ effect }) => effect === "refused").map(({ argument }) => fixedObjection(argument)),
    ...shrinkObjections(certain, known, recorded),
    ...imageObjections(certain, desired),
  ];
}

/** Judges a change by what the service offers and the diff shows. The price of a replacement is on the line of its order. */
export function judgeChange(
  { price }: OfferJudgement,
  own: OwnOrder | undefined,
  total: string | undefined,
  recorded: Recorded,
  desired: Desired,
  diff: VpsDiff,
): ChangeJudgement {
  const { line: words, warnings } = consequences(recorded, desired, diff);
  if (diff.replaces.length > 0) return { warnings, line: "", replacement: words.join("; ") };
  // One refusal stops all of an update, so its price and what else it would do are beside the point.
  const shown = words.includes(refusedLine) ? [refusedLine] : [costWords(price, own), total, ...words];
  const line = shown.filter((part) => part !== undefined).join("; ");
  return { warnings, line: diff.hasChanges ? line : "", replacement: undefined };
}

export const toFailures = (objections: readonly string[]): CheckFailure[] => objections.map(checkFailure);
