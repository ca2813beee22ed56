import type { ProviderContext } from "../host/context";
import type { HostMemory } from "../host/memory";
import { captureFailure, keepingState, Refusal, waitUntilRunning } from "../host/outcomes";
import { purchaseWithoutAnswer } from "../purchase/purchase";
import { adoptedLine } from "../purchase/purchase-messages";
import { sharedOrderMessage } from "../server/import-checks";
import { hasOtherKey } from "../server/plan-change";
import type { Program, Resolved } from "../server/program";
import { recordOrder } from "../server/record";
import { isOwned, type OwnedServer, type PendingPurchase, type Recorded, sentMsOf } from "../server/state";
import { changeServer } from "./change-server";
import { buyServer } from "./create";
import { adoptByImport, isImporting } from "./import";
import { readServer, warnOfOthers } from "./read";
import { waitForPort } from "./wait-for-port";

/** Brings a server in line with the program; looks up a purchase of unknown outcome first. */
export async function updateServer(
  context: ProviderContext,
  id: string,
  recorded: Recorded,
  program: Resolved<Program>,
): Promise<OwnedServer> {
  return isOwned(recorded) ? changeOwned(context, recorded, program) : resolveAndChange(context, id, recorded, program);
}

async function resolveAndChange(
  context: ProviderContext,
  id: string,
  recorded: PendingPurchase,
  program: Resolved<Program>,
): Promise<OwnedServer> {
  const owned = await resolvePending(context, id, recorded, program);
  const describeFailure = (message: string) =>
    `Order ${owned.orderOid} was bought for this resource and is in the state. It does not match the program yet: ${message} The next "pulumi up" continues from there and buys nothing.`;
  return keepingState(owned, describeFailure, () => changeOwned(context, owned, program));
}

/** Finds the order of a purchase of unknown outcome, or buys again once none can turn up any more. */
async function resolvePending(
  context: ProviderContext,
  id: string,
  recorded: PendingPurchase,
  program: Resolved<Program>,
): Promise<OwnedServer> {
  const seen = await readServer(context, id, recorded);
  if (seen !== undefined && isOwned(seen.outputs)) {
    claim(context.memory, seen.outputs, program);
    context.reporter.summary(program.__urn, adoptedLine(seen.outputs.orderOid));
    return waitForInstallation(context, seen.outputs, program);
  }
  if (isImporting(program)) return adoptByImport(context, program);
  return buyServer(context, program, purchaseWithoutAnswer(context, recorded.__attempt, sentMsOf(recorded)));
}

/**
 * Where the program keeps a server, nothing in this run cancels or adopts its order.
 *
 * @param isKept whether this run does not replace it
 */
export function claim(memory: HostMemory, recorded: OwnedServer, { __urn: urn = "" }: Program, isKept = true): void {
  const { orderOid, domainName } = recorded;
  const other = memory.otherOwner(orderOid, urn);
  if (other !== undefined) throw new Refusal(sharedOrderMessage(recorded, urn, other));
  if (!isKept) return;
  // Another entry may have the same number, even one of this resource that is still to be deleted.
  const notes = memory.ofOrder(orderOid);
  notes.owners.add(urn);
  notes.isKept = true;
  if (domainName !== undefined) memory.claimName(domainName, urn);
}

/** Found while it is still being installed, a server does not run yet and may have no address. One that is to be stopped may be so already. */
async function waitForInstallation(
  context: ProviderContext,
  outputs: OwnedServer,
  { runningState }: Resolved<Program>,
): Promise<OwnedServer> {
  const mayBeInstalled = outputs.observedRunningState !== "NOTRUNNING" || runningState === "NOTRUNNING";
  if (outputs.primaryIp !== undefined && mayBeInstalled) return outputs;
  return recordOrder(outputs, await waitUntilRunning(context, outputs.orderOid, outputs.__urn));
}

async function changeOwned(
  context: ProviderContext,
  recorded: OwnedServer,
  program: Resolved<Program>,
): Promise<OwnedServer> {
  const changed = await changeServer(context, recorded, program);
  if (hasOtherKey(recorded, program)) await lookUnderNewKey(context, changed);
  return waitForPort(context, changed, program, program.__timeouts?.updateMs);
}

/** An interrupted run may have bought a server under the key that takes the place of the saved one. A failed look must not undo what was done. */
async function lookUnderNewKey(context: ProviderContext, changed: OwnedServer): Promise<void> {
  const look = async () => warnOfOthers(context, changed, await context.client.getOrder(changed));
  await captureFailure(look);
}
