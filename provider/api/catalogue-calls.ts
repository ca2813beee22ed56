import type { PricingPlanFilter } from "../schema/filters";
import { type PartialVpsRequest, requestToWire, withoutSecrets } from "../schema/requests";
import { paths } from "./paths";
import type { CallOptions, Send } from "./send";

/** A quote needs a name, but not the real one. The service's own client sends this one. */
const nameForQuotes = "notexample.com";

/** What is for sale, at what price, and how to pay for it. */
export const catalogueCalls = (send: Send) => ({
  billingMethods: async (options?: CallOptions) => {
    const { billingMethods } = await send({
      call: "billingMethods",
      activity: "Listing the billing methods",
      path: paths.billingMethods(),
      ...options,
    });
    return billingMethods;
  },

  distributions: async (options?: CallOptions) => {
    const { distroInfos } = await send({
      call: "distributions",
      activity: "Listing the distributions",
      path: paths.distributions(),
      ...options,
    });
    return distroInfos;
  },

  dataCenters: async (options?: CallOptions) => {
    const { dataCenterInfos } = await send({
      call: "dataCenters",
      activity: "Listing the data centres",
      path: paths.dataCenters(),
      ...options,
    });
    return dataCenterInfos;
  },

  pricingPlans: async (filter: PricingPlanFilter = {}, options?: CallOptions) => {
    const { pricingPlanInfos } = await send({
      call: "pricingPlans",
      activity: "Listing the pricing plans",
      path: paths.pricingPlans(filter),
      ...options,
    });
    return pricingPlanInfos;
  },

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
