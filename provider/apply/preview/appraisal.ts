import { ServiceError } from "../../api/errors";
import type { Desired } from "../../plan/model";
import { isIncomparable, overLimit } from "../../plan/money";
import type { Questions } from "../../plan/preview/questions";
import { argumentOf, purchaseQuestion, resizeQuestion, unknownPrices } from "../../plan/purchase/quote";
import type { AboutOrder } from "../../schema/order";
import type { Money } from "../../schema/values";
import type { VpsArgument } from "../../schema/vps-inputs";
import { type Catalogue, isUnreachable, type Quote } from "./catalogue";

/** What the service says of the price of an order or a resize. */
export interface Appraisal {
  readonly monthlyCost?: Money;
  /** Why there is no price. */
  readonly why?: string;
  readonly warnings: readonly string[];
  /** What the service, or the program's own limit, has against it. */
  readonly refusals: readonly { readonly argument: VpsArgument | ""; readonly reason: string }[];
}

/** Asks for the price, where the questions want one. */
export async function appraise(
  catalogue: Catalogue,
  { price, changed }: Questions,
  desired: Desired,
): Promise<Appraisal | undefined> {
  if (price === undefined) return undefined;
  const open = unknownPrices(desired);
  if (open.length > 0) return { why: `price not known yet, as ${open.join(", ")} is not`, warnings: [], refusals: [] };
  try {
    if (price === "purchase") return judge(await catalogue.quote(purchaseQuestion(desired)), desired, undefined);
    const order = await ownOrder(catalogue, desired.__ownership?.own);
    const quote = await catalogue.quote(resizeQuestion(desired, order));
    return order === undefined ? withoutOrder(quote, desired) : judge(quote, desired, order);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return withoutPrice(error, desired, (argument) => price === "purchase" || changed.has(argument));
  }
}

/** The order as it is, for what the program leaves open. */
async function ownOrder(catalogue: Catalogue, orderOid: number | undefined): Promise<AboutOrder | undefined> {
  if (orderOid === undefined) return undefined;
  const listed = (await catalogue.orders()).find((order) => order.orderOid === orderOid);
  return listed?.vpsParameters === undefined ? catalogue.order(orderOid) : listed;
}

/** The quote leaves out what only the order tells, such as its disks: good for a refusal, not for a figure. */
function withoutOrder(quote: Quote, desired: Desired): Appraisal {
  const { monthlyCost: _, ...rest } = judge(quote, desired, undefined);
  return { ...rest, why: "price not known, as this server's order was not found among the account's" };
}

function judge({ monthlyCost, message }: Quote, desired: Desired, order: AboutOrder | undefined): Appraisal {
  const limit = desired.maxMonthlyCostUsd;
  const over = overLimit(limit, monthlyCost, order?.billingInfo?.monthlyRecurringAmt);
  return {
    monthlyCost,
    warnings: [
      ...(isAboutBilling(message)
        ? [`The account has no billing information, and an order will most likely fail. The service says: ${message}`]
        : []),
      ...(limit !== undefined && isIncomparable(monthlyCost)
        ? ["maxMonthlyCostUsd could not be checked: the service's quote names no amount in USD."]
        : []),
    ],
    refusals: over === undefined ? [] : [{ argument: "maxMonthlyCostUsd", reason: over }],
  };
}

/**
 * A bad request is the program's to mend. Otherwise a missing price stops nothing, unless the program sets a limit and
 * the service could be asked to buy all the same: a limit that nobody looked at would be none.
 */
function withoutPrice(error: ServiceError, desired: Desired, isAsked: (argument: VpsArgument) => boolean): Appraisal {
  const why = "price not known";
  const refusal = quoteRefusal(error, isAsked);
  if (refusal !== undefined) return { why, warnings: [], refusals: [refusal] };
  const unknown = `The price could not be found out. ${error.message}`;
  if (desired.maxMonthlyCostUsd === undefined) return { why, warnings: [unknown], refusals: [] };
  if (isUnreachable(error)) {
    const warning = `${unknown} maxMonthlyCostUsd could not be checked: the price is not known.`;
    return { why, warnings: [warning], refusals: [] };
  }
  const reason = `cannot be kept, as the price is not known. ${error.message} Or take the limit out`;
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
