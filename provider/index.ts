export {
  type GetDistributionsArgs,
  type GetDistributionsResult,
  getDistributions,
  getDistributionsOutput,
} from "./functions/catalogue/get-distributions";
export {
  type GetPricingPlansArgs,
  type GetPricingPlansResult,
  getPricingPlans,
  getPricingPlansOutput,
} from "./functions/catalogue/get-pricing-plans";
export { Provider, type ProviderArgs } from "./resource/provider";
export { Vps, type VpsArgs } from "./resource/vps";
