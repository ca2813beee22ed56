import { namesIn } from "../service/names";
import type { AboutOrder } from "../service/wire/order";
import { argumentsWith, type VpsArgument } from "./arguments";
import type { Change, Desired, Resolved } from "./desired";
import { sameArgument } from "./equality";
import type { VpsSizes } from "./request";

const sizeArguments = argumentsWith("resize");

/** One call that changes a VPS. */
export type Step =
  | { readonly kind: "start" }
  | { readonly kind: "move"; readonly hostServerOid: string }
  | { readonly kind: "resize"; readonly sizes: VpsSizes }
  | { readonly kind: "reinstall"; readonly because: readonly VpsArgument[] }
  | { readonly kind: "restart" }
  | { readonly kind: "stop" };

export type StepKind = Step["kind"];

/** Whether a step costs money, or may cost data or the IP: it is never started for a run that was asked to stop. */
export const isRisky = ({ kind }: Step): boolean => kind === "move" || kind === "resize" || kind === "reinstall";

/**
 * The calls that lead from the observed server to the desired one, in the order in which they are made. They cover only
 * what the program has changed since the state was written, and of that only what the server does not show already.
 * Planned again after each step: a step may change more than it was meant to (a resize may boot a stopped server).
 */
export function planSteps(
  changes: readonly Change[],
  desired: Resolved<Desired>,
  observed: AboutOrder,
  done: ReadonlySet<StepKind>,
): Step[] {
  const work = [
    ...moveStep(changes, desired, observed),
    ...resizeStep(changes, desired, observed),
    ...reinstallStep(changes, desired, observed),
  ].filter((step) => !done.has(step.kind));
  const isMoving = work.some((step) => step.kind === "move");
  const isStopped = observed.runningState === "NOTRUNNING";
  return [
    // Only a running server can be moved.
    ...(isMoving && isStopped ? [{ kind: "start" } as const] : []),
    ...work,
    ...restartStep(changes, desired, observed, work, done),
    ...powerStep(changes, desired, observed, work, done),
  ];
}

const changed = (changes: readonly Change[], argument: VpsArgument): boolean =>
  changes.some((change) => change.argument === argument && !change.isUnknown);

function moveStep(changes: readonly Change[], desired: Resolved<Desired>, observed: AboutOrder): Step[] {
  const target = desired.hostServerOid;
  if (target === undefined || !changed(changes, "hostServerOid") || target === observed.hostServerOid) return [];
  return [{ kind: "move", hostServerOid: target }];
}

function resizeStep(changes: readonly Change[], desired: Resolved<Desired>, observed: AboutOrder): Step[] {
  const sizes: VpsSizes = {};
  const shown = shownSizes(changes, desired, observed);
  for (const argument of sizeArguments) {
    const target = desired[argument];
    if (target !== undefined && changed(changes, argument) && !shown.includes(argument)) sizes[argument] = target;
  }
  return Object.keys(sizes).length > 0 ? [{ kind: "resize", sizes }] : [];
}

const shownSizes = (changes: readonly Change[], desired: Resolved<Desired>, observed: AboutOrder) =>
  sizeArguments.filter(
    (argument) =>
      changed(changes, argument) && sameArgument(argument, desired[argument], observed.vpsParameters?.[argument]),
  );

/** Changed arguments that need no call, because the server has the values already: an interrupted run has changed it, or the program names what it had. */
export const shownChanges = (
  changes: readonly Change[],
  desired: Resolved<Desired>,
  observed: AboutOrder,
): VpsArgument[] => [
  ...(changed(changes, "hostServerOid") && desired.hostServerOid === observed.hostServerOid
    ? (["hostServerOid"] as const)
    : []),
  ...shownSizes(changes, desired, observed),
  ...shownRunningState(changes, desired, observed.runningState),
];

export const shownRunningState = (
  changes: readonly Change[],
  desired: Resolved<Desired>,
  observed: string | undefined,
): VpsArgument[] => (changed(changes, "runningState") && desired.runningState === observed ? ["runningState"] : []);

