import type { Desired, Known } from "../../plan/model";
import type { ProviderContext } from "../context";
import { adoptByImport, isImporting } from "../import/adopt";
import type { Purchased } from "../purchase/declared-vps";
import { buyServer, settlePurchase, warnAboveLimit } from "./buy";
import { waitForPort } from "./wait-for-port";

/** Buys a server, or adopts the one that the program names. */
export async function createServer(context: ProviderContext, desired: Known<Desired>): Promise<Purchased> {
  const made = isImporting(desired) ? await adoptByImport(context, desired) : await buyOnce(context, desired);
  // Not by its URN alone: an earlier entry of the same resource, which the program does not see, may be deleted in this run.
  context.memory.hold(made.outputs.orderOid, `creation of ${desired.__declaredUrn ?? made.id}`);
  warnAboveLimit(context, made.outputs, desired);
  const outputs = await waitForPort(context, made.id, made.outputs, desired, desired.__timeouts?.createMs);
  return { ...made, outputs };
}

/** A hook may have a creation repeated at once, without the state that the failed one returned: then the host alone knows of it. */
async function buyOnce(context: ProviderContext, desired: Known<Desired>): Promise<Purchased> {
  const pending = context.memory.pendingAt(desired.__declaredUrn ?? "");
  if (pending === undefined) return buyServer(context, desired);
  const outputs = await settlePurchase(context, `pending-${pending.__attempt}`, pending, desired);
  context.memory.endPending(desired.__declaredUrn ?? "");
  return { id: String(outputs.orderOid), outputs, story: "recovered" };
}
