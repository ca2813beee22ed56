import { isAbsent, type Properties, Unknown } from "../pulumi/properties";
import { nameInUrn } from "../pulumi/resource-types";
import { namesIn } from "../service/names";
import { argumentsHaving, argumentsWith, effectOf, type VpsArgument, vpsArguments } from "./arguments";
import { sameArgument, sameValue } from "./equality";
import { cloudConfigText } from "./first-boot";
import { type Program, RecordedInputs, type Resolved, resolvedPart } from "./program";
import { refusals } from "./refusals";
import type { VpsSizes } from "./request";
import { boots, has, isKnownOutput, knownOutputs, leavesRunning, type Server, type Step } from "./server";
import { isOwned, isPending, namesAnotherOrder, programPassword, type Recorded, recordedFrom } from "./state";

/** In what state and program differ. */
export interface VpsDiff {
  /** Whether the engine has anything to do, even if only to record something. */
  readonly hasChanges: boolean;
  readonly changed: readonly VpsArgument[];
  /** Those whose values only the `up` will know: whether they differ is open. */
  readonly open: readonly VpsArgument[];
  /** The changed arguments that force a replacement. */
  readonly replaces: readonly VpsArgument[];
}

/** Compares the state with the program. Pure: refresh and cascades call it too. */
export function diffVps(recorded: Recorded, program: Program): VpsDiff {
  const differing = vpsArguments.filter((argument) => differs(argument, recorded, program));
  const changed = differing.filter((argument) => !(program[argument] instanceof Unknown));
  // An open value may turn out to be the same. If it were reported as a replacement, the engine would delete the server
  // before anyone knew. Nor is a purchase of unknown outcome replaced: its order may still turn up beside the new one.
  const replaces = isPending(recorded)
    ? []
    : changed.filter((argument) => replacesServer(argument, program) && !isWhereItIs(argument, recorded, program));
  const hasChanges =
    hasOtherAccount(recorded, program) ||
    differing.length > 0 ||
    !sameValue(managedArguments(program), recorded.__managed) ||
    !sameValue(program.__timeouts, recorded.__timeouts) ||
    program.__isRetained !== recorded.__isRetained ||
    hasOtherKey(recorded, program) ||
    namesAnotherOrder(recorded, program) ||
    lacksAddress(recorded) ||
    isPending(recorded) ||
    recorded.__awaitsPort === true;
  return { hasChanges, changed, open: differing.filter((argument) => !changed.includes(argument)), replaces };
}

/** Whether another provider is asked, whose account may not have the order. A rename of the stack makes none of it. */
export const hasOtherAccount = (recorded: Recorded, program: Program): boolean =>
  nameInUrn(program.__account ?? "") !== nameInUrn(recorded.__account ?? "");

/** What protects a server, and what it replaces, is known by the key that is declared beside it. */
export const hasOtherKey = (recorded: Recorded, { __key: key }: Program): boolean =>
  key !== undefined && recorded.__key !== undefined && key !== recorded.__key;

/** Whether the program now names the data centre that the server was moved to. */
const isWhereItIs = (argument: VpsArgument, { location }: Recorded, program: Program): boolean =>
  argument === "dcLocation" && sameArgument(argument, location?.dataCenterLocationCode, program.dcLocation);

/** Whether a change, if it turns out to be one, requires a new order. */
export const replacesServer = (argument: VpsArgument, { onImageChange }: Program): boolean =>
  effectOf(argument) === "replace" || (effectOf(argument) === "image" && onImageChange === "replace");

/** Whether a change, if it is one and does not replace the server, reinstalls it: all its data is lost. */
export const wipesServer = (argument: VpsArgument, { reinstallOnFirstBootChange }: Program): boolean =>
  effectOf(argument) === "image" || (effectOf(argument) === "first-boot" && reinstallOnFirstBootChange === true);

/** Whether a change is recorded and nothing else: the server stays as it is. */
const isOnlyRecorded = (argument: VpsArgument, program: Program): boolean =>
  effectOf(argument) === "behaviour" || (effectOf(argument) === "first-boot" && !wipesServer(argument, program));

