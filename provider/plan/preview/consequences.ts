import type { VpsArgument } from "../../schema/vps-inputs";
import type { VpsOutputs } from "../../schema/vps-outputs";
import { argumentsWith } from "../change-table";
import type { Change, Desired } from "../model";
import { isFoundInstalled, type VpsDiff } from "../update/diff";
import { imageObjections } from "../update/guards";
import { replacesServer } from "../update/replacement";
import { moveDuration, reinstallReasons } from "../update/steps";

/** What a change does to a server, its data and its bill, in words for people. */
export interface Consequences {
  /** Short, for the resource's own line. */
  readonly line: readonly string[];
  /** What nobody should find out afterwards: stays under the run's diagnostics. */
  readonly warnings: readonly string[];
}

const nothing: Consequences = { line: [], warnings: [] };

/** What an update that is previewed will do. Pure: the state and the program tell it all. */
export function consequences(recorded: VpsOutputs, desired: Desired, diff: VpsDiff): Consequences {
  if (diff.replaces.length > 0) return replacement(recorded, desired, diff.replaces);
  const known = diff.changes.filter((change) => !change.isUnknown);
  const parts = [
    foundInstall(recorded, desired),
    reinstallation(recorded, desired, known),
    firstBoot(desired, known),
    move(recorded, desired, known),
    resize(recorded, desired, known),
    power(recorded, desired, known),
    restart(known),
    fixed(recorded, known),
    cancelPolicy(recorded, desired, known),
    limit(recorded, desired, known),
    unknowns(recorded, desired, diff.changes),
  ];
  return { line: parts.flatMap(({ line }) => line), warnings: parts.flatMap(({ warnings }) => warnings) };
}

const has = (changes: readonly Change[], argument: VpsArgument): boolean =>
  changes.some((change) => change.argument === argument);

/** The server as a person knows it. */
function server({ orderOid, domainName, primaryIp }: VpsOutputs): string {
  const details = [domainName, primaryIp].filter((detail) => detail !== undefined).join(", ");
  return `order ${orderOid ?? "not known yet"}${details === "" ? "" : ` (${details})`}`;
}

/** The arguments by name, with both values where they are short and no secret. */
function named(names: readonly VpsArgument[], recorded: VpsOutputs, desired: Desired): string {
  const shown = new Set<VpsArgument>([
    "domainName",
    "distro",
    "dcLocation",
    "controlPanel",
    "vpsType",
    "hostServerOid",
  ]);
  return names
    .map((name) =>
      shown.has(name) ? `${name} (${String(recorded[name] ?? "unset")} → ${String(desired[name] ?? "unset")})` : name,
    )
    .join(", ");
}

function replacement(recorded: VpsOutputs, desired: Desired, replaces: readonly VpsArgument[]): Consequences {
  const because = `${named(replaces, recorded, desired)} changed`;
  const old = server(recorded);
  // The engine goes by what the last run said of the server, and so does this.
  if (recorded.__isRetained)
    return {
      line: ["replaced: a new order, the old one is kept"],
      warnings: [
        `${because}, which replaces the server: another server is ordered, and ${old} is kept as it is (retainOnDelete). Nothing manages it any more; it runs on and stays billed until you cancel it at the service.`,
      ],
    };
  const end =
    recorded.cancel === "at-period-end"
      ? `${old} is cancelled to the end of its period: it runs on until then and stays billed`
      : `${old} is cancelled: all its data and its IP are lost`;
  const tooLate = desired.__isRetained
    ? ' retainOnDelete comes too late for it: to keep it, run "pulumi up" with that option alone, and make this change then.'
    : "";
  const { line, order } = inOrder(desired, end);
  return { line: [line], warnings: [`${because}, which replaces the server: ${order}.${tooLate}`] };
}

