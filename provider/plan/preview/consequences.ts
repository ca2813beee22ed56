import { argumentsWith, type VpsArgument } from "../../schema/vps-arguments";
import { isPending, type PendingPurchase, type Recorded, type UnfinishedServer } from "../../schema/vps-outputs";
import { sameArgument } from "../equality";
import { type Change, type Desired, type Known, knownPart } from "../model";
import { isFoundInstalled, lacksAddress, type VpsDiff } from "../update/diff";
import { imageObjections, shrinkObjections } from "../update/guards";
import { moveDuration, reinstallReasons } from "../update/steps";
import {
  aboveLimitWarning,
  foundPasswordAdvice,
  installedAlreadyLine,
  movedAlreadyWarning,
} from "../update/update-messages";
import { type HostSight, unseenTarget } from "./host-check";
import { type Consequences, named, replacement, server } from "./replacement";
import { unknowns } from "./unknown-consequences";

const nothing: Consequences = { line: [], warnings: [] };

/**
 * What the previewed update will do; of a server without changes, what is not as the program asks. Pure: the state and the program
 * are all it needs.
 *
 * @param host what the account's orders show of a host that the program names anew
 */
export function consequences(recorded: Recorded, program: Desired, diff: VpsDiff, host?: HostSight): Consequences {
  const desired = knownPart(program);
  if (diff.replaces.length > 0) return replacement(recorded, desired, diff.replaces);
  if (isPending(recorded)) return lookForOrder(recorded);
  const known = diff.changes.filter((change) => !change.isUnknown);
  return joined([
    reinstallation(recorded, desired, known),
    firstBoot(desired, known),
    changeConsequences(recorded, desired, known, host),
    restart(recorded, desired, known),
    fixed(recorded, known),
    address(recorded),
    ...(recorded.__unfinished ?? []).map((one) => unfinishedConsequences(one, recorded, desired)),
    cancelPolicy(recorded, desired, known),
    limit(recorded, desired, known),
    unknowns(recorded, program, diff.changes),
  ]);
}

/** Of what an earlier run has left to do. */
function unfinishedConsequences(one: UnfinishedServer, recorded: Recorded, desired: Known<Desired>): Consequences {
  switch (one.kind) {
    case "image":
      return foundInstall(recorded, desired, one.former);
    case "host":
      return foundMove(recorded, desired, one.former);
    case "port":
      return wait(desired);
    case "strays":
      // The update itself says which are still there.
      return nothing;
    default:
      return one satisfies never;
  }
}

/** What has changed since such a purchase is looked at once its order is known. */
const lookForOrder = ({ domainName = "", __unfinished: [{ sentAt }] }: PendingPurchase): Consequences => ({
  line: ["looks for the order of an earlier purchase"],
  warnings: [
    `The purchase of "${domainName}" (${sentAt}) got no answer: the order may exist, and be billed. The "pulumi up" looks for it, and orders a server only if none has turned up an hour after that purchase.`,
  ],
});

/** Of the changes that keep a server's data: a move, a resize, a start or a stop. */
export const changeConsequences = (
  recorded: Recorded,
  desired: Known<Desired>,
  changes: readonly Change[],
  host: HostSight | undefined,
): Consequences =>
  joined([
    move(recorded, desired, changes, host),
    resize(recorded, desired, changes),
    power(recorded, desired, changes),
  ]);

const joined = (parts: readonly Consequences[]): Consequences => ({
  line: parts.flatMap(({ line }) => line),
  warnings: parts.flatMap(({ warnings }) => warnings),
});

const has = (changes: readonly Change[], argument: VpsArgument): boolean =>
  changes.some((change) => change.argument === argument);

const refusal = (reason: string): string => `Will be refused: ${reason}.`;

/** The server already has the wanted image, but no finished run installed it. */
function foundInstall(recorded: Recorded, desired: Known<Desired>, former: string): Consequences {
  if (!isFoundInstalled(recorded, desired)) return nothing;
  return {
    line: [installedAlreadyLine],
    warnings: [
      `${server(recorded)} shows ${recorded.distro}, but the last finished run recorded ${former}: the provider assumes that an interrupted run installed it, and does not install it again. ${foundPasswordAdvice}`,
    ],
  };
}

function reinstallation(recorded: Recorded, desired: Known<Desired>, changes: readonly Change[]): Consequences {
  const because = reinstallReasons(changes, desired);
  if (because.length === 0) return nothing;
  const refused = imageObjections(changes, desired);
  if (refused.length > 0) return { line: ["refused"], warnings: refused.map(refusal) };
  const hasImage = changes.some(({ effect }) => effect === "image");
  const wayOut = hasImage
    ? 'onImageChange: "replace" or "forbid" chooses otherwise.'
    : "reinstallOnFirstBootChange: false only records the change.";
  return {
    line: ["reinstalled: all data is lost"],
    warnings: [
      `${named(because, recorded, desired)} changed, which reinstalls ${server(recorded)}: ALL DATA ON IT IS LOST; the order and the IP stay. ${wayOut} The option protect forbids it; "pulumi state protect" alone does not.`,
    ],
  };
}

function firstBoot(desired: Known<Desired>, changes: readonly Change[]): Consequences {
  if (reinstallReasons(changes, desired).length > 0) return nothing;
  const names = changes.filter(({ effect }) => effect === "first-boot").map(({ argument }) => argument);
  if (names.length === 0) return nothing;
  return {
    line: ["recorded for the next install"],
    warnings: [
      `${names.join(", ")} changed: first-boot data. The change is recorded and takes effect only at the next install; the running server keeps what it has. A change of reinstallTriggers, or reinstallOnFirstBootChange: true, reinstalls the server with it: all data is lost.`,
    ],
  };
}

