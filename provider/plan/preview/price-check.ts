import type { AboutOrder } from "../../schema/order";
import type { Money } from "../../schema/values";
import type { VpsArgument } from "../../schema/vps-inputs";
import { type Desired, knownPart } from "../model";
import { inUsd } from "../money";
import { type NoPrice, overServerLimit, type Quoted } from "../purchase/limits";
import { argumentOf, unknownPrices } from "../purchase/request";
import type { PreviewNeeds } from "./preview-needs";

/** What the service says about the price of an order or a resize, judged for the preview. */
export interface PriceCheck {
  readonly monthlyCost?: Money;
  /** Why there is no price, for the resource's line. */
  readonly why?: string;
  /** The same for a question that failed. Where a value is known only during the `up`, none was asked. */
  readonly failed?: NoPrice;
  readonly warnings: readonly string[];
  /** A warning about a high price, for programs and stacks that set no limit. */
  readonly dear?: string;
  /** Objections by the service, or by the program's own limit. */
  readonly refusals: readonly PriceRefusal[];
}

interface PriceRefusal {
  /** Empty if the objection is to the request as a whole. */
  readonly argument: VpsArgument | "";
  readonly reason: string;
}

export interface Quote {
  readonly monthlyCost: Money;
  readonly message: string | undefined;
}

/** Why there is no quote. */
export interface QuoteFailure {
  readonly message: string;
  /** The service's own words, and the field that it objects to. */
  readonly serviceMessage: string | undefined;
  readonly fieldName: string | undefined;
  /** Whether the service refused the request as wrong in itself. */
  readonly isBadRequest: boolean;
}

export type QuoteAnswer = Quote | { readonly failure: QuoteFailure };

/** What the account shows of the order that the state holds for a server. */
export type OwnOrder =
  | { readonly kind: "read"; readonly order: AboutOrder }
  | { readonly kind: "not-here" | "unread"; readonly failure: QuoteFailure };

/**
 * Judges the price of an order or a resize; `undefined` where none is needed.
 *
 * @param own the order that is resized
 */
export function judgePrice(
  { price, changed }: Pick<PreviewNeeds, "price" | "changed">,
  desired: Desired,
  own: OwnOrder | undefined,
  answer: QuoteAnswer | undefined,
): PriceCheck | undefined {
  if (price === undefined) return undefined;
  if (answer === undefined) return notPricedYet(unknownPrices(desired));
  if ("failure" in answer)
    return judgeFailure(answer.failure, desired, (argument) => price === "purchase" || changed.has(argument));
  if (price === "purchase") return judgeQuote(answer, desired, undefined);
  return own?.kind === "read" ? judgeQuote(answer, desired, own.order) : judgeQuoteWithoutOrder(answer, desired);
}

const notPricedYet = (open: readonly VpsArgument[]): PriceCheck => ({
  why: `price not known yet (depends on ${open.join(", ")})`,
  warnings: [],
  refusals: [],
});

/** @param order the order that is resized, if there is one */
export function judgeQuote(quote: Quote, desired: Desired, order: AboutOrder | undefined): PriceCheck {
  const { monthlyCost, message } = quote;
  const dear = dearWarning(monthlyCost, desired, order);
  return {
    monthlyCost,
    ...(dear === undefined ? {} : { dear }),
    warnings: isAboutBilling(message)
      ? [`The account has no billing information, and an order will most likely fail. The service says: ${message}`]
      : [],
    refusals: limitRefusals(desired, { kind: "price", monthlyCost }, order),
  };
}

/** A limit that only the `up` knows is kept to there. */
function limitRefusals(desired: Desired, quoted: Quoted, order: AboutOrder | undefined): PriceRefusal[] {
  const over = overServerLimit(knownPart(desired).maxMonthlyCostUsd, quoted, order?.billingInfo?.monthlyRecurringAmt);
  return over === undefined ? [] : [{ argument: "maxMonthlyCostUsd", reason: over }];
}

/** More than this a month is worth a second look. */
const dearUsd = 500;

function dearWarning(cost: Money, { domainName, maxMonthlyCostUsd }: Desired, order: AboutOrder | undefined) {
  const usd = inUsd(cost);
  const before = order?.billingInfo?.monthlyRecurringAmt;
  const isMore = before === undefined || usd === undefined || usd > (inUsd(before) ?? 0);
  if (usd === undefined || usd <= dearUsd || !isMore || maxMonthlyCostUsd !== undefined) return undefined;
  const server = typeof domainName === "string" ? `"${domainName}"` : "This server";
  return `${server} would cost USD ${usd.toFixed(2)} a month. If that is meant, set maxMonthlyCostUsd, which silences this warning and refuses anything dearer.`;
}

/** The quote lacks what only the order shows, such as its disks: good enough for a refusal, not for a figure. */
export function judgeQuoteWithoutOrder(quote: Quote, desired: Desired): PriceCheck {
  const { monthlyCost: _, ...rest } = judgeQuote(quote, desired, undefined);
  return { ...rest, why: "price not known, because this server's order was not found in the account" };
}

/**
 * A bad request must be fixed in the program. Otherwise a missing price stops nothing, unless there is a limit: an
 * unchecked one would be none.
 *
 * @param isAsked whether this run asks for the argument's value, so that an objection to it concerns this run
 */
export function judgeFailure(
  failure: QuoteFailure,
  desired: Desired,
  isAsked: (argument: VpsArgument) => boolean,
): PriceCheck {
  const failed: NoPrice = { kind: "no-price", why: failure.message };
  const unpriced = { why: "price not known", failed };
  const refusal = quoteRefusal(failure, isAsked);
  if (refusal !== undefined) return { ...unpriced, warnings: [], refusals: [refusal] };
  const refusals = limitRefusals(desired, failed, undefined);
  const warnings = refusals.length > 0 ? [] : [`The price could not be determined. ${failure.message}`];
  return { ...unpriced, warnings, refusals };
}

function quoteRefusal(
  { message, serviceMessage, fieldName, isBadRequest }: QuoteFailure,
  isAsked: (argument: VpsArgument) => boolean,
): PriceRefusal | undefined {
  if (!isBadRequest || isAboutBilling(serviceMessage)) return undefined;
  const reason = `is refused by the service's quote: ${serviceMessage ?? message}`;
  if (fieldName === undefined) return { argument: "", reason: `The order ${reason}` };
  const argument = argumentOf(fieldName);
  return argument !== undefined && isAsked(argument) ? { argument, reason } : undefined;
}

const isAboutBilling = (words: string | undefined): boolean => /billing information/i.test(words ?? "");
