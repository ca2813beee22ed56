import type { AboutOrder } from "../service/wire/order";

/*
 * Whether a host exists is known to the service alone: it has no list of hosts, and no call that asks about one; its quote may or may not
 * object to an unknown one. What an account can see of hosts is where its own orders are. A host without any may be a mistyped one, but
 * just as well a customer's own that is still empty: a warning, never an error, and only when a server would be ordered on it or moved to it.
 */

/** What the account's orders show of a host. */
export type HostEvidence = "unseen" | { readonly location: string | undefined };

export function hostEvidenceOf(hostServerOid: string, orders: readonly AboutOrder[]): HostEvidence {
  const there = orders.filter((order) => order.hostServerOid === hostServerOid);
  if (there.length === 0) return "unseen";
  const locations = there.map(({ location }) => location?.dataCenterLocationCode);
  return { location: locations.find((code) => code !== undefined) };
}

/** @param isCancelledFirst whether a replacement cancels the old server before it orders this one */
export function unseenHostWarning(hostServerOid: string, isCancelledFirst: boolean): string {
  const loss = isCancelledFirst
    ? " The server that it replaces is cancelled before that: set deleteBeforeReplace: false, which orders first, or make sure of the host."
    : "";
  return `hostServerOid is ${hostServerOid}, but no order of this account is on that host. Whether it exists, and is available to you, shows only in the "up": if the service refuses it, nothing is bought.${loss}`;
}

/** For the warning about a move. */
export const unseenTarget = (hostServerOid: string): string =>
  ` No order of this account is on host ${hostServerOid}: whether it exists, and is available to you, shows only in the "up". If the service refuses it, nothing is moved.`;
