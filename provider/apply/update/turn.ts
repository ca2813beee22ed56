import type { Desired, Known } from "../../plan/model";
import { diffVps, stateShowsWantedImage } from "../../plan/update/diff";
import { interruptionOf, longestMoveMs } from "../../plan/update/steps";
import { unfinished, withUnfinished } from "../../plan/update/unfinished";
import { noTurnMessage, notRunningMessage } from "../../plan/update/update-messages";
import { getOrInsertComputed } from "../../schema/computed";
import type { AboutOrder } from "../../schema/order";
import { isOwned, type OwnedServer } from "../../schema/vps-outputs";
import type { ProviderContext } from "../context";
import { PartialFailure, Refusal } from "../failures";
import { liveState, observeUntil } from "../observe";
import { ChangeGroup, type Member } from "./change-groups";

/** The engine begins all updates within moments: their order is decided once they are here. */
const gatheringMs = 1_000;

/** How long to wait between two looks at whether the run is still wanted. */
const pauseMs = 3_000;

/**
 * Changes a server of a group in its turn, if the change interrupts it, and ends the turn once it serves again. What an
 * earlier run left without having seen it serve takes a turn too: others would otherwise go down beside it.
 *
 * @param change gets what ends the turn, apart from the wait for a port, which it makes itself
 */
export async function inTurn(
  context: ProviderContext,
  recorded: OwnedServer,
  desired: Known<Desired>,
  change: (untilServing: (changed: OwnedServer) => Promise<OwnedServer>) => Promise<OwnedServer>,
): Promise<OwnedServer> {
  const { changeGroup } = desired;
  const { changes } = diffVps(recorded, desired);
  // A refresh has found what a killed run installed: nobody has seen it serve.
  const isUnseen = isLeftDown(recorded) || stateShowsWantedImage(recorded, desired);
  if (changeGroup === undefined || !(isUnseen || interruptionOf(changes, desired) !== undefined))
    return change(async (changed) => changed);
  const isMoved = changes.some(({ effect }) => effect === "move");
  const member = {
    name: `${recorded.domainName ?? "a server"} (order ${recorded.orderOid})`,
    isDown: isLeftDown(recorded),
    limitMs: longestTurnMs(context, recorded, desired, isMoved),
  };
  const atATime = context.settings.maxConcurrentChangesPerGroup;
  const group = getOrInsertComputed(context.changeGroups, changeGroup, () => new ChangeGroup(atATime));
  group.enter(member);
  try {
    await untilTurn(context, group, member, changeGroup, desired.__declaredUrn);
    return await change((changed) => untilServing(context, recorded, changed, desired)).catch((error: unknown) => {
      group.fail(member);
      throw error instanceof PartialFailure ? leftDown(error) : error;
    });
  } finally {
    group.leave(member);
  }
}

/** Part of the change was made, and nobody has seen the server serve since. */
const leftDown = ({ properties, reasons }: PartialFailure): PartialFailure =>
  new PartialFailure(isOwned(properties) ? withUnfinished(properties, { kind: "port" }) : properties, reasons);

const isLeftDown = (recorded: OwnedServer): boolean => unfinished(recorded, "port") !== undefined;

/** Every wait and every call of a turn ends by itself; this is for what nobody has thought of. */
function longestTurnMs(
  { settings }: ProviderContext,
  recorded: OwnedServer,
  { __timeouts: timeouts }: Known<Desired>,
  isMoved: boolean,
): number {
  const partMs = timeouts?.updateMs ?? settings.setupTimeoutMinutes * 60_000;
  const moveMs = isMoved ? Math.max(settings.moveTimeoutMinutes * 60_000, longestMoveMs(recorded)) : 0;
  return moveMs + 4 * partMs;
}

async function untilTurn(
  context: ProviderContext,
  group: ChangeGroup,
  member: Member,
  name: string,
  urn: string | undefined,
): Promise<void> {
  await context.sleep(gatheringMs);
  for (;;) {
    const engine = await context.askEngine();
    const noTurn = engine === "runs" ? group.noTurn(context.nowMs()) : ({ why: engine } as const);
    if (noTurn !== undefined) throw new Refusal(noTurnMessage(member.name, name, noTurn));
    if (group.begin(member, context.nowMs())) return;
    context.reporter.progress(urn, group.waits(name));
    await Promise.race([group.change, context.sleep(pauseMs)]);
  }
}

/** Waits until a server that ran runs again; its port, if the program waits for one, is still to be reached. */
async function untilServing(
  context: ProviderContext,
  before: OwnedServer,
  changed: OwnedServer,
  { runningState, changeGroup = "", __declaredUrn: urn, __timeouts: timeouts }: Known<Desired>,
): Promise<OwnedServer> {
  // An earlier run left it down: that it is stopped now is no wish of anybody's.
  const ran = isLeftDown(before) || before.observedRunningState !== "NOTRUNNING";
  if (runningState === "NOTRUNNING" || (runningState === undefined && !ran)) return changed;
  const limitMs = timeouts?.updateMs ?? context.settings.setupTimeoutMinutes * 60_000;
  const runs = (order: AboutOrder): Promise<boolean> => isRunning(context, order);
  const seen = await observeUntil(context, changed, urn, "waiting until it runs again", runs, limitMs);
  if (seen.kind !== "shown") throw new PartialFailure(changed, [notRunningMessage(changed, changeGroup)]);
  return withUnfinished({ ...changed, observedRunningState: seen.order.runningState }, { kind: "port" });
}

/** If neither the records nor the host server say anything, nothing is known against it. */
async function isRunning(context: ProviderContext, order: AboutOrder): Promise<boolean> {
  if ((order.runningState ?? "RUNNING") !== "RUNNING") return false;
  const live = await liveState(context, order);
  return (live?.runningState ?? "RUNNING") === "RUNNING" && live?.isSuspended !== true;
}
