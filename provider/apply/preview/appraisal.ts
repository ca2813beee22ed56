import { ServiceError } from "../../api/errors";
import { type Desired, knownPart } from "../../plan/model";
import { isIncomparable, overLimit } from "../../plan/money";
import type { PreviewNeeds } from "../../plan/preview/preview-needs";
import { argumentOf, purchaseQuoteRequest, resizeQuoteRequest, unknownPrices } from "../../plan/purchase/quote";
import type { AboutOrder } from "../../schema/order";
import type { Money } from "../../schema/values";
import type { VpsArgument } from "../../schema/vps-inputs";
import { isUnreachable, type PreviewReads, type Quote } from "./preview-reads";

/** What the service says about the price of an order or a resize. */
export interface Appraisal {
  readonly monthlyCost?: Money;
  /** Why there is no price. */
  readonly why?: string;
  readonly warnings: readonly string[];
  /** Objections by the service, or by the program's own limit. */
  readonly refusals: readonly { readonly argument: VpsArgument | ""; readonly reason: string }[];
}

/** Asks for the price, if the preview needs it. */
export async function appraise(
  reads: PreviewReads,
  { price, changed }: PreviewNeeds,
  desired: Desired,
): Promise<Appraisal | undefined> {
  if (price === undefined) return undefined;
  const open = unknownPrices(desired);
  if (open.length > 0)
    return { why: `price not known yet (depends on ${open.join(", ")})`, warnings: [], refusals: [] };
  try {
    if (price === "purchase") return judge(await reads.quote(purchaseQuoteRequest(desired)), desired, undefined);
    const order = await ownOrder(reads, desired.__ownership?.own);
    const quote = await reads.quote(resizeQuoteRequest(desired, order));
    return order === undefined ? withoutOrder(quote, desired) : judge(quote, desired, order);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return withoutPrice(error, desired, (argument) => price === "purchase" || changed.has(argument));
  }
}

/** The order as it is, for what the program leaves open. */
async function ownOrder(reads: PreviewReads, orderOid: number | undefined): Promise<AboutOrder | undefined> {
  if (orderOid === undefined) return undefined;
  const listed = (await reads.orders()).find((order) => order.orderOid === orderOid);
  return listed?.vpsParameters === undefined ? reads.order(orderOid) : listed;
}

/** The quote lacks what only the order shows, such as its disks: good enough for a refusal, not for a figure. */
function withoutOrder(quote: Quote, desired: Desired): Appraisal {
  const { monthlyCost: _, ...rest } = judge(quote, desired, undefined);
  return { ...rest, why: "price not known, because this server's order was not found in the account" };
}

function judge({ monthlyCost, message }: Quote, desired: Desired, order: AboutOrder | undefined): Appraisal {
  // One that only the up knows is kept to there.
  const { maxMonthlyCostUsd: limit } = knownPart(desired);
  const over = overLimit(limit, monthlyCost, order?.billingInfo?.monthlyRecurringAmt);
  return {
    monthlyCost,
    warnings: [
      ...(isAboutBilling(message)
        ? [`The account has no billing information, and an order will most likely fail. The service says: ${message}`]
        : []),
      ...(limit !== undefined && isIncomparable(monthlyCost)
        ? ["maxMonthlyCostUsd could not be checked: the service's quote has no amount in USD."]
        : []),
    ],
    refusals: over === undefined ? [] : [{ argument: "maxMonthlyCostUsd", reason: over }],
  };
}

/**
 * A bad request must be fixed in the program. Otherwise a missing price stops nothing, unless the program sets a limit
 * and the service can be reached, so that it could buy anyway: an unchecked limit would be no limit.
 */
function withoutPrice(error: ServiceError, desired: Desired, isAsked: (argument: VpsArgument) => boolean): Appraisal {
  const why = "price not known";
  const refusal = quoteRefusal(error, isAsked);
  if (refusal !== undefined) return { why, warnings: [], refusals: [refusal] };
  const unknown = `The price could not be determined. ${error.message}`;
  if (desired.maxMonthlyCostUsd === undefined) return { why, warnings: [unknown], refusals: [] };
  if (isUnreachable(error)) {
    const warning = `${unknown} maxMonthlyCostUsd could not be checked: the price is not known.`;
    return { why, warnings: [warning], refusals: [] };
  }
  const reason = `cannot be enforced, because the price is not known. ${error.message} Or remove the limit`;
  return { why, warnings: [], refusals: [{ argument: "maxMonthlyCostUsd", reason }] };
}

function quoteRefusal(
  error: ServiceError,
  isAsked: (argument: VpsArgument) => boolean,
): Appraisal["refusals"][number] | undefined {
  const isRefused = error.failure.kind === "refused" && (error.status === 400 || error.status === 200);
  if (!isRefused || isAboutBilling(error.serviceMessage)) return undefined;
  const reason = `is refused by the service's quote: ${error.serviceMessage ?? error.message}`;
  if (error.fieldName === undefined) return { argument: "", reason: `The order ${reason}` };
  const argument = argumentOf(error.fieldName);
  return argument !== undefined && isAsked(argument) ? { argument, reason } : undefined;
}

const isAboutBilling = (words: string | undefined): boolean => /billing information/i.test(words ?? "");
