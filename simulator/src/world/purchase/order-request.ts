import { z } from "zod";
import { InjectedFile, Sizes, Tag, VpsType } from "../order";

export const ResizeRequest = z.strictObject(Sizes.shape).partial();
export type ResizeRequest = z.infer<typeof ResizeRequest>;

/** What a client asked for. The service chooses what is absent (on a purchase) or keeps it (on a reinstall). */
export const OrderRequest = z
  .strictObject({
    domainName: z.string(),
    distro: z.string(),
    password: z.string(),
    controlPanel: z.string(),
    cloudConfigData: z.string(),
    /** Without an oid it is refused. */
    clone: z.strictObject({ orderOid: z.number().int().optional() }),
    sizes: ResizeRequest,
    dcLocation: z.string(),
    pricingPlanCode: z.string(),
    billingOid: z.number().int(),
    userOid: z.number().int(),
    hostServerOid: z.string(),
    minVmDiskFreeGb: z.number(),
    isSsdHostRequired: z.boolean(),
    features: z.array(z.string()).readonly(),
    numIps: z.number().int(),
    extraIpReason: z.string(),
    requestedIps: z.array(z.string()).readonly(),
    metaData: z.array(Tag).readonly(),
    files: z.array(InjectedFile).readonly(),
    isJustMinimalInit: z.boolean(),
    vpsType: VpsType,
  })
  .partial();
export type OrderRequest = z.infer<typeof OrderRequest>;

export const PricingChangeOption = z.enum(["CHOOSE_SAME_RESOURCES", "CHOOSE_SAME_PRICING", "CHOOSE_BEST_OPTION"]);
export type PricingChangeOption = z.infer<typeof PricingChangeOption>;

export const MoveRequest = z
  .strictObject({
    isUpdateDns: z.boolean(),
    moveReason: z.string(),
    pricingChangeOption: PricingChangeOption,
    hostServerOid: z.string(),
  })
  .partial();
export type MoveRequest = z.infer<typeof MoveRequest>;
