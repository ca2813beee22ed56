import { isGone } from "../../schema/order";
import type { VpsArgument } from "../../schema/vps-arguments";
import { isPending, type Recorded } from "../../schema/vps-outputs";
import { domainNameWarnings } from "../check/check-values";
import { type CheckFailure, checkFailure, type Desired, isFirstOrder, knownPart, type Properties } from "../model";
import { priceChange } from "../money";
import type { Quoted } from "../purchase/limits";
import { namesakeWarnings, sameNameWarning } from "../purchase/namesakes";
import {
  adoptionLine,
  couldNotLookMessage,
  doubtMessage,
  otherAccountMessage,
  possibleAdoptionLine,
  refusalMessage,
  unknownAccountMessage,
  untaggedNamesakesMessage,
} from "../purchase/purchase-messages";
import { isRequestKnown } from "../purchase/request";
import type { PurchaseVerdict } from "../purchase/verdict";
import type { VpsDiff } from "../update/diff";
import { imageObjections } from "../update/guards";
import { type Offers, type Unlisted, unlisted, unreadLists } from "./catalogue-check";
import { cancelWords, consequences, refusalWarning } from "./consequences";
import { type HostEvidence, unseenHostWarning } from "./host-check";
import type { PreviewNeeds } from "./preview-needs";
import { judgePrice, type OwnOrder, type PriceCheck } from "./price";
import { forcedReplacement, protectedObjection, refusedLine, replacedBecause } from "./replacement-consequences";

/** What the service says of what a server is to become. */
export interface Offered {
  readonly offers: Offers;
  /** Absent where no price was asked. */
  readonly quoted: Quoted | undefined;
  /** What the account's orders show of a host that the program names anew. */
  readonly host: HostEvidence | undefined;
}

/** What is known of a replacement before the check of its order. */
export interface Replacement {
  readonly line: string;
  /** Absent if the engine asked for no diff. */
  readonly because?: string;
  /** Whether the old order is kept: `retainOnDelete`. */
  readonly isOldKept: boolean;
}

/** What the purchase of a server would come to. */
type PurchaseForecast =
  | { readonly kind: "refuse"; readonly failures: readonly CheckFailure[] }
  | { readonly kind: "adopt"; readonly line: string; readonly warnings: readonly string[] }
  /** `unread`: why the account's orders are not known. */
  | { readonly kind: "buy"; readonly warnings: readonly string[]; readonly unread?: string };

const refuse = (message: string) => ({ kind: "refuse", failures: [checkFailure(message)] }) as const;

/**
 * Judges a server that is to be ordered by the account's orders. If its purchase would be refused, a replacement does not start, and
 * nothing is cancelled for it.
 *
 * If the server has an order already, this one replaces it. Nothing but this check precedes every replacement, even one that the engine
 * forces without a diff; and what is protected in the program alone, the engine would replace.
 *
 * @param announced what the diff has said of the replacement that this order is part of
 */
export function judgeOrder(
  verdict: PurchaseVerdict,
  desired: Desired,
  announced: Replacement | undefined,
  nowMs: number,
): PurchaseForecast & { readonly replacement?: Replacement | undefined } {
  const forecast = forecastOf(verdict, desired);
  const old = verdict.orders.find(({ orderOid }) => orderOid === desired.__ownership?.own);
  if (forecast.kind === "refuse" || old === undefined || isGone(old, nowMs)) return forecast;
  if (desired.__isProtected === true) return refuse(protectedObjection(old, announced?.because));
  if (announced !== undefined) return replacing(forecast, announced);
  const { line, warnings } = forcedReplacement(old, knownPart(desired));
  // Without a diff, the program alone tells.
  const replacement = { line: line.join("; "), isOldKept: desired.__isRetained === true };
  return replacing({ ...forecast, warnings: [...forecast.warnings, ...warnings] }, replacement);
}

