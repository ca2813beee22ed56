import { z } from "zod";
import { HiddenInputs } from "../pulumi/hidden-inputs";
import { ifValid } from "../service/names";
import { dateMs } from "../service/wire/values";
import { type Program, RecordedInputs } from "./program";

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
  ...RecordedInputs.shape,
  ...HiddenInputs.shape,
  orderOid: ifValid(z.number().int()),
  slug: ifValid(z.string()),
  primaryIp: ifValid(z.string()),
  secondaryIps: ifValid(z.array(z.string())),
  serverType: ifValid(z.string()),
  deployedState: ifValid(z.string()),
  observedRunningState: ifValid(z.string()),
  location: ifValid(RecordedLocation),
  pricingPlan: ifValid(z.string()),
  orderDescription: ifValid(z.string()),
  monthlyCost: ifValid(RecordedCost),
  monthlyRecurringFee: ifValid(z.number()),
  dataTransferAllowanceGb: ifValid(z.number()),
  orderDate: ifValid(z.string()),
  prepaidUntil: ifValid(z.string()),
  suspendedDate: ifValid(z.string()),
  cancellationDate: ifValid(z.string()),
  setupMessages: ifValid(z.array(z.string())),
  /** The arguments that the program set: only these are compared, and a refresh returns only these as inputs. */
  __managed: ifValid(z.array(z.string())),
  /** The password that the program has set for the next install, if the server has another one. */
  __nextPassword: ifValid(z.string()),
  /** The purchase attempt that created this order. */
  __attempt: ifValid(z.string()),
  /** When a purchase was sent whose outcome is not known, ISO 8601. While this is set there is no order. */
  __sentAt: ifValid(z.string()),
  /** Installed since a connection to the port that the program waits for was last seen. */
  __awaitsPort: ifValid(z.literal(true)),
});

export type VpsOutputs = z.infer<typeof VpsOutputs>;

/** A server that was bought or adopted: it has an order. */
export interface OwnedServer extends VpsOutputs {
  readonly orderOid: number;
}

/** A purchase whose outcome is not known: its order, if there is one, carries the tag of this attempt. */
export interface PendingPurchase extends VpsOutputs {
  readonly orderOid?: undefined;
  readonly __attempt: string;
  readonly __sentAt: string;
}

/** What the state holds of a `Vps`. */
export type Recorded = OwnedServer | PendingPurchase;

export const isOwned = (recorded: Recorded): recorded is OwnedServer => recorded.orderOid !== undefined;

export const isPending = (recorded: Recorded): recorded is PendingPurchase => !isOwned(recorded);

/** When a purchase was sent: long ago, if the state does not say it readably. */
export const sentMsOf = ({ __sentAt }: PendingPurchase): number => dateMs(__sentAt) ?? 0;

/** Reads a state, whatever version wrote it. */
export function recordedFrom(properties: Readonly<Record<string, unknown>>): Recorded {
  const { orderOid, __attempt, __sentAt, ...rest } = VpsOutputs.parse(properties);
  return orderOid === undefined
    ? { ...rest, __attempt: __attempt ?? "unknown", __sentAt: __sentAt ?? "" }
    : { ...rest, __attempt, orderOid };
}

/** Whether the option `import` names another order than this one: no update can do that, and the update says so. */
export const namesAnotherOrder = ({ orderOid }: Recorded, { __import: imported }: Program): boolean =>
  imported !== undefined && imported !== String(orderOid);

/** The password that the program last set: the server may still have another one. */
export const programPassword = ({ password, __nextPassword, __managed = [] }: VpsOutputs): string | undefined =>
  __nextPassword ?? (__managed.includes("password") ? password : undefined);
