import type { PricingPlanFilter } from "../schema/filters";
import { type PartialVpsRequest, requestToWire, withoutSecrets } from "../schema/requests";
import {
  BillingMethodsAnswer,
  DataCentersAnswer,
  DistributionsAnswer,
  PricingPlansAnswer,
  QuoteAnswer,
} from "./answers";
import { paths } from "./paths";
import type { CallOptions, Send } from "./send";

/** A quote needs a name, but not the real one. The service's own client sends this one. */
const nameForQuotes = "notexample.com";

/** What is for sale, at what price, and how to pay for it. */
export const catalogueCalls = (send: Send) => ({
  billingMethods: async (options?: CallOptions) => {
    const { answer } = await send(
      {
        call: "billingMethods",
        activity: "Listing the billing methods",
        path: paths.billingMethods(),
        answer: BillingMethodsAnswer,
      },
      options,
    );
    return answer.billingMethods;
  },

  distributions: async (options?: CallOptions) => {
    const { answer } = await send(
      {
        call: "distributions",
        activity: "Listing the distributions",
        path: paths.distributions(),
        answer: DistributionsAnswer,
      },
      options,
    );
    return answer.distroInfos;
  },

  dataCenters: async (options?: CallOptions) => {
    const { answer } = await send(
      {
        call: "dataCenters",
        activity: "Listing the data centres",
        path: paths.dataCenters(),
        answer: DataCentersAnswer,
      },
      options,
    );
    return answer.dataCenterInfos;
  },

  pricingPlans: async (filter: PricingPlanFilter = {}, options?: CallOptions) => {
    const { answer } = await send(
      {
        call: "pricingPlans",
        activity: "Listing the pricing plans",
        path: paths.pricingPlans(filter),
        answer: PricingPlansAnswer,
      },
      options,
    );
    return answer.pricingPlanInfos;
  },

  /** What an order would cost per month. Buys nothing. */
  quote: async (request: PartialVpsRequest, options?: CallOptions) => {
    const { answer, message } = await send(
      {
        call: "quote",
        activity: `Asking for the price of ${request.domainName === undefined ? "a server" : `"${request.domainName}"`}`,
        path: paths.newVmPricing(),
        body: { json: { new_order_request: requestToWire({ domainName: nameForQuotes, ...withoutSecrets(request) }) } },
        answer: QuoteAnswer,
      },
      options,
    );
    return { monthlyCost: answer.monthlyRecurringAmt, message };
  },
});