/** Which of the two comes first. A transformation may have changed the option, and the provider is not told. */
function inOrder(desired: Desired, end: string): { readonly line: string; readonly order: string } {
  if (desired.__isTransformed)
    return {
      line: "replaced: a new order, the old one is cancelled",
      order: `${end}, and another server is ordered. Which comes first is for the option deleteBeforeReplace to say, which a transformation of the program may have set`,
    };
  return desired.__isReplacedLast
    ? { line: "replaced: a new order first", order: `another server is ordered, and then ${end}` }
    : { line: "replaced: the old order is cancelled first", order: `first ${end}; then another server is ordered` };
}

/** The server has the wanted image already, and no finished run has put it there. */
function foundInstall(recorded: VpsOutputs, desired: Desired): Consequences {
  if (!isFoundInstalled(recorded, desired)) return nothing;
  return {
    line: ["not reinstalled: has the image already"],
    warnings: [
      `${server(recorded)} shows ${recorded.distro}, and the last finished run knew ${recorded.__passwordImage}: this is taken for the work of an interrupted run and not installed again. ` +
        "The output password becomes the one that such a run sets. If somebody else installed the image, or the program's password has changed since that run, only they know the root password: set it on the server, or change reinstallTriggers, which installs anew with all data lost.",
    ],
  };
}

function reinstallation(recorded: VpsOutputs, desired: Desired, changes: readonly Change[]): Consequences {
  const because = reinstallReasons(changes, desired);
  if (because.length === 0) return nothing;
  const refused = imageObjections(changes, desired);
  if (refused.length > 0)
    return { line: ["refused"], warnings: refused.map((reason) => `Will be refused: ${reason}.`) };
  const hasImage = changes.some(({ effect }) => effect === "image");
  const wayOut = hasImage
    ? 'onImageChange: "replace" or "forbid" chooses otherwise.'
    : "reinstallOnFirstBootChange: false only records the change.";
  return {
    line: ["reinstalled: all data is lost"],
    warnings: [
      `${named(because, recorded, desired)} changed, which reinstalls ${server(recorded)}: ALL DATA ON IT IS LOST; the order and the IP stay. ${wayOut}`,
    ],
  };
}

function firstBoot(desired: Desired, changes: readonly Change[]): Consequences {
  if (reinstallReasons(changes, desired).length > 0) return nothing;
  const names = changes.filter(({ effect }) => effect === "first-boot").map(({ argument }) => argument);
  if (names.length === 0) return nothing;
  return {
    line: ["recorded for the next install"],
    warnings: [
      `${names.join(", ")} changed: first-boot data. It is recorded, and the running server keeps what it has: it takes effect only at the next install. A change of reinstallTriggers, or reinstallOnFirstBootChange: true, installs it, with all data lost.`,
    ],
  };
}

function move(recorded: VpsOutputs, desired: Desired, changes: readonly Change[]): Consequences {
  if (!has(changes, "hostServerOid") || desired.hostServerOid === undefined) return nothing;
  const started =
    recorded.observedRunningState === "NOTRUNNING"
      ? " It is started for the move, as only a running server can be moved."
      : "";
  return {
    line: ["moved: the IP may change"],
    warnings: [
      `hostServerOid changed, which moves ${server(recorded)} to host ${desired.hostServerOid}: this takes ${moveDuration(recorded)}, and its IP and its price may change.${started}`,
    ],
  };
}

function resize(recorded: VpsOutputs, desired: Desired, changes: readonly Change[]): Consequences {
  const names = argumentsWith("resize").filter((argument) => has(changes, argument) && desired[argument] !== undefined);
  if (names.length === 0) return nothing;
  const shrunk = names.filter((name) => name !== "memoryMb" && Number(desired[name]) < Number(recorded[name]));
  return {
    line: ["restarts", "billed pro rata"],
    warnings: shrunk.map(
      (name) =>
        `Will be refused: ${name} cannot go down from ${recorded[name]} to ${desired[name]} MB, as disks do not shrink.`,
    ),
  };
}

