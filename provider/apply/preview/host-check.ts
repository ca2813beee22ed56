import { ServiceError } from "../../api/errors";
import type { Desired } from "../../plan/model";
import { type HostSight, newHost, sightOf } from "../../plan/preview/host-check";
import type { PreviewNeeds } from "../../plan/preview/preview-needs";
import type { AboutOrder } from "../../schema/order";

/** What the account's orders show of a host that the program names anew. `undefined` also if they cannot be read: others say so. */
export async function lookForHost(
  readOrders: () => Promise<readonly AboutOrder[]>,
  needs: Pick<PreviewNeeds, "changed">,
  desired: Desired,
): Promise<HostSight | undefined> {
  const hostServerOid = newHost(needs, desired);
  if (hostServerOid === undefined) return undefined;
  try {
    return sightOf(hostServerOid, await readOrders());
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}
