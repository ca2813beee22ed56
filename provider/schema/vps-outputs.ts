import { z } from "zod";
import { HiddenInputs } from "./hidden-inputs";
import { VpsInputs } from "./vps-inputs";

/** Reads a state written by any version: what does not fit is absent, never an error. */
const kept = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

const recordedArguments = Object.fromEntries(
  Object.entries(VpsInputs.shape).map(([name, schema]) => [name, (schema as z.ZodType).optional().catch(undefined)]),
) as { [K in keyof typeof VpsInputs.shape]: z.ZodCatch<z.ZodOptional<(typeof VpsInputs.shape)[K]>> };

/** Money, in the same shape as everywhere in the public surface. */
const RecordedCost = z.object({ amount: z.number(), currency: z.string(), amountUsd: z.number().optional() });

/** Where a server is, in the service's words. */
const RecordedLocation = z.object({
  dataCenterLocationCode: z.string().optional(),
  dataCenterLocationName: z.string().optional(),
  dataCenterLocationCountry2ltr: z.string().optional(),
});

/**
 * What the state holds of a `Vps`: every argument as last applied, what the service reported, and what the provider
 * itself must remember.
 */
export const VpsOutputs = z.object({
  ...recordedArguments,
  ...HiddenInputs.shape,
  /** The order's number, which identifies the server and never changes. May exceed 2^31. API: `order_oid`. */
  orderOid: kept(z.number().int()),
  /** The service's own name of the order in paths, such as `order-2853299702-web-example-com`. */
  slug: kept(z.string()),
  /** The address of the first interface. A move to another host may change it. */
  primaryIp: kept(z.string()),
  /** Additional addresses, `[]` if there are none. */
  secondaryIps: kept(z.array(z.string())),
  /** `RUNNING`, `NOTRUNNING`, `RESTARTING` or `POWERCYCLING`, as of when the order was last read. */
  observedRunningState: kept(z.string()),
  /** Where the server is. */
  location: kept(RecordedLocation),
  /** The order in the service's own words: plan, sizes, host, image, price. */
  orderDescription: kept(z.string()),
  /** What the order costs per month, without tax and overage: in the account's currency and, as the service estimates it, in US dollars. */
  monthlyCost: kept(RecordedCost),
  /** Monthly traffic included in the order, in GB, in and out together. */
  dataTransferAllowanceGb: kept(z.number()),
  /** When the order was placed, ISO 8601 in UTC. */
  orderDate: kept(z.string()),
  /** When the paid period ends, ISO 8601 in UTC. */
  prepaidUntil: kept(z.string()),
  /** When the service suspended the server, ISO 8601 in UTC; absent if it is not suspended. */
  suspendedDate: kept(z.string()),
  /** When the order ends, ISO 8601 in UTC: in the future if it was cancelled at the end of its period. */
  cancellationDate: kept(z.string()),
  /** What the service reported when it set up the server: the choices it made, such as the billing method. */
  setupMessages: kept(z.array(z.string())),
  /** The arguments that the program set: only these are compared, and a refresh returns only these as inputs. */
  __managed: kept(z.array(z.string())),
  /** What the service reported for these arguments right after they were applied. It may spell a value differently from the program. */
  __live: kept(z.record(z.string(), z.unknown())),
  /** Keyed digests of the last recorded first-boot data. */
  __firstBoot: kept(z.record(z.string(), z.string())),
  /** Identifies this declared VPS at the service permanently, even through renames. */
  __key: kept(z.string()),
  /** The image that the root password in the outputs belongs to, if a refresh found a different image on the server. */
  __passwordImage: kept(z.string()),
  /** The purchase attempt that created this order. */
  __attempt: kept(z.string()),
  /** Orders that this declaration held before, still active when this one was bought. */
  __earlier: kept(z.array(z.number())),
  /** Strays: other active orders that were bought for this resource. */
  __strays: kept(z.array(z.number())),
  /** When the purchase was sent, if its outcome is not known yet. */
  __pendingSince: kept(z.string()),
});

export type VpsOutputs = z.infer<typeof VpsOutputs>;
