export { getBillingMethods, getBillingMethodsOutput } from "./functions/catalogue/get-billing-methods";
export { getDataCenters, getDataCentersOutput } from "./functions/catalogue/get-data-centers";
export { getDistributions, getDistributionsOutput } from "./functions/catalogue/get-distributions";
export { getPricingPlans, getPricingPlansOutput } from "./functions/catalogue/get-pricing-plans";
export { getVpsPrice, getVpsPriceOutput } from "./functions/catalogue/get-vps-price";
export { getOrder, getOrderOutput } from "./functions/orders/get-order";
export { getOrders, getOrdersOutput } from "./functions/orders/get-orders";
export { getVps, getVpsOutput } from "./functions/orders/get-vps";
export type { OrderInfo } from "./functions/orders/order-info";
export type {
  GetBillingMethodsArgs,
  GetBillingMethodsResult,
  GetDataCentersArgs,
  GetDataCentersResult,
  GetDistributionsArgs,
  GetDistributionsResult,
  GetPricingPlansArgs,
  GetPricingPlansResult,
  GetVpsPriceArgs,
  GetVpsPriceResult,
} from "./functions/questions/catalogue";
export type {
  GetOrderArgs,
  GetOrderResult,
  GetOrdersArgs,
  GetOrdersResult,
  GetVpsArgs,
  GetVpsResult,
} from "./functions/questions/orders";
export type {
  GetDataTransferUsageArgs,
  GetDataTransferUsageResult,
  GetVpsStatusArgs,
  GetVpsStatusResult,
} from "./functions/questions/server";
export { getDataTransferUsage, getDataTransferUsageOutput } from "./functions/server/get-data-transfer-usage";
export { getVpsStatus, getVpsStatusOutput } from "./functions/server/get-vps-status";
export type { VpsOptions } from "./resource/options";
export { Provider, type ProviderArgs } from "./resource/provider";
export {
  ReverseDns,
  type ReverseDnsArgs,
  type ReverseDnsOfOrderArgs,
  type ReverseDnsOfVpsArgs,
} from "./resource/reverse-dns";
export { Vps } from "./resource/vps";
export type {
  CloneOptionsArgs,
  FileInjectionArgs,
  HostServerSelectorArgs,
  IpRequestArgs,
  MoveArgs,
  VpsArgs,
} from "./resource/vps-args";
export type {
  CloneOptions,
  FileInjection,
  HostServerSelector,
  IpRequest,
  Move,
  VpsLocation,
  VpsMonthlyCost,
} from "./resource/vps-outputs";