/** The changed arguments that an install brings and that an order, which shows the image, does not. */
export const unshownByImage = (changes: readonly Change[]): VpsArgument[] =>
  changes
    .filter(({ effect, isUnknown }) => !isUnknown && (effect === "image" || effect === "first-boot"))
    .map(({ argument }) => argument)
    .filter((argument) => argument !== "distro");

/** The changed arguments, if any, that make an update wipe the server. */
export function reinstallReasons(changes: readonly Change[], desired: Desired): VpsArgument[] {
  return changes
    .filter((change) => !change.isUnknown)
    .filter((change) => wipesServer(change, desired))
    .map((change) => change.argument);
}

/** Whether a change, if it is one and does not replace the server, reinstalls it: all its data is lost. */
export const wipesServer = ({ effect }: Pick<Change, "effect">, desired: Desired): boolean =>
  effect === "image" || (effect === "first-boot" && desired.reinstallOnFirstBootChange === true);

/** Whether a change is recorded and nothing else: the server stays as it is. */
export const isOnlyRecorded = (change: Pick<Change, "effect">, desired: Desired): boolean =>
  change.effect === "behaviour" || (change.effect === "first-boot" && !wipesServer(change, desired));

function reinstallStep(changes: readonly Change[], desired: Resolved<Desired>, observed: AboutOrder): Step[] {
  const because = reinstallReasons(changes, desired);
  return because.length > 0 && !orderShowsWantedImage(changes, desired, observed)
    ? [{ kind: "reinstall", because }]
    : [];
}

/**
 * Whether an interrupted run has already installed the image: the state records another one than the program wants, but the
 * server shows the wanted one. A second reinstall would wipe what has been built since.
 */
export const orderShowsWantedImage = (
  changes: readonly Change[],
  desired: Desired,
  observed: AboutOrder,
): observed is AboutOrder & { readonly distro: string } =>
  changed(changes, "distro") && desired.distro !== undefined && sameArgument("distro", desired.distro, observed.distro);

function restartStep(
  changes: readonly Change[],
  desired: Resolved<Desired>,
  observed: AboutOrder,
  work: readonly Step[],
  done: ReadonlySet<StepKind>,
): Step[] {
  if (!changed(changes, "restartTriggers") || desired.runningState === "NOTRUNNING") return [];
  // A stopped server has nothing to restart: its next start is a boot, and nobody asked for that start.
  if (observed.runningState === "NOTRUNNING") return [];
  // Each of these restarts the server anyway.
  const hasRestarted = (["restart", "resize", "reinstall", "start"] as const).some((kind) => done.has(kind));
  const willRestart = work.some((step) => step.kind === "resize" || step.kind === "reinstall");
  return hasRestarted || willRestart ? [] : [{ kind: "restart" }];
}

function powerStep(
  changes: readonly Change[],
  desired: Resolved<Desired>,
  observed: AboutOrder,
  work: readonly Step[],
  done: ReadonlySet<StepKind>,
): Step[] {
  const isMoving = work.some((step) => step.kind === "move");
  const isStopped = observed.runningState === "NOTRUNNING";
  // If the program does not manage the state, a server that was started only to be moved is stopped again.
  const wasStartedToMove = (isMoving && isStopped) || (done.has("start") && (isMoving || done.has("move")));
  const target = desired.runningState ?? (wasStartedToMove ? "NOTRUNNING" : undefined);
  // A managed state is also restored after steps that start a stopped server.
  const isDisturbed = work.length > 0 || done.size > 0;
  if (target === undefined || (desired.runningState !== undefined && !changed(changes, "runningState") && !isDisturbed))
    return [];
  // A state that the service does not show is changed once, if the program changes it.
  const isUnshown = observed.runningState === undefined;
  const willRun = work.length > 0 || !(isStopped || (isUnshown && done.has("stop")));
  if (target === "NOTRUNNING") return willRun ? [{ kind: "stop" }] : [];
  const mayBeStopped = isStopped || (isUnshown && changed(changes, "runningState") && !done.has("start"));
  return mayBeStopped && !isMoving && !work.some((step) => step.kind === "reinstall") ? [{ kind: "start" }] : [];
}