/** Whether any change needs to know what the server has. */
export const isMoreThanRecorded = (recorded: Recorded, { changed }: VpsDiff, program: Program): boolean =>
  hasOtherAccount(recorded, program) || changed.some((argument) => !isOnlyRecorded(argument, program));

/** Whether a server was bought before the service showed its address: an update fetches it. */
export const lacksAddress = (recorded: Recorded): boolean =>
  isOwned(recorded) && recorded.__attempt !== undefined && recorded.primaryIp === undefined;

/** The arguments that the program sets, in the order of the table. */
export const managedArguments = (program: Program): VpsArgument[] =>
  vpsArguments.filter((argument) => program[argument] !== undefined);

function differs(argument: VpsArgument, recorded: Recorded, program: Program): boolean {
  const value = program[argument];
  const wasManaged = recorded.__managed?.includes(argument) === true;
  // Triggers set for the first time have nothing to differ from: they are recorded, and wipe or restart nothing.
  if (triggers.has(argument) && value !== undefined && !wasManaged) return false;
  if (value instanceof Unknown) return true;
  if (effectOf(argument) === "first-boot") {
    const before = argument === "password" ? programPassword(recorded) : recorded[argument];
    const isSameUserData =
      isUserData(argument) && sameArgument("cloudConfigData", userDataOf(recorded), userDataOf(program));
    return !isSameUserData && !sameArgument(argument, value, before);
  }
  // What the program says nothing about may have any value. Behaviour that is no longer set means its default.
  const isLeftAlone = isAbsent(value) && !(effectOf(argument) === "behaviour" && wasManaged);
  return !isLeftAlone && !sameArgument(argument, value, recorded[argument]);
}

const isUserData = (argument: VpsArgument): boolean => argument === "cloudConfig" || argument === "cloudConfigData";

/** What cloud-init gets, whether the program gives it as an object or as text. */
const userDataOf = ({ cloudConfig, cloudConfigData }: Recorded | Program): unknown =>
  cloudConfig === undefined || cloudConfig instanceof Unknown
    ? (cloudConfig ?? cloudConfigData)
    : cloudConfigText(cloudConfig);

const triggers: ReadonlySet<VpsArgument> = new Set(argumentsHaving("isTrigger"));

/** What a run will do with a server. */
export interface Plan {
  /** Why the server is not changed. Then there are no steps. */
  readonly refused: readonly string[];
  /** Another server is bought because of these. */
  readonly replaced: readonly VpsArgument[];
  /** The calls, in the order in which they are made. */
  readonly steps: readonly Step[];
  /** What only the state will say. */
  readonly onlySaved: readonly VpsArgument[];
  /** What the server has already: an interrupted run has done it, or somebody else. */
  readonly already: readonly VpsArgument[];
  /** Whether that is so of the image: the output password may be that of another install. */
  readonly isInstalled: boolean;
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
  const isInstalled =
    replaced.length === 0 && changed.includes("distro") && !missing.includes("distro") && !server.done.has("reinstall");
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
    onlySaved: changed.filter(
      (argument) => isOnlyRecorded(argument, program) || isLeftStopped(argument, missing, steps),
    ),
    already: changed.filter(
      (argument) => isOnServer(argument) && (!missing.includes(argument) || (isInstalled && wiping.includes(argument))),
    ),
    isInstalled,
    open,
    drift: driftOf(server, asked, diff, steps),
  };
}

/** A stopped server has nothing to restart: its next start is a boot, and nobody asked for that start. */
const isLeftStopped = (argument: VpsArgument, missing: readonly VpsArgument[], steps: readonly Step[]): boolean =>
  argument === "restartTriggers" && missing.includes(argument) && !steps.some(boots);

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
    !work.some(boots);
  return [
    ...(isStarted ? [{ kind: "start" } as const] : []),
    ...work,
    ...(isRestarted ? [{ kind: "restart" } as const] : []),
    ...powerStep(server, asked, changed, work, isStarted),
  ];
}

/** What may leave a server in another running state, also where an interrupted run has done it. */
const changingPower: ReadonlySet<string> = new Set(["resize", "move", "image", "power"]);

