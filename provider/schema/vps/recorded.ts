import { VpsOutputs } from "./vps-outputs";

/** A server that was bought or adopted: it has an order. */
export interface OwnedServer extends VpsOutputs {
  readonly orderOid: number;
}

/** A purchase whose outcome is not known: its order, if there is one, carries the tag of this attempt. */
export interface PendingPurchase extends VpsOutputs {
  readonly orderOid?: undefined;
  readonly __attempt: string;
}

/** Nothing but an id: what `Vps.get` has before its first read. */
export interface Unread extends VpsOutputs {
  readonly orderOid?: undefined;
  readonly __attempt?: undefined;
}

/** What the state holds of a `Vps`. */
export type Recorded = OwnedServer | PendingPurchase | Unread;

export const isOwned = (recorded: Recorded): recorded is OwnedServer => recorded.orderOid !== undefined;

export const isPending = (recorded: Recorded): recorded is PendingPurchase =>
  recorded.orderOid === undefined && recorded.__attempt !== undefined;

/** Reads a state, whatever version wrote it. Saved, each of the three is flat and as it is here. */
export function recordedFrom(properties: Readonly<Record<string, unknown>>): Recorded {
  const { orderOid, __attempt, ...rest } = VpsOutputs.parse(properties);
  if (orderOid !== undefined) return { ...rest, orderOid, __attempt };
  return __attempt === undefined ? rest : { ...rest, __attempt };
}
