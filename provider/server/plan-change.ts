import { effectOf, type VpsArgument } from "./arguments";
import { isOnlyRecorded, type VpsDiff, wipesServer } from "./diff";
import { type Program, type Resolved, resolvedPart } from "./program";
import { refusals } from "./refusals";
import type { VpsSizes } from "./request";
import { driftOf, has, type Server } from "./server";
import type { Step } from "./steps";

/** What a run will do with a server. */
export interface Plan {
  /** Why the server is not changed. Then there are no steps. */
  readonly refused: readonly string[];
  /** Another server is bought because of these. */
  readonly replaced: readonly VpsArgument[];
  /** The calls, in the order in which they are made. */
  readonly steps: readonly Step[];
  /** What only the state will say. */
  readonly recorded: readonly VpsArgument[];
  /** What the server has already: an interrupted run has done it, or somebody else. */
  readonly already: readonly VpsArgument[];
  /** What only the `up` will know. */
  readonly open: readonly VpsArgument[];
  /** What the server has otherwise than the state, and this run leaves to a refresh. */
  readonly drift: readonly string[];
}

/**
 * Decides what becomes of a server. Only what differs between state and program is acted upon, and of that only what the server does not
 * have already. Planned again after each step: a step may change more than it was meant to (a resize may boot a stopped server).
 */
export function planChange(server: Server, program: Program, diff: VpsDiff, nowMs: number): Plan {
  const { changed, open, replaces: replaced } = diff;
  const asked = resolvedPart(program);
  const missing = changed.filter((argument) => !has(server, argument, asked));
  // A second reinstall would wipe what has been built since.
  const isInstalled = changed.includes("distro") && !missing.includes("distro") && !server.done.has("reinstall");
  const wiping = changed.filter((argument) => wipesServer(argument, program));
  const because = isInstalled ? [] : missing.filter((argument) => wiping.includes(argument));
  const steps = replaced.length > 0 ? [] : stepsOf(server, asked, changed, missing, because);
  const refused = refusals(server, program, { replaced, because, missing, isCalled: steps.length > 0 }, nowMs);
  const isOnServer = (argument: VpsArgument): boolean =>
    !isOnlyRecorded(argument, program) && !replaced.includes(argument);
  return {
    refused,
    replaced,
    steps: refused.length > 0 ? [] : steps,
    recorded: changed.filter(
      (argument) => isOnlyRecorded(argument, program) || isLeftStopped(argument, missing, steps),
    ),
    already: changed.filter(
      (argument) => isOnServer(argument) && (!missing.includes(argument) || (isInstalled && wiping.includes(argument))),
    ),
    open,
    drift: driftOf(server, asked, diff, steps),
  };
}

/** A stopped server has nothing to restart: its next start is a boot, and nobody asked for that start. */
const isLeftStopped = (argument: VpsArgument, missing: readonly VpsArgument[], steps: readonly Step[]): boolean =>
  argument === "restartTriggers" && missing.includes(argument) && !steps.some(({ kind }) => boots.has(kind));

const boots: ReadonlySet<Step["kind"]> = new Set(["restart", "resize", "reinstall", "start"]);

function stepsOf(
  server: Server,
  asked: Resolved<Program>,
  changed: readonly VpsArgument[],
  missing: readonly VpsArgument[],
  because: readonly VpsArgument[],
): Step[] {
  const { now, done } = server;
  const sizes: VpsSizes = Object.fromEntries(
    missing.filter((name) => effectOf(name) === "resize").map((name) => [name, asked[name]]),
  );
  const host = missing.includes("hostServerOid") ? asked.hostServerOid : undefined;
  // Each once a run: the service's records may be stale for ever.
  const work = [
    ...(host === undefined ? [] : [{ kind: "move", hostServerOid: host } as const]),
    ...(Object.keys(sizes).length === 0 ? [] : [{ kind: "resize", sizes } as const]),
    ...(because.length === 0 ? [] : [{ kind: "reinstall", because } as const]),
  ].filter(({ kind }) => !done.has(kind));
  // Only a running server can be moved.
  const isStarted = work[0]?.kind === "move" && now.runningState === "NOTRUNNING";
  const isRestarted =
    missing.includes("restartTriggers") &&
    asked.runningState !== "NOTRUNNING" &&
    now.runningState !== "NOTRUNNING" &&
    !work.some(({ kind }) => boots.has(kind)) &&
    !done.has("restart");
  return [
    ...(isStarted ? [{ kind: "start" } as const] : []),
    ...work,
    ...(isRestarted ? [{ kind: "restart" } as const] : []),
    ...powerStep(server, asked, changed, work, isStarted),
  ];
}

/** What may leave a server in another running state, also where an interrupted run has done it. */
const disturbing: ReadonlySet<string> = new Set(["resize", "move", "image", "power"]);

/** A managed running state is restored after what disturbs it; a server that was started only to be moved is stopped again. */
function powerStep(
  { now, done }: Server,
  { runningState }: Resolved<Program>,
  changed: readonly VpsArgument[],
  work: readonly Step[],
  isStarted: boolean,
): Step[] {
  const isDisturbed = work.length > 0 || done.size > 0 || changed.some((name) => disturbing.has(effectOf(name)));
  const wanted = runningState ?? (isStarted || done.has("start") ? "NOTRUNNING" : undefined);
  if (wanted === undefined || !isDisturbed) return [];
  if (wanted === "NOTRUNNING") return work.length > 0 || now.runningState !== "NOTRUNNING" ? [{ kind: "stop" }] : [];
  return willRun(work) || !mayBeStopped(now, changed) ? [] : [{ kind: "start" }];
}

/** A move starts a stopped server first, and a reinstall boots it. */
const willRun = (work: readonly Step[]): boolean => work.some(({ kind }) => kind === "move" || kind === "reinstall");

/** Where the service shows no state, a server is started only if the program has changed that. */
const mayBeStopped = ({ runningState }: Server["now"], changed: readonly VpsArgument[]): boolean =>
  runningState === "NOTRUNNING" || (runningState === undefined && changed.includes("runningState"));
