export {
  type GetBillingMethodsArgs,
  type GetBillingMethodsResult,
  getBillingMethods,
  getBillingMethodsOutput,
} from "./functions/catalogue/get-billing-methods";
export {
  type GetDataCentersArgs,
  type GetDataCentersResult,
  getDataCenters,
  getDataCentersOutput,
} from "./functions/catalogue/get-data-centers";
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
export {
  type GetVpsPriceArgs,
  type GetVpsPriceResult,
  getVpsPrice,
  getVpsPriceOutput,
} from "./functions/catalogue/get-vps-price";
export { type GetOrderArgs, type GetOrderResult, getOrder, getOrderOutput } from "./functions/orders/get-order";
export { type GetOrdersArgs, type GetOrdersResult, getOrders, getOrdersOutput } from "./functions/orders/get-orders";
export { type GetVpsArgs, type GetVpsResult, getVps, getVpsOutput } from "./functions/orders/get-vps";
export type { OrderInfo } from "./functions/orders/order-info";
export {
  type GetDataTransferUsageArgs,
  type GetDataTransferUsageResult,
  getDataTransferUsage,
  getDataTransferUsageOutput,
} from "./functions/server/get-data-transfer-usage";
export {
  type GetVpsStatusArgs,
  type GetVpsStatusResult,
  getVpsStatus,
  getVpsStatusOutput,
} from "./functions/server/get-vps-status";
export { Provider, type ProviderArgs } from "./resource/provider";
export { Vps, type VpsArgs, type VpsOptions } from "./resource/vps";