function replacing(forecast: Exclude<PurchaseForecast, { kind: "refuse" }>, replacement: Replacement) {
  if (forecast.kind === "buy") return { ...forecast, replacement };
  const end = replacement.isOldKept ? "kept" : "cancelled";
  return { ...forecast, line: `${forecast.line}; replaces the server's present order, which is ${end}`, replacement };
}

function forecastOf(verdict: PurchaseVerdict, desired: Desired): PurchaseForecast {
  const { domainName = "" } = knownPart(desired);
  switch (verdict.kind) {
    case "buy":
      return {
        kind: "buy",
        warnings:
          verdict.untaggedNamesakes.length > 0 ? [untaggedNamesakesMessage(domainName, verdict.untaggedNamesakes)] : [],
      };
    case "adopt":
      return { kind: "adopt", line: adoptionLine(verdict.order), warnings: [] };
    case "refuse": {
      const [order, ...others] = verdict.because;
      // Whether it was ordered with these arguments shows only once all of them are known.
      const isUndecided = verdict.reason === "other-request" && !isRequestKnown(desired) && others.length === 0;
      if (order !== undefined && isUndecided) return { kind: "adopt", line: possibleAdoptionLine(order), warnings: [] };
      return refuse(refusalMessage(domainName, verdict.reason, verdict.because));
    }
    case "unproven": {
      const { doubt } = verdict;
      const isReplacement = desired.__ownership?.own !== undefined;
      if (doubt.kind === "unread" && doubt.isRefused) return refuse(doubt.why);
      if (doubt.kind !== "unread" || isReplacement) return refuse(doubtMessage(domainName, doubt, isReplacement));
      return { kind: "buy", warnings: [couldNotLookMessage(doubt.why)], unread: doubt.why };
    }
    default:
      return verdict satisfies never;
  }
}

/** A provider may have been swapped for one of another account, where the order is unknown: it would keep running unseen. */
export function judgeAccount(own: OwnOrder | undefined, desired: Desired): CheckFailure[] {
  if (desired.__ownership?.kind === "state-unreadable") return [checkFailure(unknownAccountMessage)];
  const orderOid = desired.__ownership?.own;
  if (own === undefined || orderOid === undefined || own.kind === "read") return [];
  const { domainName } = knownPart(desired);
  return [checkFailure(own.kind === "not-here" ? otherAccountMessage(orderOid, domainName) : own.failure.why)];
}

/** What a check reports, and what it leaves to its diff, which makes no calls. */
export interface OfferJudgement {
  readonly failures: readonly CheckFailure[];
  readonly warnings: readonly string[];
  readonly price: PriceCheck | undefined;
  readonly unlisted: readonly Unlisted[];
}

/**
 * Judges an order or a change by what the service offers.
 *
 * @param own the order that is changed, where it was read
 * @param isStackLimited whether a limit for the whole stack takes the place of the warning about a high price
 */
export function judgeOffer(
  olds: Properties,
  desired: Desired,
  needs: PreviewNeeds,
  own: OwnOrder | undefined,
  offered: Offered,
  isStackLimited: boolean,
): OfferJudgement {
  const price = judgePrice(needs, desired, own, offered.quoted, isStackLimited);
  const found = unlisted(knownPart(desired), offered.offers);
  return {
    failures: failuresOf(olds, found, price),
    warnings: [
      ...unreadLists(offered.offers),
      ...(isFirstOrder(olds) ? domainNameWarnings(knownPart(desired)) : []),
      ...(price?.warnings ?? []),
    ],
    price,
    unlisted: found,
  };
}

/**
 * What would make the order or the change fail. A value that was not set before may be what the server already has: only
 * the diff can tell.
 */
function failuresOf(olds: Properties, found: readonly Unlisted[], price: PriceCheck | undefined): CheckFailure[] {
  const isCertain = ({ argument }: Unlisted) => isFirstOrder(olds) || olds[argument] !== undefined;
  const named = new Set<VpsArgument | "">(found.map(({ argument }) => argument));
  const refused = (price?.refusals ?? [])
    .filter(({ argument }) => !named.has(argument))
    .filter(({ argument }) => found.length === 0 || argument !== "");
  return [...found.filter(isCertain), ...refused].map(({ argument, reason }) =>
    checkFailure(`${argument} ${reason}`.trim()),
  );
}