function move(
  recorded: Recorded,
  desired: Known<Desired>,
  changes: readonly Change[],
  host: HostSight | undefined,
): Consequences {
  const isAnywhere = has(changes, "moveTriggers");
  const target = has(changes, "hostServerOid") ? desired.hostServerOid : undefined;
  if (!isAnywhere && target === undefined) return nothing;
  const started =
    recorded.observedRunningState === "NOTRUNNING"
      ? " It is started for the move, because only a running server can be moved."
      : "";
  const from = recorded.hostServerOid === undefined ? "" : ` from host ${recorded.hostServerOid}`;
  const what =
    target === undefined
      ? `moveTriggers changed, which moves ${server(recorded)}${from} to another host, which the service chooses`
      : `hostServerOid changed, which moves ${server(recorded)} to host ${target}`;
  const unseen = target !== undefined && host === "unseen" ? unseenTarget(target) : "";
  return {
    line: ["moved: the IP may change"],
    warnings: [
      `${what}: this takes ${moveDuration(recorded)}, and its IP and its price may change.${started}${unseen}${elsewhere(desired, host)}`,
    ],
  };
}

/** A move may leave the location that the program names. */
function elsewhere({ dcLocation }: Known<Desired>, host: HostSight | undefined): string {
  if (dcLocation === undefined) return "";
  const location = host === undefined || host === "unseen" ? undefined : host.location;
  if (location !== undefined && sameArgument("dcLocation", location, dcLocation)) return "";
  const where = location === undefined ? `If that host is not in ${dcLocation},` : `That host is in ${location}:`;
  return ` ${where} leave dcLocation out of the program afterwards: a move does not change the argument, and changing it orders a new server.`;
}

/** The program asks for a move, but the server is on another host already. */
function foundMove(recorded: Recorded, desired: Known<Desired>, from: string): Consequences {
  const isAsked = recorded.moveTriggers !== undefined && desired.moveTriggers !== undefined;
  const isSame = sameArgument("moveTriggers", recorded.moveTriggers, desired.moveTriggers);
  if (!isAsked || isSame) return nothing;
  return {
    line: ["not moved: already on another host"],
    warnings: [movedAlreadyWarning(server(recorded), from, recorded.hostServerOid ?? "unknown")],
  };
}

function resize(recorded: Recorded, desired: Known<Desired>, changes: readonly Change[]): Consequences {
  const names = argumentsWith("resize").filter((argument) => has(changes, argument) && desired[argument] !== undefined);
  if (names.length === 0) return nothing;
  return {
    line: ["restarts", "billed pro rata"],
    warnings: shrinkObjections(changes, desired, recorded).map(refusal),
  };
}

function power(recorded: Recorded, desired: Known<Desired>, changes: readonly Change[]): Consequences {
  if (!has(changes, "runningState")) return nothing;
  if (desired.runningState === "RUNNING") return { line: ["starts"], warnings: [] };
  if (desired.runningState !== "NOTRUNNING") return nothing;
  return {
    line: ["stops, and stays billed"],
    warnings: [`${server(recorded)} is stopped and stays billed like a running server; only a destroy ends that.`],
  };
}

function restart(recorded: Recorded, desired: Known<Desired>, changes: readonly Change[]): Consequences {
  if (!has(changes, "restartTriggers")) return nothing;
  if (desired.restartMethod !== "POWERCYCLING") return { line: ["restarts"], warnings: [] };
  return {
    line: ["switched off and on"],
    warnings: [
      `restartTriggers changed, which switches ${server(recorded)} off and on without shutting it down (restartMethod: "POWERCYCLING"): what its programs have not yet written to disk is lost.`,
    ],
  };
}

/** Without a word the line would show an update for no reason. */
const address = (recorded: Recorded): Consequences =>
  lacksAddress(recorded) ? { line: ["fetches its address"], warnings: [] } : nothing;

const wait = ({ waitForPort: port, runningState }: Known<Desired>): Consequences =>
  port === undefined || runningState === "NOTRUNNING" ? nothing : { line: [`waits for port ${port}`], warnings: [] };

/** The check refuses these if it knows the old value; here an argument is set that was not set before. */
const fixed = (recorded: Recorded, changes: readonly Change[]): Consequences => ({
  line: [],
  warnings: changes
    .filter(({ effect }) => effect === "refused")
    .map(
      ({ argument }) =>
        `${argument} is new in the program, and no call can set it on an existing server. If ${server(recorded)} already has this value, it is recorded; if not, the update is refused before anything is changed: then leave ${argument} out of the program, or ask the service's support to change the order.`,
    ),
});

/** What a destroy will do from now on. */
export function cancelWords({ cancel, __isRetained: isRetained }: Desired): string {
  if (isRetained) return "a destroy leaves the server as it is, running and billed";
  return cancel === "at-period-end"
    ? "a destroy lets the server run, billed, until the end of its period"
    : "a destroy deletes the server and its data immediately and credits unused time";
}

function cancelPolicy(recorded: Recorded, desired: Known<Desired>, changes: readonly Change[]): Consequences {
  const isOther = has(changes, "cancel") || desired.__isRetained !== recorded.__isRetained;
  return isOther ? { line: [cancelWords(desired)], warnings: [] } : nothing;
}

function limit(recorded: Recorded, desired: Known<Desired>, changes: readonly Change[]): Consequences {
  const isResized = changes.some(({ effect }) => effect === "resize");
  const warning = isResized ? undefined : aboveLimitWarning(recorded, desired);
  return { line: [], warnings: warning === undefined ? [] : [warning] };
}
