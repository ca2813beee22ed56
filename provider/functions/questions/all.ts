import type { z } from "zod";
import type { DataFunction } from "../asking/data-function";
import { billingMethods, dataCenters, distributions, pricingPlans, vpsPrice } from "./catalogue";
import { order, orders, vps } from "./orders";
import { dataTransferUsage, vpsStatus } from "./server";

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
