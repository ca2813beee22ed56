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
  orderOid: kept(z.number().int()),
  slug: kept(z.string()),
  primaryIp: kept(z.string()),
  secondaryIps: kept(z.array(z.string())),
  observedRunningState: kept(z.string()),
  location: kept(RecordedLocation),
  orderDescription: kept(z.string()),
  monthlyCost: kept(RecordedCost),
  dataTransferAllowanceGb: kept(z.number()),
  orderDate: kept(z.string()),
  prepaidUntil: kept(z.string()),
  suspendedDate: kept(z.string()),
  cancellationDate: kept(z.string()),
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
