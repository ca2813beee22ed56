import { type NoPrice, overServerLimit, type Quoted } from "../purchase/limits";
import type { AboutOrder } from "../service/wire/order";
import type { Money } from "../service/wire/values";
import type { VpsArgument } from "./arguments";
import { type Desired, knownPart } from "./desired";
import type { PreviewNeeds } from "./preview-needs";
import { unknownPrices } from "./request";

/** What the service says about the price of an order or a resize, judged for the preview. */
export interface PriceCheck {
  /** Absent where nothing was asked, or where the question was too vague for a figure. */
  readonly quoted?: Quoted;
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

/** What the account shows of the order that the state holds for a server. */
export type OwnOrder =
  | { readonly kind: "read"; readonly order: AboutOrder }
  | { readonly kind: "not-here" | "unread"; readonly failure: NoPrice };

/**
 * Judges the price of an order or a resize; `undefined` where none is needed. A bad request must be fixed in the program. Otherwise a
 * missing price stops nothing, unless there is a limit: an unchecked one would be none.
 *
 * @param own the order that is resized
 */
export function judgePrice(
  { price }: Pick<PreviewNeeds, "price">,
  desired: Desired,
  own: OwnOrder | undefined,
  quoted: Quoted | undefined,
): PriceCheck | undefined {
  if (price === undefined) return undefined;
  if (quoted === undefined)
    return {
      why: `price not known yet (depends on ${unknownPrices(desired).join(", ")})`,
      warnings: [],
      refusals: [],
    };
  const before = own?.kind === "read" ? own.order.billingInfo?.monthlyRecurringAmt : undefined;
  const overLimit = limitRefusals(desired, quoted, before);
  if (quoted.kind === "no-price") {
    const objection = price === "purchase" ? objectionTo(quoted) : undefined;
    const refusals = objection === undefined ? overLimit : [objection];
    const warnings = refusals.length > 0 ? [] : [`The price could not be determined: ${quoted.why}`];
    return { quoted, why: "price not known", warnings, refusals };
  }
  const judged = { warnings: billingWarnings(quoted.message), refusals: overLimit };
  // The quote lacks what only the order shows, such as its disks: good enough for a refusal, not for a figure.
  return price === "purchase" || own?.kind === "read"
    ? { quoted, ...judged }
    : { why: "price not known, because this server's order was not found in the account", ...judged };
}

const isAboutBilling = (words: string | undefined): boolean => /billing information/i.test(words ?? "");

const billingWarnings = (message: string | undefined): string[] =>
  isAboutBilling(message)
    ? [`The account has no billing information, and an order will most likely fail. The service says: ${message}`]
    : [];

/** A limit that only the `up` knows is kept to there. */
function limitRefusals(desired: Desired, quoted: Quoted, before: Money | undefined): PriceRefusal[] {
  const over = overServerLimit(knownPart(desired).maxMonthlyCostUsd, quoted, before);
  return over === undefined ? [] : [{ argument: "maxMonthlyCostUsd", reason: over }];
}

/** A bad request. Of a resize it may be about what the order has already, so there the `up` decides. */
function objectionTo({ objection }: NoPrice): PriceRefusal | undefined {
  if (objection === undefined || isAboutBilling(objection.words)) return undefined;
  const about = objection.fieldName === undefined ? "" : ` (${objection.fieldName})`;
  return { argument: "", reason: `The order is refused by the service's quote${about}: ${objection.words}` };
}