/**
 * What nobody should find out only after a server was ordered.
 *
 * @param other where this run has seen another server of the same domain name
 */
export function orderWarnings(
  desired: Desired,
  host: HostEvidence | undefined,
  replacement: Replacement | undefined,
  other: string | undefined,
): string[] {
  const { domainName = "", hostServerOid = "", __declaredUrn: urn = "", __isReplacedLast: isLast } = knownPart(desired);
  const known = namesakeWarnings(desired);
  const isNew = desired.__ownership?.own === undefined && known.length === 0;
  const isCancelledFirst = replacement !== undefined && !replacement.isOldKept && isLast !== true;
  return [
    ...(isNew && other !== undefined ? [sameNameWarning(domainName, urn, other)] : known),
    ...(host === "unseen" ? [unseenHostWarning(hostServerOid, isCancelledFirst)] : []),
  ];
}

const costWords = (price: PriceCheck | undefined, before?: Recorded["monthlyCost"]): string | undefined =>
  price?.quoted?.kind === "price" ? priceChange(before, price.quoted.monthlyCost) : undefined;

/** The line of a server that will be ordered. */
export function orderLine(
  desired: Desired,
  price: PriceCheck | undefined,
  replacement: Replacement | undefined,
): string {
  const parts = [
    costWords(price) ?? price?.why,
    replacement?.line,
    desired.runningState === "NOTRUNNING" ? "stopped once it is installed, but still billed" : undefined,
    desired.cancel === "at-period-end" || desired.__isRetained ? cancelWords(desired) : undefined,
  ];
  return parts.filter((part) => part !== undefined).join("; ");
}

/** What a check leaves to its diff. */
export type CheckFindings = Pick<OfferJudgement, "price" | "unlisted"> & Pick<Offered, "host">;

/** What a diff reports of a change. */
export interface ChangeJudgement {
  readonly warnings: readonly string[];
  /** Empty if there is nothing to say. */
  readonly line: string;
  readonly replacement: Replacement | undefined;
  /** Why the update will be refused: the check knows only the old inputs, the diff the server too. */
  readonly refusals: readonly string[];
}

/** Judges a change by what the check has found and the diff shows. The price of a replacement is on the line of its order. */
export function judgeChange(
  findings: CheckFindings,
  recorded: Recorded,
  desired: Desired,
  diff: VpsDiff,
): ChangeJudgement {
  const { line: words, warnings } = consequences(recorded, desired, diff, findings.host);
  const isReplaced = diff.replaces.length > 0;
  const refusals = isPending(recorded) ? [] : imageObjections(diff.changes, desired, diff.replaces);
  // One refusal stops all of an update, so its price and what else it would do are beside the point.
  const shown = words.includes(refusedLine)
    ? [refusedLine]
    : [costWords(findings.price, recorded.monthlyCost), ...words].filter((part) => part !== undefined);
  return {
    refusals,
    warnings: [...warnings, ...(isReplaced ? [] : unlistedWarnings(findings.unlisted, recorded, diff))],
    line: diff.hasChanges && !isReplaced ? shown.join("; ") : "",
    replacement: isReplaced
      ? {
          line: words.join("; "),
          because: replacedBecause(recorded, knownPart(desired), diff.replaces),
          isOldKept: recorded.__isRetained === true,
        }
      : undefined,
  };
}

/** What the check could not be sure of: only the diff shows that such an image will be installed. */
const unlistedWarnings = (found: readonly Unlisted[], recorded: Recorded, { changes }: VpsDiff): string[] =>
  found
    .filter(({ argument }) => changes.some((change) => change.argument === argument && change.effect === "image"))
    .map(({ argument, reason }) => refusalWarning(recorded, `${argument} ${reason}`));