type Disks = Pick<VpsSizes, "diskSpaceMb" | "diskSpace2Mb" | "diskSpace3Mb">;

/** The service estimates 5 to 10 minutes per GB in use; no more can be in use than there is. */
const maxMinutesPerGb = 10;

/** For what does not depend on the disks: shutting down, booting, and a slow host. */
const slackMinutes = 30;

const totalGb = (disks: Disks | undefined): number =>
  [disks?.diskSpaceMb, disks?.diskSpace2Mb, disks?.diskSpace3Mb].reduce<number>((sum, size) => sum + (size ?? 0), 0) /
  1024;

/** The longest that a move with these disks may take; 0 if their sizes are unknown. */
export function longestMoveMs(disks: Disks | undefined): number {
  const gb = totalGb(disks);
  return gb === 0 ? 0 : (gb * maxMinutesPerGb + slackMinutes) * 60_000;
}

/** The same as text for a message. */
export function moveDuration(disks: Disks | undefined): string {
  const gb = totalGb(disks);
  if (gb === 0) return "5 to 10 minutes per GB in use";
  const minutes = Math.ceil(gb * maxMinutesPerGb);
  const longest = minutes < 120 ? `${minutes} minutes` : `${(minutes / 60).toFixed(1)} hours`;
  return `5 to 10 minutes per GB in use, at most about ${longest} for its ${Math.ceil(gb)} GB of disk`;
}

/**
 * Whether the server shows the effect of a step; `undefined` if an order alone cannot show it, or if the service leaves out what
 * would: that is unknown, not different.
 */
export function orderShows(step: Step, observed: AboutOrder): boolean | undefined {
  switch (step.kind) {
    case "start":
      return isAs(observed.runningState, "RUNNING");
    case "stop":
      return isAs(observed.runningState, "NOTRUNNING");
    case "move":
      return isAs(observed.hostServerOid, step.hostServerOid);
    case "resize":
      return allOf(namesIn(step.sizes).map((size) => hasSize(size, step.sizes[size], observed)));
    case "reinstall":
    case "restart":
      return undefined;
    default:
      return step satisfies never;
  }
}

const isAs = <T>(shown: T | undefined, wanted: T): boolean | undefined =>
  shown === undefined ? undefined : shown === wanted;

/** An additional disk that an order does not mention is none; what it does not mention otherwise is unknown. */
function hasSize(size: keyof VpsSizes, wanted: number | undefined, { vpsParameters }: AboutOrder): boolean | undefined {
  const shown = vpsParameters?.[size];
  return sameArgument(size, shown, wanted) || (shown === undefined ? undefined : false);
}

const allOf = (parts: readonly (boolean | undefined)[]): boolean | undefined =>
  parts.includes(false) ? false : parts.includes(undefined) ? undefined : true;

/** Whether a boot of the server is evidence of a step that the order does not show. */
export const isProvenByBoot = ({ kind }: Step): boolean =>
  kind === "reinstall" || kind === "restart" || kind === "start";

/** The server as its host server sees it. */
interface LiveState {
  readonly runningState?: string | undefined;
  readonly isSuspended?: boolean | undefined;
  readonly vpsUptimeS?: number | undefined;
}

/**
 * Whether a server has booted since a call was sent, as its host server reports it in whole seconds: one just before the call does not count.
 *
 * @param askedMs when its host server was asked, by our clock
 */
export const hasBootedSince = (sentMs: number, askedMs: number, live: LiveState | undefined): boolean =>
  live?.runningState === "RUNNING" &&
  live.isSuspended !== true &&
  live.vpsUptimeS !== undefined &&
  askedMs - (live.vpsUptimeS + 1) * 1000 >= sentMs;
