import type { z } from "zod";
import type { DataFunction } from "./asking/data-function";
import { billingMethods } from "./catalogue/get-billing-methods";
import { dataCenters } from "./catalogue/get-data-centers";
import { distributions } from "./catalogue/get-distributions";
import { pricingPlans } from "./catalogue/get-pricing-plans";
import { vpsPrice } from "./catalogue/get-vps-price";
import { order } from "./orders/get-order";
import { orders } from "./orders/get-orders";
import { vps } from "./orders/get-vps";
import { dataTransferUsage } from "./server/get-data-transfer-usage";
import { vpsStatus } from "./server/get-vps-status";

/** Every function, by the name that a program calls it. */
export const dataFunctions = {
  getBillingMethods: billingMethods,
  getDataCenters: dataCenters,
  getDataTransferUsage: dataTransferUsage,
  getDistributions: distributions,
  getOrder: order,
  getOrders: orders,
  getPricingPlans: pricingPlans,
  getVps: vps,
  getVpsPrice: vpsPrice,
  getVpsStatus: vpsStatus,
};

export type DataFunctionName = keyof typeof dataFunctions;

/** What a function answers. */
export type ResultOf<Name extends DataFunctionName> =
  (typeof dataFunctions)[Name] extends DataFunction<infer _, infer Result> ? Result : never;

/** What a function is asked. */
export type ArgsOf<Name extends DataFunctionName> =
  (typeof dataFunctions)[Name] extends DataFunction<infer Args, infer _> ? z.input<Args> : never;
