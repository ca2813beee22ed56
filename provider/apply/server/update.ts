import { sameValue } from "../../plan/equality";
import { otherOrderObjection } from "../../plan/import/import-objections";
import type { Desired, Known } from "../../plan/model";
import { diffVps, namesAnotherOrder } from "../../plan/update/diff";
import { boughtBeforeMessage } from "../../plan/update/update-messages";
import { isOwned, type OwnedServer, type Recorded } from "../../schema/vps-outputs";
import type { ProviderContext } from "../context";
import { keepingState, PartialFailure, Refusal } from "../failures";
import { recheckOwnStrays } from "../purchase/outcome";
import { changeServer } from "../update/change-server";
import { inTurn } from "../update/turn";
import { resolvePending, warnAboveLimit } from "./create";
import { waitForPort } from "./wait-for-port";

/** Brings a server in line with the program; looks up a purchase of unknown outcome first. */
export async function updateServer(
  context: ProviderContext,
  id: string,
  recorded: Recorded,
  desired: Known<Desired>,
): Promise<OwnedServer> {
  try {
    const outputs = await resolveAndChange(context, id, recorded, desired);
    // The diff has spoken of the price as it was.
    if (!sameValue(outputs.monthlyCost, recorded.monthlyCost)) warnAboveLimit(context, outputs, desired);
    return outputs;
  } catch (error) {
    if (!(error instanceof PartialFailure)) throw error;
    // The engine saves this option of the program even if a change failed in part; the state must not contradict it.
    const { __isRetained: _, ...properties } = error.properties;
    const { __isRetained: isRetained } = desired;
    throw new PartialFailure(
      isRetained === undefined ? properties : { ...properties, __isRetained: isRetained },
      error.reasons,
    );
  }
}

async function resolveAndChange(
  context: ProviderContext,
  id: string,
  recorded: Recorded,
  desired: Known<Desired>,
): Promise<OwnedServer> {
  if (isOwned(recorded)) return changeOwned(context, recorded, desired);
  const owned = await resolvePending(context, id, recorded, desired);
  const { replaces } = diffVps(owned, desired);
  if (replaces.length > 0) throw new PartialFailure(owned, [boughtBeforeMessage(owned, replaces)]);
  const failing = (message: string) =>
    `Order ${owned.orderOid} was bought for this resource and is in the state. It does not match the program yet: ${message} The next "pulumi up" continues from there and buys nothing.`;
  return keepingState(owned, failing, () => changeOwned(context, owned, desired));
}

async function changeOwned(
  context: ProviderContext,
  recorded: OwnedServer,
  desired: Known<Desired>,
): Promise<OwnedServer> {
  refuseOtherOrder(recorded, desired);
  return inTurn(context, recorded, desired, async (untilServing) => {
    const changed = await changeServer(context, recorded, desired);
    const failing = (message: string) =>
      `Order ${changed.orderOid} matches the program. Whether the second order that an earlier run reported is still billed could not be checked: ${message} Run "pulumi up" again; nothing is done twice.`;
    const checked = await keepingState(changed, failing, () => recheckOwnStrays(context, changed, desired));
    return waitForPort(context, await untilServing(checked), desired, desired.__timeouts?.updateMs);
  });
}

function refuseOtherOrder(recorded: OwnedServer, desired: Known<Desired>): void {
  if (!namesAnotherOrder(recorded, desired)) return;
  throw new Refusal(`Nothing was changed: ${otherOrderObjection(String(desired.__import), recorded.orderOid)}.`);
}
