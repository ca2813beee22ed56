import type { ProviderContext } from "../host/context";
import { keepingState, PartialFailure, Refusal } from "../host/failures";
import { waitUntilRunning } from "../host/observe";
import { severalOrdersMessage } from "../purchase/purchase-messages";
import { hasEnd } from "../service/wire/order";
import { changeServer } from "./change-server";
import { buyServer, warnAboveLimit } from "./create";
import type { Desired, Known } from "./desired";
import { diffVps, namesAnotherOrder } from "./diff";
import { sameValue } from "./equality";
import { adoptByImport, isImporting } from "./import";
import { otherOrderObjection } from "./import-checks";
import { readServer } from "./read";
import { recordOrder } from "./record";
import { isOwned, type OwnedServer, type PendingPurchase, type Recorded } from "./state";
import { unfinished, withoutUnfinished } from "./unfinished";
import { boughtBeforeMessage } from "./update-messages";
import { waitForPort } from "./wait-for-port";

/** Brings a server in line with the program; looks up a purchase of unknown outcome first. */
export async function updateServer(
  context: ProviderContext,
  id: string,
  recorded: Recorded,
  desired: Known<Desired>,
): Promise<OwnedServer> {
  const outputs = isOwned(recorded)
    ? await changeOwned(context, recorded, desired)
    : await resolveAndChange(context, id, recorded, desired);
  // The diff has spoken of the price as it was.
  if (!sameValue(outputs.monthlyCost, recorded.monthlyCost)) warnAboveLimit(context, outputs, desired);
  return outputs;
}

async function resolveAndChange(
  context: ProviderContext,
  id: string,
  recorded: PendingPurchase,
  desired: Known<Desired>,
): Promise<OwnedServer> {
  const owned = await resolvePending(context, id, recorded, desired);
  const { replaces } = diffVps(owned, desired);
  if (replaces.length > 0) throw new PartialFailure(owned, [boughtBeforeMessage(owned, replaces)]);
  const failing = (message: string) =>
    `Order ${owned.orderOid} was bought for this resource and is in the state. It does not match the program yet: ${message} The next "pulumi up" continues from there and buys nothing.`;
  return keepingState(owned, failing, () => changeOwned(context, owned, desired));
}

/** Finds the order of a purchase of unknown outcome, or buys again once none can turn up any more. */
async function resolvePending(
  context: ProviderContext,
  id: string,
  recorded: PendingPurchase,
  desired: Known<Desired>,
): Promise<OwnedServer> {
  const seen = await readServer(context, id, recorded);
  if (seen !== undefined && isOwned(seen.outputs)) return waitForAddress(context, seen.outputs);
  if (isImporting(desired)) return adoptByImport(context, desired);
  const sentMs = Date.parse(recorded.__unfinished[0].sentAt);
  return buyServer(context, desired, { attempt: recorded.__attempt, sentMs: Number.isNaN(sentMs) ? 0 : sentMs });
}

/** Found while it is still being installed, a server has no address yet, and dependants need one. */
async function waitForAddress(context: ProviderContext, outputs: OwnedServer): Promise<OwnedServer> {
  if (outputs.primaryIp !== undefined) return outputs;
  return recordOrder(outputs, await waitUntilRunning(context, outputs.orderOid, outputs.__urn));
}

async function changeOwned(
  context: ProviderContext,
  recorded: OwnedServer,
  desired: Known<Desired>,
): Promise<OwnedServer> {
  if (namesAnotherOrder(recorded, desired))
    throw new Refusal(`Nothing was changed: ${otherOrderObjection(String(desired.__import), recorded.orderOid)}.`);
  const changed = await changeServer(context, recorded, desired);
  const failing = (message: string) =>
    `Order ${changed.orderOid} matches the program. Whether the second order that an earlier run reported is still billed could not be checked: ${message} Run "pulumi up" again; nothing is done twice.`;
  const checked = await keepingState(changed, failing, () => recheckOthers(context, changed));
  return waitForPort(context, checked, desired, desired.__timeouts?.updateMs);
}

/** Looks again for the orders that an earlier run has reported beside this one; still fails while one of them is billed. */
async function recheckOthers(context: ProviderContext, outputs: OwnedServer): Promise<OwnedServer> {
  const reported = unfinished(outputs, "strays");
  if (reported === undefined) return outputs;
  // By now another resource may have imported it.
  const open = reported.orderOids.filter((orderOid) => !context.memory.isHeld(orderOid));
  const others = (await Promise.all(open.map((orderOid) => context.client.getOrder(orderOid)))).filter(
    (order) => !hasEnd(order),
  );
  if (others.length === 0) return withoutUnfinished(outputs, "strays");
  throw new PartialFailure(outputs, [severalOrdersMessage(await context.client.getOrder(outputs), others)]);
}
