import type { StateEntry } from "./ownership";

/** Why an order is not read under a name at which the state manages a server. */
export function managedHereMessage(name: string, entry: StateEntry, id: string | undefined): string {
  const { urn, orderOid, domainName = "no domain name" } = entry;
  if (orderOid === undefined)
    return (
      `Vps "${name}": the saved state holds a server (${domainName}) under this name whose purchase has not ended. ${reading}: Pulumi would drop ` +
      "the server, and an order that exists already would be cancelled, or billed without a resource. Nothing was done to it. Give what reads an order another name, " +
      'declare the server again as it was, and run "pulumi up".'
    );
  const loss =
    id === String(orderOid)
      ? `Pulumi would stop managing order ${orderOid}, which would still be billed`
      : `Pulumi would cancel order ${orderOid}, and all its data would be lost, even if it is protected; a run with a target would drop it from the state, still billed`;
  return (
    `Vps "${name}": the saved state holds order ${orderOid} (${domainName}) under this name, as a server that this stack manages. ${reading}: ${loss}. ` +
    "It is untouched. Give what reads an order another name. If the stack is to stop managing the server, which keeps running and is billed, first run " +
    `"pulumi state delete '${urn}'", with --force if it is protected.`
  );
}

const reading = "Declared with an id (Vps.get, or the option id), it would only be read";

/** Why nothing is read when it cannot be seen what the state manages. */
export const unreadBeforeReadingMessage = (name: string): string =>
  `Vps "${name}": the stack's saved state could not be read, so nothing tells whether it manages a server under this name. To read an order there ` +
  "(Vps.get, or the option id) would cancel that server, with all its data. Nothing was read or cancelled. Run it again.";
