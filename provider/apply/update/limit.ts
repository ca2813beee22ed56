import { ServiceError } from "../../api/errors";
import { describeOrder } from "../../plan/messages";
import type { Desired, Known } from "../../plan/model";
import { overLimit, unpricedLimit } from "../../plan/money";
import { purchaseQuoteRequest, resizeQuoteRequest } from "../../plan/purchase/request";
import type { AboutOrder } from "../../schema/order";
import type { PartialVpsRequest } from "../../schema/requests";
import type { Money } from "../../schema/values";
import type { ProviderContext } from "../context";
import { Refusal } from "../failures";
import { bookResize } from "../purchase/budget";

/*
 * Holds an update to the program's limit, right before it spends anything. The check has done so too, as far as the old
 * inputs show what will be done; here the state and the order are known, and nothing gets past it.
 */

/** The service computes a price immediately. */
const options = { deadlineMs: 60_000 } as const;

export async function refuseResizeAboveLimit(
  context: ProviderContext,
  order: AboutOrder,
  desired: Known<Desired>,
): Promise<void> {
  const before = order.billingInfo?.monthlyRecurringAmt;
  const objection = await objectionTo(context, desired, () => resizeQuoteRequest(desired, order), before);
  if (objection !== undefined)
    throw new Refusal(
      `${describeOrder(order)} was not changed, and nothing was billed: maxMonthlyCostUsd ${objection}.`,
    );
  await bookResize(context, order, desired);
}

/** An update repeats a purchase of unknown outcome; its check took it for a change. */
export async function refusePurchaseAboveLimit(context: ProviderContext, desired: Known<Desired>): Promise<void> {
  const objection = await objectionTo(context, desired, () => purchaseQuoteRequest(desired), undefined);
  if (objection !== undefined)
    throw new Refusal(`Nothing was bought for "${desired.domainName}": maxMonthlyCostUsd ${objection}.`);
}

async function objectionTo(
  context: ProviderContext,
  desired: Known<Desired>,
  question: () => PartialVpsRequest,
  before: Money | undefined,
): Promise<string | undefined> {
  const most = desired.maxMonthlyCostUsd;
  if (most === undefined) return undefined;
  try {
    const { monthlyCost } = await context.client.quote(question(), options);
    return overLimit(most, monthlyCost, before);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return unpricedLimit(error.message);
  }
}
