import { type PartialVpsRequest, requestToWire, withoutSecrets } from "../vps/wire-request";
import type { Answer, Call } from "./call-table";
import { paths } from "./paths";
import type { CallOptions, Send } from "./send";
import type { PricingPlanFilter } from "./wire/filters";

/** A quote needs a name, but not the real one. The service's own client sends this one. */
const nameForQuotes = "notexample.com";

/** What is for sale, at what price, and how to pay for it. */
export const catalogueCalls = (send: Send) => ({
  billingMethods: (options?: CallOptions) =>
    list(send, "billingMethods", "billingMethods", "billing methods", paths.billingMethods(), options),

  distributions: (options?: CallOptions) =>
    list(send, "distributions", "distroInfos", "distributions", paths.distributions(), options),

  dataCenters: (options?: CallOptions) =>
    list(send, "dataCenters", "dataCenterInfos", "data centres", paths.dataCenters(), options),

  pricingPlans: (filter: PricingPlanFilter = {}, options?: CallOptions) =>
    list(send, "pricingPlans", "pricingPlanInfos", "pricing plans", paths.pricingPlans(filter), options),

  /** What an order would cost per month. Buys nothing. */
  quote: async (request: PartialVpsRequest, options?: CallOptions) => {
    const { monthlyRecurringAmt, message } = await send({
      call: "quote",
      activity: `Asking for the price of ${request.domainName === undefined ? "a server" : `"${request.domainName}"`}`,
      path: paths.newVmPricing(),
      body: { json: { new_order_request: requestToWire({ domainName: nameForQuotes, ...withoutSecrets(request) }) } },
      ...options,
    });
    return { monthlyCost: monthlyRecurringAmt, message };
  },
});

/** The one list in an answer. */
const list = async <Name extends Call, Field extends keyof Answer<Name>>(
  send: Send,
  call: Name,
  field: Field,
  what: string,
  path: string,
  options: CallOptions | undefined,
): Promise<Answer<Name>[Field]> => {
  const answer = await send({ call, activity: `Listing the ${what}`, path, ...options });
  return answer[field];
};
