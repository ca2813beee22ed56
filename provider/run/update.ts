import type { ProviderContext } from "../host/context";
import { captureFailure, keepingState } from "../host/failures";
import { waitUntilRunning } from "../host/observe";
import { purchaseWithoutAnswer } from "../purchase/purchase";
import { adoptedLine } from "../purchase/purchase-messages";
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
    context.reporter.summary(program.__urn, adoptedLine(seen.outputs.orderOid));
    return waitForInstallation(context, seen.outputs, program);
  }
  if (isImporting(program)) return adoptByImport(context, program);
  return buyServer(context, program, purchaseWithoutAnswer(context, recorded.__attempt, sentMsOf(recorded)));
}

/** Found while it is still being installed, a server does not run yet and may have no address. */
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
