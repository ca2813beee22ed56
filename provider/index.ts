import "./api/node-version";

export {
  type BillingInfo,
  type BillingMethod,
  type ChargedOrder,
  type DataCenter,
  type Distribution,
  type GetBillingMethodsArgs,
  type GetBillingMethodsResult,
  type GetDataCentersArgs,
  type GetDataCentersResult,
  type GetDistributionArgs,
  type GetDistributionOutputArgs,
  type GetDistributionResult,
  type GetDistributionsArgs,
  type GetDistributionsResult,
  getBillingMethods,
  getBillingMethodsOutput,
  getDataCenters,
  getDataCentersOutput,
  getDistribution,
  getDistributionOutput,
  getDistributions,
  getDistributionsOutput,
  type Location,
  type Money,
} from "./functions/catalogue";
export {
  type GetOrderArgs,
  type GetOrderOutputArgs,
  type GetOrderResult,
  type GetOrdersArgs,
  type GetOrdersOutputArgs,
  type GetOrdersResult,
  type GetVpsArgs,
  type GetVpsOutputArgs,
  type GetVpsResult,
  getOrder,
  getOrderOutput,
  getOrders,
  getOrdersOutput,
  getVps,
  getVpsOutput,
  type OrderInfo,
} from "./functions/orders";
export {
  type GetPricingPlanArgs,
  type GetPricingPlanOutputArgs,
  type GetPricingPlanResult,
  type GetPricingPlansArgs,
  type GetPricingPlansOutputArgs,
  type GetPricingPlansResult,
  getPricingPlan,
  getPricingPlanOutput,
  getPricingPlans,
  getPricingPlansOutput,
  type PricingPlan,
} from "./functions/pricing";
export {
  type DataTransferUsage,
  type GetDataTransferUsageArgs,
  type GetDataTransferUsageOutputArgs,
  type GetDataTransferUsageResult,
  type GetVpsStatusArgs,
  type GetVpsStatusOutputArgs,
  type GetVpsStatusResult,
  getDataTransferUsage,
  getDataTransferUsageOutput,
  getVpsStatus,
  getVpsStatusOutput,
  type HostServerInfo,
  type PlainValue,
  type RunningVpsInfo,
  type UndocumentedFields,
} from "./functions/server";
export {
  type GetVpsPriceArgs,
  type GetVpsPriceCloneArgs,
  type GetVpsPriceFileArgs,
  type GetVpsPriceHostSelectorArgs,
  type GetVpsPriceIpRequestArgs,
  type GetVpsPriceMoveArgs,
  type GetVpsPriceOutputArgs,
  type GetVpsPriceResult,
  getVpsPrice,
  getVpsPriceOutput,
} from "./functions/vps-price";
export type {
  VpsCloneArgs,
  VpsFileArgs,
  VpsHostSelectorArgs,
  VpsIpRequestArgs,
  VpsMoveArgs,
} from "./program/vps-shapes";
export type { VpsOptions } from "./resource/options";
export { Provider, type ProviderArgs } from "./resource/provider";
export {
  ReverseDns,
  type ReverseDnsArgs,
  type ReverseDnsOfOrderArgs,
  type ReverseDnsOfVpsArgs,
} from "./resource/reverse-dns";
export { Vps } from "./resource/vps";
export type { VpsArgs } from "./resource/vps-args";
export type {
  VpsClone,
  VpsFile,
  VpsHostSelector,
  VpsIpRequest,
  VpsLocation,
  VpsMonthlyCost,
  VpsMove,
} from "./resource/vps-outputs";
