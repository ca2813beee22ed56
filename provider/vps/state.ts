import { z } from "zod";
import { HiddenInputs } from "../engine/hidden-inputs";
import { ifValid } from "../engine/parts";
import { VpsInputs } from "./inputs";

/** The arguments as a state has them. The library gives the entries of a shape no types of their own. */
const recordedArguments = Object.fromEntries(
  Object.entries(VpsInputs.shape).map(([name, schema]) => [name, ifValid(schema)]),
) as { [K in keyof typeof VpsInputs.shape]: z.ZodCatch<z.ZodOptional<(typeof VpsInputs.shape)[K]>> };

/** The name of a server that was adopted may be one that nobody could order. */
const recorded = { ...recordedArguments, domainName: ifValid(z.string().min(1)) };

export const RecordedInputs = z.object(recorded);

/** Money, in the same shape as everywhere in the public surface. */
const RecordedCost = z.object({ amount: z.number(), currency: z.string(), amountUsd: z.number().optional() });

/** Where a server is, in the service's words. */
const RecordedLocation = z.object({
  dataCenterLocationCode: z.string().optional(),
  dataCenterLocationName: z.string().optional(),
  dataCenterLocationCountry2ltr: z.string().optional(),
});

/** What is still open about a server. Any of these can hold at the same time, each at most once. */
const UnfinishedServer = z.discriminatedUnion("kind", [
  /** Other active orders carry the key of this server. */
  z.object({ kind: z.literal("strays"), orderOids: z.array(z.number()) }),
  /** A refresh found another image on the server than this one, which the root password in the outputs belongs to. */
  z.object({ kind: z.literal("image"), former: z.string() }),
  /** Installed since a connection to the port that the program waits for was last seen. */
  z.object({ kind: z.literal("port") }),
]);

export type UnfinishedServer = z.infer<typeof UnfinishedServer>;

/** A purchase was sent, and its outcome is not known. While that is so, there is no server that anything else could be open about. */
const UnfinishedPurchase = z.object({ kind: z.literal("purchase"), sentAt: z.string() });

type UnfinishedPurchase = z.infer<typeof UnfinishedPurchase>;

/** What an interrupted or half-done change leaves in the state, until a run has seen to it. */
const Unfinished = z.union([UnfinishedPurchase, UnfinishedServer]);

export type Unfinished = z.infer<typeof Unfinished>;

/**
 * What the state holds of a `Vps`: every argument as last applied, what the service reported, and what the provider
 * itself must remember.
 */
export const VpsOutputs = z.object({
  ...recorded,
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
  /** What the service reported for these arguments right after they were applied, where it spells a value differently from the program. */
  __live: ifValid(z.record(z.string(), z.unknown())),
  /** The password that the program has set for the next install, if the server has another one. */
  __nextPassword: ifValid(z.string()),
  /** The purchase attempt that created this order. */
  __attempt: ifValid(z.string()),
  /** Orders of this server that were kept when this one was bought: they have its key too. */
  __earlier: ifValid(z.array(z.number())),
  __unfinished: ifValid(z.array(Unfinished).readonly()),
});

export type VpsOutputs = z.infer<typeof VpsOutputs>;

/** A server that was bought or adopted: it has an order. */
export interface OwnedServer extends VpsOutputs {
  readonly orderOid: number;
  readonly __unfinished?: readonly UnfinishedServer[] | undefined;
}

/** A purchase whose outcome is not known: its order, if there is one, carries the tag of this attempt. */
export interface PendingPurchase extends VpsOutputs {
  readonly orderOid?: undefined;
  readonly __attempt: string;
  readonly __unfinished: readonly [UnfinishedPurchase];
}

/** What the state holds of a `Vps`. */
export type Recorded = OwnedServer | PendingPurchase;

export const isOwned = (recorded: Recorded): recorded is OwnedServer => recorded.orderOid !== undefined;

export const isPending = (recorded: Recorded): recorded is PendingPurchase => !isOwned(recorded);

/** Reads a state, whatever version wrote it. Saved, each of the two is flat and as it is here. */
export function recordedFrom(properties: Readonly<Record<string, unknown>>): Recorded {
  const { orderOid, __attempt, __unfinished = [], ...rest } = VpsOutputs.parse(properties);
  if (orderOid !== undefined) {
    const open = __unfinished.filter((one) => one.kind !== "purchase");
    return { ...rest, orderOid, __attempt, __unfinished: open.length === 0 ? undefined : open };
  }
  const sent = __unfinished.find((one) => one.kind === "purchase");
  return { ...rest, __attempt: __attempt ?? "unknown", __unfinished: [sent ?? { kind: "purchase", sentAt: "" }] };
}