/** A managed running state is restored after what disturbs it; a server that was started only to be moved is stopped again. */
function powerStep(
  { now, done }: Server,
  { runningState }: Resolved<Program>,
  changed: readonly VpsArgument[],
  work: readonly Step[],
  isStarted: boolean,
): Step[] {
  const isPowerTouched = work.length > 0 || done.size > 0 || changed.some((name) => changingPower.has(effectOf(name)));
  const wanted = runningState ?? (isStarted || done.has("start") ? "NOTRUNNING" : undefined);
  if (wanted === undefined || !isPowerTouched) return [];
  if (wanted === "NOTRUNNING") return work.length > 0 || now.runningState !== "NOTRUNNING" ? [{ kind: "stop" }] : [];
  return work.some(leavesRunning) || !mayBeStopped(now, changed) ? [] : [{ kind: "start" }];
}

/** Where the service shows no state, a server is started only if the program has changed that. */
const mayBeStopped = ({ runningState }: Server["now"], changed: readonly VpsArgument[]): boolean =>
  runningState === "NOTRUNNING" || (runningState === undefined && changed.includes("runningState"));

/** Whether an update moves the server, or may do so once a value is known. */
export const mayMove = ({ changed, open }: Pick<VpsDiff, "changed" | "open">): boolean =>
  changed.includes("hostServerOid") || open.includes("hostServerOid");

/** A move may fit the server to its new host. */
export const movedSizes: readonly string[] = argumentsWith("resize");

/** What a refresh would tell of, in the order in which it is named. */
const watched = [
  "primaryIp",
  "secondaryIps",
  "location",
  "hostServerOid",
  "distro",
  ...argumentsWith("resize"),
] as const;

/** What the server has otherwise than the state, and these steps leave as it is there. */
function driftOf(
  { saved, now, order, done }: Server,
  asked: Resolved<Program>,
  diff: VpsDiff,
  steps: readonly Step[],
): string[] {
  if (order === undefined || done.size > 0) return [];
  const isMoving = mayMove(diff);
  const isReinstalled = steps.some(({ kind }) => kind === "reinstall");
  const isBrought = (name: string): boolean =>
    (isMoving && movedSizes.includes(name)) || (isReinstalled && name === "distro");
  // What the program leaves out, the update saves as it is seen.
  const isLeft = (name: (typeof watched)[number]): boolean =>
    isKnownOutput(name) ? !isMoving : asked[name] !== undefined && !diff.changed.includes(name) && !isBrought(name);
  return watched.filter((name) => isLeft(name) && saved[name] !== undefined && !isSame(name, saved[name], now[name]));
}

const isSame = (name: (typeof watched)[number], a: unknown, b: unknown): boolean =>
  name === "primaryIp" || name === "secondaryIps" || name === "location" ? sameValue(a, b) : sameArgument(name, a, b);

/**
 * The outputs that a preview of an update knows: those that no step of it may change. None if it may turn out to be a replacement.
 *
 * @param saved the outputs in the state
 * @param asked the arguments that are given, `Unknown` for those that this preview does not know
 */
export function outputsKept(saved: Properties, asked: Properties): ReadonlyMap<string, unknown> {
  const recorded = recordedFrom(saved);
  const unknown = Object.entries(asked).filter(([, value]) => value instanceof Unknown);
  const program: Program = { ...RecordedInputs.parse(asked), ...Object.fromEntries(unknown) };
  const diff = diffVps(recorded, program);
  const differing = [...diff.changed, ...diff.open];
  if (!isOwned(recorded) || differing.some((argument) => replacesServer(argument, program))) return new Map();
  const steps = new Set<string | undefined>([
    ...(mayMove(diff) ? ["move"] : []),
    ...(differing.some((argument) => wipesServer(argument, program)) ? ["reinstall"] : []),
  ]);
  const kept = namesIn(knownOutputs).filter((name) => saved[name] !== undefined && !steps.has(knownOutputs[name]));
  // Exactly as the state has it, down to the order of its keys: a program may turn it into text.
  return new Map(kept.map((name) => [name, saved[name]]));
}
