import { z } from "zod";

export const RunningState = z.enum(["RUNNING", "NOTRUNNING", "RESTARTING", "POWERCYCLING"]);
export type RunningState = z.infer<typeof RunningState>;

export const ServerType = z.enum(["VPS", "PHYSICAL"]);
export type ServerType = z.infer<typeof ServerType>;

export const VpsType = z.enum(["LOW_CONTENTION", "REGULAR", "DEDICATED"]);
export type VpsType = z.infer<typeof VpsType>;

export const Tag = z.object({ keyName: z.string(), value: z.string() });
export type Tag = z.infer<typeof Tag>;

export const InjectedFile = z.object({
  path: z.string(),
  dataAsString: z.string().optional(),
  dataAsBase64: z.string().optional(),
  dataFromUrl: z.string().optional(),
  execOnFirstBoot: z.boolean().optional(),
});
export type InjectedFile = z.infer<typeof InjectedFile>;

export const Sizes = z.object({
  memoryMb: z.number().int(),
  diskSpaceMb: z.number().int(),
  diskSpace2Mb: z.number().int(),
  diskSpace3Mb: z.number().int(),
});
export type Sizes = z.infer<typeof Sizes>;

/** `amtUsd` is an estimate where the plan is priced in another currency. */
export const Amount = z.object({ amt: z.number(), currency: z.string(), amtUsd: z.number() });
export type Amount = z.infer<typeof Amount>;

/** What the last install wrote to the disks; the next one wipes it. */
const Installation = z.object({
  count: z.number().int(),
  installedAtMs: z.number(),
  rootPassword: z.string(),
  cloudConfigData: z.string().optional(),
  files: z.array(InjectedFile),
  isJustMinimalInit: z.boolean(),
});

export const Order = z.object({
  orderOid: z.number().int(),
  domainName: z.string(),
  serverType: ServerType,
  planCode: z.string(),
  vpsType: VpsType,
  locationCode: z.string(),
  /** A dedicated server has no host. */
  hostServerOid: z.string().nullable(),
  distro: z.string(),
  controlPanel: z.string().nullable(),
  sizes: Sizes,
  primaryIp: z.string(),
  secondaryIps: z.array(z.string()),
  billingOid: z.number().int(),
  userOid: z.number().int(),
  monthlyAmount: Amount,
  dataTransferGb: z.number().int(),
  orderedAtMs: z.number(),
  prepaidUntilMs: z.number(),
  suspendedAtMs: z.number().nullable(),
  /** May be in the future: the server runs until then. */
  cancellationAtMs: z.number().nullable(),
  runningState: RunningState,
  bootedAtMs: z.number(),
  /** A long call is working on it; the status shows it as suspended. */
  isBusy: z.boolean(),
  /** The call that buys it has not finished yet. */
  isHalfMade: z.boolean(),
  /** The install goes on until then, although the call has been answered. */
  installsUntilMs: z.number().nullable().default(null),
  metaData: z.array(Tag),
  /** What the host must have, as requested at the purchase; a move for which the service chooses the host keeps to it. */
  features: z.array(z.string()).default([]),
  /** The order that it is a clone of. The source is paused while the clone is half made. */
  cloneOfOid: z.number().int().nullable().default(null),
  installation: Installation,
});
export type Order = z.infer<typeof Order>;

/** Cancelled, and its date has come. An order that ends later is still active. */
export function isCancelled(order: Order, nowMs: number): boolean {
  return order.cancellationAtMs !== null && order.cancellationAtMs <= nowMs;
}

export function isSuspended(order: Order): boolean {
  return order.suspendedAtMs !== null;
}

/** The sizes that a request leaves out stay as they are. */
export function withRequested(sizes: Sizes, requested: { readonly [K in keyof Sizes]?: number | undefined }): Sizes {
  return {
    memoryMb: requested.memoryMb ?? sizes.memoryMb,
    diskSpaceMb: requested.diskSpaceMb ?? sizes.diskSpaceMb,
    diskSpace2Mb: requested.diskSpace2Mb ?? sizes.diskSpace2Mb,
    diskSpace3Mb: requested.diskSpace3Mb ?? sizes.diskSpace3Mb,
  };
}

export function totalDiskMb(sizes: Sizes): number {
  return sizes.diskSpaceMb + sizes.diskSpace2Mb + sizes.diskSpace3Mb;
}

const USED_SHARE = 0.1;

/** What a move has to copy: a tenth of the disks, at least 1 GB. */
export function usedGb(order: Order): number {
  return Math.max(1, Math.round((totalDiskMb(order.sizes) / 1024) * USED_SHARE));
}

const SLUG_DOMAIN_LENGTH = 22;

/** The path segment that the service shows for an order. Its length is inferred from captures; clients should not rebuild it. */
export function slug(order: Order): string {
  return `order-${order.orderOid}-${order.domainName.replaceAll(".", "-").slice(0, SLUG_DOMAIN_LENGTH)}`;
}
