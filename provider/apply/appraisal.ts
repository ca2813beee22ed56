import { ServiceError } from "../api/errors";
import type { Desired } from "../plan/diff";
import type { Questions } from "../plan/preview-questions";
import { argumentOf, isIncomparable, overLimit, purchaseQuestion, resizeQuestion, unknownPrices } from "../plan/price";
import { ownTags } from "../plan/tags";
import type { AboutOrder } from "../schema/order/about-order";
import type { Money } from "../schema/value/money";
import type { VpsArgument } from "../schema/vps-inputs";
import type { Catalogue, Quote } from "./catalogue";

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
    const order = await ownOrder(catalogue, desired);
    const question = resizeQuestion(desired, order);
    return judge(await catalogue.quote(question), desired, order?.billingInfo?.monthlyRecurringAmt);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return withoutPrice(error, desired, (argument) => price === "purchase" || changed.has(argument));
  }
}

/** The order as it is, for what the program leaves open; without it the question is put all the same. */
async function ownOrder(catalogue: Catalogue, { __key: key }: Desired): Promise<AboutOrder | undefined> {
  if (key === undefined) return undefined;
  const orders = await catalogue.orders();
  const own = orders.filter((order) => ownTags(order).key === key);
  return own.length === 1 ? own[0] : undefined;
}

function judge({ monthlyCost, message }: Quote, desired: Desired, before: Money | undefined): Appraisal {
  const limit = desired.maxMonthlyCostUsd;
  const over = overLimit(limit, monthlyCost, before);
  const isBillingMissing = /billing information/i.test(message ?? "");
  return {
    monthlyCost,
    warnings: [
      ...(isBillingMissing
        ? [`The account has no billing information, and an order will most likely fail. The service says: ${message}`]
        : []),
      ...(limit !== undefined && isIncomparable(monthlyCost)
        ? ["maxMonthlyCostUsd could not be checked: the service's quote names no amount in USD."]
        : []),
    ],
    refusals: over === undefined ? [] : [{ argument: "maxMonthlyCostUsd", reason: over }],
  };
}

/** A bad request is the program's to mend; anything else is no reason to stop a preview. */
function withoutPrice(error: ServiceError, desired: Desired, isAsked: (argument: VpsArgument) => boolean): Appraisal {
  const isRefused = error.failure.kind === "refused" && (error.status === 400 || error.status === 200);
  const isBilling = /billing information/i.test(error.serviceMessage ?? "");
  const argument = argumentOf(error.fieldName) ?? "";
  const why = "price not known";
  if (isRefused && !isBilling && (argument === "" ? error.fieldName === undefined : isAsked(argument))) {
    const reason = `is refused by the service's quote: ${error.serviceMessage ?? error.message}`;
    return { why, warnings: [], refusals: [{ argument, reason: argument === "" ? `The order ${reason}` : reason }] };
  }
  const limit =
    desired.maxMonthlyCostUsd === undefined ? "" : " maxMonthlyCostUsd could not be checked: the price is not known.";
  return { why, warnings: [`The price could not be found out. ${error.message}${limit}`], refusals: [] };
}
