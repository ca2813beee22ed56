import { z } from "zod";
import { ServerType, VpsType } from "../order";

/** `isListed: false`: it exists, but is no longer offered. */
export const Distro = z.object({
  code: z.string(),
  description: z.string(),
  isListed: z.boolean(),
  isPromoted: z.boolean(),
  isRecommended: z.boolean(),
});
export type Distro = z.infer<typeof Distro>;

export const DataCenter = z.object({
  code: z.string(),
  name: z.string(),
  country2ltr: z.string(),
  isListed: z.boolean(),
});
export type DataCenter = z.infer<typeof DataCenter>;

export const Plan = z.object({
  code: z.string(),
  description: z.string(),
  locationCode: z.string(),
  serverType: ServerType,
  vpsType: VpsType,
  minimumMemoryMb: z.number().int(),
  minimumDiskGb: z.number().int(),
  minimumDataTransferGb: z.number().int(),
  /** Monthly price of the minimum sizes, in USD. */
  monthlyUsd: z.number(),
  currency: z.string(),
  usdPerUnit: z.number(),
  isCurrent: z.boolean(),
});
export type Plan = z.infer<typeof Plan>;

export const BillingMethod = z.object({
  billingOid: z.number().int(),
  type: z.enum(["TS_CC", "TS_PAYPAL", "TS_BANK", "TS_WIRE", "TS_OTHER", "TS_INVOICE"]),
  description: z.string(),
});
export type BillingMethod = z.infer<typeof BillingMethod>;

export const Catalogue = z.object({
  distros: z.array(Distro),
  dataCenters: z.array(DataCenter),
  plans: z.array(Plan),
  billingMethods: z.array(BillingMethod),
});
export type Catalogue = z.infer<typeof Catalogue>;

/** Location codes are compared case-insensitively: the pricing filters are documented in lower case. */
export function findDataCenter(catalogue: Catalogue, code: string): DataCenter | undefined {
  return catalogue.dataCenters.find((dataCenter) => dataCenter.code.toLowerCase() === code.toLowerCase());
}

export function findDistro(catalogue: Catalogue, code: string): Distro | undefined {
  return catalogue.distros.find((distro) => distro.code === code);
}

export function findPlan(catalogue: Catalogue, code: string): Plan | undefined {
  return catalogue.plans.find((plan) => plan.code === code);
}
