import { firstFew } from "../../schema/shown-text";
import type { Recorded } from "../../schema/vps-outputs";
import type { Desired, Unknown } from "../model";
import type { VpsDiff } from "../update/diff";
import { type Interruption, interruptionOf } from "../update/steps";

/** What a run does to one declared server, as far as it matters to those that do the same work. */
export interface FleetMember {
  readonly domainName: string;
  readonly group: string | Unknown | undefined;
  /** Whether it runs now: only then is anything interrupted. */
  readonly runs: boolean;
  readonly fate: Interruption | "replaced" | undefined;
  /** Whether the group may have members of other providers. */
  readonly isElsewhere: boolean;
}

export const fleetMember = (recorded: Recorded, desired: Desired, { changes, replaces }: VpsDiff): FleetMember => ({
  domainName: recorded.domainName ?? "a server",
  group: desired.changeGroup,
  runs: recorded.observedRunningState !== "NOTRUNNING",
  fate: replaces.length > 0 ? "replaced" : interruptionOf(changes, desired),
  isElsewhere: desired.__ownership?.isGroupElsewhere === true,
});

/** How the servers of each group are interrupted, and what a group has no say in. */
export function groupLines(fleet: readonly FleetMember[], atATime: number): string[] {
  const groups = Map.groupBy(fleet, ({ group }) => group);
  return [...groups].flatMap(([group, members]) => {
    if (typeof group !== "string") return [];
    const parts = [inTurns(members, atATime), replacements(members)].filter((part) => part !== undefined);
    const others = members.some(({ isElsewhere }) => isElsewhere)
      ? "; members of other providers are not counted and do not wait for these"
      : "";
    return parts.length === 0 ? [] : [`${group}: ${parts.join("; ")}${others}`];
  });
}

function inTurns(members: readonly FleetMember[], atATime: number): string | undefined {
  const running = members.filter(({ runs }) => runs);
  const fates = running.flatMap(({ fate }) => (fate === undefined || fate === "replaced" ? [] : [fate]));
  if (fates.length === 0) return undefined;
  const left = running.length - Math.min(atATime, fates.length);
  // Of servers that are stopped, fewer serve each time.
  const serving = fates.includes("stopped") ? "" : `; ${meanwhile(left)}`;
  return `${servers(fates.length)} will be ${spelled(fates)}${pace(fates.length, atATime)}${serving}`;
}

function meanwhile(left: number): string {
  if (left === 0) return "no other serves meanwhile";
  return left === 1 ? "1 serves meanwhile" : `${left} serve meanwhile`;
}

const servers = (count: number): string => `${count} server${count === 1 ? "" : "s"}`;

function spelled(fates: readonly Interruption[]): string {
  const kinds = [...Map.groupBy(fates, (fate) => fate)];
  const [first] = kinds;
  if (kinds.length === 1 && first !== undefined) return first[0];
  return `interrupted (${kinds.map(([fate, those]) => `${those.length} ${fate}`).join(", ")})`;
}

function pace(count: number, atATime: number): string {
  if (count === 1) return "";
  if (count <= atATime) return " at the same time";
  return atATime === 1 ? " one after the other" : ` ${atATime} at a time`;
}

function replacements(members: readonly FleetMember[]): string | undefined {
  const count = members.filter(({ fate }) => fate === "replaced").length;
  if (count === 0) return undefined;
  return `${servers(count)} will be replaced${count === 1 ? "" : ", possibly all at the same time"} (deleteBeforeReplace: false keeps each old one until its new one runs)`;
}

/** `web-2` before `web-10`, as people count. */
export const byName = (one: string, other: string): number => one.localeCompare(other, "en", { numeric: true });

const shownNames = 3;

/** For servers in no group that go down in one run: nothing keeps some of them up. */
export function togetherWarning(fleet: readonly FleetMember[]): string | undefined {
  const names = fleet
    .filter(({ group, runs, fate }) => group === undefined && runs && fate !== undefined && fate !== "replaced")
    .map(({ domainName }) => domainName)
    .sort(byName);
  if (names.length < 2) return undefined;
  return `${names.length} servers will be interrupted, possibly all at the same time: ${firstFew(names, shownNames)}. Those that do the same work can go one after the other: give them the same changeGroup.`;
}