function power(recorded: VpsOutputs, desired: Desired, changes: readonly Change[]): Consequences {
  if (!has(changes, "runningState")) return nothing;
  if (desired.runningState === "RUNNING") return { line: ["starts"], warnings: [] };
  if (desired.runningState !== "NOTRUNNING") return nothing;
  return {
    line: ["stops, and stays billed"],
    warnings: [`${server(recorded)} is stopped and stays billed like a running server; only a destroy ends that.`],
  };
}

const restart = (changes: readonly Change[]): Consequences =>
  has(changes, "restartTriggers") ? { line: ["restarts"], warnings: [] } : nothing;

/** The check refuses these where it knows the old value; here one is set that was not set before. */
const fixed = (recorded: VpsOutputs, changes: readonly Change[]): Consequences => ({
  line: [],
  warnings: changes
    .filter(({ effect }) => effect === "refused")
    .map(
      ({ argument }) =>
        `${argument} is new in the program, and no call sets it on a server that exists. If ${server(recorded)} has this very value, it is recorded; if not, the update is refused before anything is changed: leave ${argument} out of the program then, or ask the service's support to change the order.`,
    ),
});

/** What a destroy will do from now on. */
export function cancelWords({ cancel, __isRetained: isRetained }: Desired): string {
  if (isRetained) return "a destroy leaves the server as it is, running and billed";
  return cancel === "at-period-end"
    ? "a destroy lets the server run, billed, to the end of its period"
    : "a destroy deletes the server and its data at once and credits unused time";
}

function cancelPolicy(recorded: VpsOutputs, desired: Desired, changes: readonly Change[]): Consequences {
  const isOther = has(changes, "cancel") || desired.__isRetained !== recorded.__isRetained;
  return isOther ? { line: [cancelWords(desired)], warnings: [] } : nothing;
}

function limit(recorded: VpsOutputs, desired: Desired, changes: readonly Change[]): Consequences {
  const most = desired.maxMonthlyCostUsd;
  const cost = recorded.monthlyCost?.amountUsd;
  if (most === undefined || cost === undefined || cost <= most || !has(changes, "maxMonthlyCostUsd")) return nothing;
  return {
    line: [],
    warnings: [
      `maxMonthlyCostUsd is ${most}, and ${server(recorded)} costs USD ${cost.toFixed(2)} a month already. The limit refuses what is bought or enlarged from now on; what runs goes on running.`,
    ],
  };
}

/** A value that only the `up` will know: nothing is done if it is the same in the end. */
function unknowns(recorded: VpsOutputs, desired: Desired, changes: readonly Change[]): Consequences {
  const unknown = changes.filter((change) => change.isUnknown);
  const names = (of: (change: Change) => boolean) => unknown.filter(of).map(({ argument }) => argument);
  const isReplacing = (change: Change) => replacesServer(change, recorded[change.argument], desired);
  const isWiping = (change: Change) =>
    !isReplacing(change) &&
    (change.effect === "image" || (change.effect === "first-boot" && desired.reinstallOnFirstBootChange === true));
  const replacing = names(isReplacing);
  const wiping = names(isWiping);
  const others = names((change) => !isReplacing(change) && !isWiping(change) && change.effect !== "behaviour");
  const known = (list: readonly string[]) => `${list.join(", ")} ${list.length > 1 ? "are" : "is"} not known yet`;
  const line = [
    ...(replacing.length > 0 ? ["may be replaced"] : []),
    ...(wiping.length > 0 ? ["may be reinstalled"] : []),
    ...(others.length > 0 ? [`may change ${others.join(", ")}`] : []),
  ];
  const warnings = [
    ...(replacing.length > 0
      ? [
          `${known(replacing)}: the server may be replaced, ${recorded.__isRetained ? "and the old one kept and billed" : "with its data and IP lost"}. It is left alone if the value is the same in the end.`,
        ]
      : []),
    ...(wiping.length > 0
      ? [
          `${known(wiping)}: the server may be reinstalled, with all data lost. It is left alone if the value is the same in the end.`,
        ]
      : []),
  ];
  return { line, warnings };
}
