import { ServiceError } from "../../api/errors";
import type { Desired } from "../../plan/model";
import type { PreviewNeeds } from "../../plan/preview/preview-needs";
import {
  judgeFailure,
  judgeQuote,
  judgeQuoteWithoutOrder,
  notPricedYet,
  type PriceCheck,
  type QuoteFailure,
} from "../../plan/preview/price-check";
import { purchaseQuoteRequest, resizeQuoteRequest, unknownPrices } from "../../plan/purchase/request";
import type { AboutOrder } from "../../schema/order";
import type { PreviewReads } from "./preview-reads";

/** Asks for the price, if the preview needs it. */
export async function checkPrice(
  reads: PreviewReads,
  { price, changed }: PreviewNeeds,
  desired: Desired,
): Promise<PriceCheck | undefined> {
  if (price === undefined) return undefined;
  const open = unknownPrices(desired);
  if (open.length > 0) return notPricedYet(open);
  try {
    if (price === "purchase") return judgeQuote(await reads.quote(purchaseQuoteRequest(desired)), desired, undefined);
    const order = await ownOrder(reads, desired.__ownership?.own);
    const quote = await reads.quote(resizeQuoteRequest(desired, order));
    return order === undefined ? judgeQuoteWithoutOrder(quote, desired) : judgeQuote(quote, desired, order);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return judgeFailure(failureOf(error), desired, (argument) => price === "purchase" || changed.has(argument));
  }
}

/** The order as it is, for what the program leaves open. */
async function ownOrder(reads: PreviewReads, orderOid: number | undefined): Promise<AboutOrder | undefined> {
  if (orderOid === undefined) return undefined;
  const listed = (await reads.orders()).find((order) => order.orderOid === orderOid);
  return listed?.vpsParameters === undefined ? reads.order(orderOid) : listed;
}

const failureOf = (error: ServiceError): QuoteFailure => ({
  message: error.message,
  serviceMessage: error.serviceMessage,
  fieldName: error.fieldName,
  isBadRequest: error.failure.kind === "refused" && (error.status === 400 || error.status === 200),
});
