import type { PricingPlanFilter } from "../schema/filters";
import { type PartialVpsRequest, requestToWire } from "../schema/requests";
import {
  BillingMethodsAnswer,
  DataCentersAnswer,
  DistributionsAnswer,
  PricingPlansAnswer,
  QuoteAnswer,
} from "./answers";
import { paths } from "./paths";
import type { CallOptions, Send } from "./send";

/** A quote needs a name, but not the real one; the service's own client sends this one. */
const nameForQuotes = "notexample.com";

/** A price does not depend on what is written into the server, so secrets stay here. */
const withoutSecrets = ({ password, cloudConfigData, fileInjectionData, ...rest }: PartialVpsRequest) => rest;

/** What can be bought, at which price, and how it can be paid. */
export const catalogueCalls = (send: Send) => ({
  billingMethods: async (options?: CallOptions) => {
    const { answer } = await send(
      {
        call: "billingMethods",
        doing: "Listing the billing methods",
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
        doing: "Listing the distributions",
        path: paths.distributions(),
        answer: DistributionsAnswer,
      },
      options,
    );
    return answer.distroInfos;
  },

  dataCenters: async (options?: CallOptions) => {
    const { answer } = await send(
      { call: "dataCenters", doing: "Listing the data centres", path: paths.dataCenters(), answer: DataCentersAnswer },
      options,
    );
    return answer.dataCenterInfos;
  },

  pricingPlans: async (filter: PricingPlanFilter = {}, options?: CallOptions) => {
    const { answer } = await send(
      {
        call: "pricingPlans",
        doing: "Listing the pricing plans",
        path: paths.pricingPlans(filter),
        answer: PricingPlansAnswer,
      },
      options,
    );
    return answer.pricingPlanInfos;
  },

  /** What an order would cost a month. Buys nothing. */
  quote: async (request: PartialVpsRequest, options?: CallOptions) => {
    const { answer, message } = await send(
      {
        call: "quote",
        doing: `Asking for the price of "${request.domainName ?? "a server"}"`,
        path: paths.newVmPricing(),
        body: { json: { new_order_request: requestToWire({ domainName: nameForQuotes, ...withoutSecrets(request) }) } },
        answer: QuoteAnswer,
      },
      options,
    );
    return { monthlyCost: answer.monthlyRecurringAmt, message };
  },
});
