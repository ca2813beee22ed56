import { z } from "zod";
import { HiddenInputs } from "./hidden-inputs";
import { VpsInputs } from "./vps-inputs";

/** A state written by any version is read: what does not fit is absent, never an error. */
const kept = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

const recordedArguments = Object.fromEntries(
  Object.entries(VpsInputs.shape).map(([name, schema]) => [name, (schema as z.ZodType).optional().catch(undefined)]),
) as { [K in keyof typeof VpsInputs.shape]: z.ZodCatch<z.ZodOptional<(typeof VpsInputs.shape)[K]>> };

/** Money as everywhere in the public surface. */
const RecordedCost = z.object({ amount: z.number(), currency: z.string(), amountUsd: z.number().optional() });

/** Where a server stands, in the service's words. */
const RecordedLocation = z.object({
  dataCenterLocationCode: z.string().optional(),
  dataCenterLocationName: z.string().optional(),
  dataCenterLocationCountry2ltr: z.string().optional(),
});

/**
 * What the state holds of a `Vps`: every argument as it was last applied, what the service told, and what the provider
 * itself must remember.
 */
export const VpsOutputs = z.object({
  ...recordedArguments,
  ...HiddenInputs.shape,
  /** The number of the order: the identity of the server, never renumbered. Beyond 2^31. API: `order_oid`. */
  orderOid: kept(z.number().int()),
  /** The service's own name of the order in paths, such as `order-2853299702-web-example-com`. */
  slug: kept(z.string()),
  /** The address of the first interface. A move to another host may change it. */
  primaryIp: kept(z.string()),
  /** Further addresses, `[]` when there are none. */
  secondaryIps: kept(z.array(z.string())),
  /** `RUNNING`, `NOTRUNNING`, `RESTARTING` or `POWERCYCLING`, as it was when the order was last read. */
  observedRunningState: kept(z.string()),
  /** Where the server stands. */
  location: kept(RecordedLocation),
  /** The order in the service's own words: plan, sizes, host, image, price. */
  orderDescription: kept(z.string()),
  /** What the order costs a month, in the account's currency and, estimated by the service, in US dollars. Without tax and overage. */
  monthlyCost: kept(RecordedCost),
  /** Traffic a month that is paid with the order, in GB, in and out together. */
  dataTransferAllowanceGb: kept(z.number()),
  /** When the order was placed, ISO 8601 in UTC. */
  orderDate: kept(z.string()),
  /** Until when the order is paid, ISO 8601 in UTC. */
  prepaidUntil: kept(z.string()),
  /** Since when the service keeps the server from running, ISO 8601 in UTC; absent when it does not. */
  suspendedDate: kept(z.string()),
  /** When the order ends, ISO 8601 in UTC: a date in the future where it was cancelled at the end of its period. */
  cancellationDate: kept(z.string()),
  /** What the service said when it set the server up: the choices it made, such as the billing method. */
  setupMessages: kept(z.array(z.string())),
  /** The arguments that the program had set: only these are compared, and given back as inputs by a refresh. */
  __managed: kept(z.array(z.string())),
  /** What the service said of these arguments right after they were applied: it may spell a value differently from the program. */
  __live: kept(z.record(z.string(), z.unknown())),
  /** Keyed digests of the first-boot data that was last recorded. */
  __firstBoot: kept(z.record(z.string(), z.string())),
  /** Names this declared VPS at the service, for good: kept through renames. */
  __key: kept(z.string()),
  /** The image that the root password in the outputs belongs to, where a look has found another one on the server. */
  __passwordImage: kept(z.string()),
  /** The purchase that made this order. */
  __attempt: kept(z.string()),
  /** Orders that this declaration held before and that were still active when this one was bought. */
  __earlier: kept(z.array(z.number())),
  /** Active orders that were bought for this resource beside its own. */
  __strays: kept(z.array(z.number())),
  /** When a purchase was sent whose outcome is not known yet. */
  __pendingSince: kept(z.string()),
});

export type VpsOutputs = z.infer<typeof VpsOutputs>;
