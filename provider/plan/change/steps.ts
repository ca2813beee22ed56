import type { AboutOrder } from "../../schema/order/about-order";
import type { VpsArgument, VpsInputs } from "../../schema/vps/vps-inputs";
import { argumentsWith } from "../argument/change-table";
import { sameArgument } from "../argument/same-argument";
import type { Change, Desired, Known } from "../model";

const sizeArguments = argumentsWith("resize");
type Sizes = Partial<Pick<VpsInputs, (typeof sizeArguments)[number]>>;

/** One call that changes a VPS. */
export type Step =
  | { readonly kind: "start" }
  | { readonly kind: "move"; readonly hostServerOid: string }
  | { readonly kind: "resize"; readonly sizes: Sizes }
  | { readonly kind: "reinstall"; readonly because: readonly VpsArgument[] }
  | { readonly kind: "restart" }
  | { readonly kind: "stop" };

export type StepKind = Step["kind"];

/**
 * The calls that lead from the observed server to the desired one, in the order in which they are made. Only what the
 * program changed since the state was written is done, and of that only what the server does not show already. Asked
 * again after each step: a step may change more than it was meant to (a resize may boot a stopped server).
 */
export function planSteps(
  changes: readonly Change[],
  desired: Known<Desired>,
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

function moveStep(changes: readonly Change[], desired: Known<Desired>, observed: AboutOrder): Step[] {
  const target = desired.hostServerOid;
  if (target === undefined || !changed(changes, "hostServerOid") || target === observed.hostServerOid) return [];
  return [{ kind: "move", hostServerOid: target }];
}

function resizeStep(changes: readonly Change[], desired: Known<Desired>, observed: AboutOrder): Step[] {
  const sizes: Sizes = {};
  for (const argument of sizeArguments) {
    const target = desired[argument];
    const isShown = sameArgument(argument, target, observed.vpsParameters?.[argument]);
    if (target !== undefined && changed(changes, argument) && !isShown) sizes[argument] = target;
  }
  return Object.keys(sizes).length > 0 ? [{ kind: "resize", sizes }] : [];
}

/** Which changed arguments, if any, make the program's `update` wipe the server. */
export function reinstallReasons(changes: readonly Change[], desired: Desired): VpsArgument[] {
  return changes
    .filter((change) => !change.isUnknown)
    .filter(
      ({ effect }) => effect === "image" || (effect === "first-boot" && desired.reinstallOnFirstBootChange === true),
    )
    .map((change) => change.argument);
}

function reinstallStep(changes: readonly Change[], desired: Known<Desired>, observed: AboutOrder): Step[] {
  const because = reinstallReasons(changes, desired);
  return because.length > 0 && !isInstalled(changes, desired, observed) ? [{ kind: "reinstall", because }] : [];
}

/**
 * An interrupted run has written the image already: the state knows another one than the program wants, and the server
 * shows the wanted one. A second reinstall would wipe what has been built since.
 */
const isInstalled = (changes: readonly Change[], desired: Known<Desired>, observed: AboutOrder): boolean =>
  changed(changes, "distro") && desired.distro !== undefined && desired.distro === observed.distro;

function restartStep(
  changes: readonly Change[],
  desired: Known<Desired>,
  observed: AboutOrder,
  work: readonly Step[],
  done: ReadonlySet<StepKind>,
): Step[] {
  if (!changed(changes, "restartTriggers") || desired.runningState === "NOTRUNNING") return [];
  // A stopped server has nothing to restart: its next start is a boot, and nobody asked for that start.
  if (observed.runningState === "NOTRUNNING") return [];
  // Each of these restarts the server on its way.
  const hasRestarted = (["restart", "resize", "reinstall", "start"] as const).some((kind) => done.has(kind));
  const willRestart = work.some((step) => step.kind === "resize" || step.kind === "reinstall");
  return hasRestarted || willRestart ? [] : [{ kind: "restart" }];
}

function powerStep(
  changes: readonly Change[],
  desired: Known<Desired>,
  observed: AboutOrder,
  work: readonly Step[],
  done: ReadonlySet<StepKind>,
): Step[] {
  const isMoving = work.some((step) => step.kind === "move");
  const isStopped = observed.runningState === "NOTRUNNING";
  // Where nobody manages the state, a server that was started only to be moved is stopped again.
  const wasStartedToMove = (isMoving && isStopped) || (done.has("start") && (isMoving || done.has("move")));
  const target = desired.runningState ?? (wasStartedToMove ? "NOTRUNNING" : undefined);
  // A managed state is restored too after steps that start a stopped server.
  const isDisturbed = work.length > 0 || done.size > 0;
  if (target === undefined || (desired.runningState !== undefined && !changed(changes, "runningState") && !isDisturbed))
    return [];
  const willRun = work.length > 0 || !isStopped;
  if (target === "NOTRUNNING") return willRun ? [{ kind: "stop" }] : [];
  return isStopped && !isMoving && !work.some((step) => step.kind === "reinstall") ? [{ kind: "start" }] : [];
}

/** Whether the server shows what a step was to bring about; `undefined` where an order alone cannot tell. */
export function orderShows(step: Step, observed: AboutOrder): boolean | undefined {
  switch (step.kind) {
    case "start":
      return observed.runningState === "RUNNING";
    case "stop":
      return observed.runningState === "NOTRUNNING";
    case "move":
      return observed.hostServerOid === step.hostServerOid;
    case "resize":
      return sizeArguments.every((argument) =>
        sameArgument(
          argument,
          step.sizes[argument] ?? observed.vpsParameters?.[argument],
          observed.vpsParameters?.[argument],
        ),
      );
    case "reinstall":
    case "restart":
      return undefined;
    default:
      return step satisfies never;
  }
}
