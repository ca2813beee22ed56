import { isAbsent, type Properties, Unknown } from "../pulumi/properties";
import { namesIn } from "../service/names";
import { ifByMistake, insteadOfKeeping, listed, notChanged, shownText } from "../service/wire/messages";
import { isGone } from "../service/wire/order";
import { argumentsHaving, argumentsWith, effectOf, type VpsArgument, vpsArguments } from "./arguments";
import { planCancellation } from "./cancellation";
import { sameArgument, sameValue } from "./equality";
import { cloudConfigText } from "./first-boot";
import { type Program, RecordedInputs, type Resolved, resolvedPart, type VpsSizes } from "./program";
import {
  boots,
  has,
  isKnownOutput,
  isOwned,
  isPending,
  knownOutputs,
  leavesRunning,
  namesAnotherOrder,
  programPassword,
  type Recorded,
  recordedFrom,
  type Server,
  type Step,
} from "./server";

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
    isOtherProvider(recorded.__providerName, program) ||
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

/** Whether another provider is asked than the saved one: its account may be another. What does not say its provider comes from an earlier version. */
export const isOtherProvider = (
  saved: string | undefined,
  { __providerName: now = "" }: Pick<Program, "__providerName">,
): boolean => saved !== undefined && saved !== now;

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

/** Whether the order has to be read: what is only recorded needs no knowledge of what the server has. */
export const needsOrder = (recorded: Recorded, { changed }: VpsDiff, program: Program): boolean =>
  lacksAddress(recorded) ||
  isOtherProvider(recorded.__providerName, program) ||
  hasOtherKey(recorded, program) ||
  managedOtherwise(recorded, program).some((name) => reported.has(name)) ||
  changed.some((argument) => !isOnlyRecorded(argument, program));

/** What an interrupted run may have changed, and the price with it. */
const reported: ReadonlySet<VpsArgument> = new Set(argumentsHaving("live"));

/** What the program sets no longer, and the server keeps. */
export const noLongerManaged = ({ __managed = [] }: Recorded, program: Program): VpsArgument[] =>
  vpsArguments.filter(
    (name) =>
      __managed.includes(name) && program[name] === undefined && !["behaviour", "first-boot"].includes(effectOf(name)),
  );

/** What the program sets, and did not when it was saved last. */
export const firstManaged = ({ __managed = [] }: Recorded, program: Program): VpsArgument[] =>
  managedArguments(program).filter((name) => !__managed.includes(name));

/** Both: what nothing has compared with the server since it was saved. */
export const managedOtherwise = (recorded: Recorded, program: Program): VpsArgument[] => [
  ...noLongerManaged(recorded, program),
  ...firstManaged(recorded, program),
];

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
  /** Whether its order is cancelled: it cannot be changed any more, and nothing is lost by a replacement. */
  readonly isEnded: boolean;
  /** Whether a replacement cancels nothing: the order is cancelled, or due to end as the program wants it. */
  readonly endsAnyway: boolean;
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
  const isEnded = server.order !== undefined && isGone(server.order, nowMs);
  const endsAnyway = server.order !== undefined && planCancellation(server.order, server.saved, nowMs) === "nothing";
  const isCalled = steps.length > 0;
  const refused = refusals(server, program, { isEnded, endsAnyway, replaced, because, missing, isCalled });
  const isOnServer = (argument: VpsArgument): boolean =>
    !isOnlyRecorded(argument, program) && !replaced.includes(argument);
  return {
    isEnded,
    endsAnyway,
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

/** A step that costs money, or may cost data or the IP: it is never started for a run that was asked to stop, nor unless that run has announced it. */
export type Announcement = `resize of ${string}` | "move" | "reinstall";

export function announcementsOf(step: Step): Announcement[] {
  if (step.kind === "resize") return namesIn(step.sizes).map((size) => `resize of ${size}` as const);
  return step.kind === "move" || step.kind === "reinstall" ? [step.kind] : [];
}

/** The update of this run takes no other such steps. An image that the server seems to have is announced too. */
export const announcedBy = ({ steps, isInstalled }: Plan): ReadonlySet<Announcement> =>
  new Set([...steps.flatMap(announcementsOf), ...(isInstalled ? (["reinstall"] as const) : [])]);

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

/** Whether a known output may be another one after an update that moves the server, or may do so. */
export const mayChange = (name: keyof typeof knownOutputs, diff: Pick<VpsDiff, "changed" | "open">): boolean =>
  knownOutputs[name] === "move" && mayMove(diff);

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
    isKnownOutput(name)
      ? !mayChange(name, diff)
      : asked[name] !== undefined && !diff.changed.includes(name) && !isBrought(name);
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
export function unchangedOutputs(saved: Properties, asked: Properties): ReadonlyMap<string, unknown> {
  const recorded = recordedFrom(saved);
  const unknown = Object.entries(asked).filter(([, value]) => value instanceof Unknown);
  const program: Program = { ...RecordedInputs.parse(asked), ...Object.fromEntries(unknown) };
  const diff = diffVps(recorded, program);
  const differing = [...diff.changed, ...diff.open];
  if (!isOwned(recorded) || differing.some((argument) => replacesServer(argument, program))) return new Map();
  const isWiped = differing.some((argument) => wipesServer(argument, program));
  const isKept = (name: keyof typeof knownOutputs): boolean =>
    !mayChange(name, diff) && !(isWiped && knownOutputs[name] === "reinstall");
  const kept = namesIn(knownOutputs).filter((name) => saved[name] !== undefined && isKept(name));
  // Exactly as the state has it, down to the order of its keys: a program may turn it into text.
  return new Map(kept.map((name) => [name, saved[name]]));
}

/** What a run would do if nothing spoke against it. */
interface Intent {
  readonly isEnded: boolean;
  readonly endsAnyway: boolean;
  readonly replaced: readonly VpsArgument[];
  /** What a reinstall would be made for. */
  readonly because: readonly VpsArgument[];
  /** What the program has changed, and the server has otherwise. */
  readonly missing: readonly VpsArgument[];
  /** Whether any step changes the server. */
  readonly isCalled: boolean;
}

/** The same sentence for the preview and for the update. */
export const refusalOf = ({ saved }: Server, reasons: readonly string[]): string =>
  `${notChanged(saved)}: ${reasons.join("; ").replace(/\.$/, "")}.`;

/** Why a server is not changed: the ends of sentences about it. */
function refusals(server: Server, program: Program, intent: Intent): string[] {
  const { saved, now } = server;
  const { isEnded, because, missing, isCalled } = intent;
  if (namesAnotherOrder(saved, program)) return [otherOrderRefusal(String(program.__import), saved.orderOid)];
  if (intent.replaced.length > 0) return replacementRefusals(server, program, intent);
  if (isEnded)
    return [
      `it is cancelled. ${ifByMistake} Otherwise run "pulumi refresh": the next "pulumi up" then orders a new server`,
    ];
  const { suspendedDate: suspended } = now;
  return [
    ...(isCalled && suspended !== undefined
      ? [`it has been suspended since ${suspended}. Ask RimuHosting's support to resume it, then run "pulumi up" again`]
      : []),
    ...reinstallRefusals(server, program, because),
    ...missing.filter((name) => shrinksDisk(name, server, program)).map((name) => shrinkRefusal(name, server, program)),
    ...fixedRefusals(missing.filter((name) => effectOf(name) === "refused")),
  ];
}

const otherOrderRefusal = (imported: string | number, ownOrder: number): string =>
  `the import option names order ${imported}, but this resource is already order ${ownOrder}. Remove the option, or import ${imported} under another name; ` +
  `if ${ownOrder} was cancelled by an interrupted replacement, run "pulumi state delete" for this server first`;

const replacedImportRefusal = (imported: string, because: readonly string[]): string =>
  `the change to ${listed(because)} would cancel order ${imported}, with its data and its IP lost, and the import option names that order. ` +
  'Restore the old value; to replace the server all the same, remove the option first. After an interrupted replacement, run "pulumi state delete" for this server instead';

/** Nothing is left to protect of an order that an interrupted replacement, or somebody, has cancelled. */
function replacementRefusals(
  server: Server,
  program: Program,
  { replaced, missing, isEnded, endsAnyway }: Intent,
): string[] {
  const changes = replacedWords(replaced, server, program);
  // Of what replaces a server, only its data centre and its image are seen on the order: a refresh saves them.
  if (!isEnded && !replaced.some((name) => missing.includes(name)))
    return [
      `according to the service, the server already has this (${changes}), and a replacement would lose its data and its IP. Run "pulumi refresh" first`,
    ];
  return [
    ...(program.__import === undefined ? [] : [replacedImportRefusal(program.__import, replaced)]),
    ...(program.__isProtected === true && !endsAnyway
      ? [
          `${changes} would cancel the order and lose all its data and its IP, but the resource is protected. ${keepReplacedWords(replaced, server)}; or, if you no longer need the server and its data, take "protect" out of the program`,
        ]
      : []),
    ...(isRetained(server.saved, program) && !isEnded
      ? [
          `${changes} would buy another server and keep this one (retainOnDelete), both of them billed. ${insteadOfKeeping}`,
        ]
      : []),
  ];
}

/** What forbids a replacement, whatever it is for; `undefined` if nothing does. */
export const replacementForbiddenBy = (saved: Recorded, program: Program): string | undefined => {
  if (program.__isProtected === true) return "the resource is protected";
  if (isRetained(saved, program)) return "retainOnDelete would keep this server, and both would be billed";
  return program.__import === undefined ? undefined : "the import option names its order";
};

/** The engine goes by what the last run has saved; a person by what the program says now. */
const isRetained = (saved: Recorded, program: Program): boolean =>
  saved.__isRetained === true || program.__isRetained === true;

export const forbidsReinstall = ({ onImageChange, __isProtected }: Program): boolean =>
  onImageChange === "forbid" || __isProtected === true;

/** What forbids a reinstall, where something does. */
export const forbiddenBy = ({ onImageChange }: Program): string =>
  onImageChange === "forbid" ? 'onImageChange is "forbid"' : "the resource is protected";

function reinstallRefusals(server: Server, program: Program, because: readonly VpsArgument[]): string[] {
  if (because.length === 0 || !forbidsReinstall(program)) return [];
  const isForbidden = program.onImageChange === "forbid";
  const isFirstBoot = because.every((argument) => effectOf(argument) === "first-boot");
  const wayOut = isFirstBoot
    ? ", or set reinstallOnFirstBootChange: false, which only saves the new value for the next install"
    : isForbidden
      ? '; or set onImageChange to "reinstall" or "replace" (both lose all data on the server)'
      : '; or, if you no longer need its data, take "protect" out of the program';
  return [
    `${changeWords(because, server, program)} would reinstall the server and lose all its data, but ${forbiddenBy(program)}. ${keepWords(because, server)}${wayOut}`,
  ];
}

/** Whether a disk would get smaller, which no call does. */
const shrinksDisk = (argument: VpsArgument, { now }: Server, program: Program): boolean =>
  growing.has(argument) && Number(program[argument]) < Number(now[argument]);

const growing: ReadonlySet<VpsArgument> = new Set(argumentsHaving("onlyGrows"));

const shrinkRefusal = (argument: VpsArgument, { now }: Server, program: Program): string =>
  `${argument} cannot be reduced from ${now[argument]} to ${resolvedPart(program)[argument]} MB, because disks cannot shrink. Set at least ${now[argument]} MB`;

const fixedRefusals = (fixed: readonly VpsArgument[]): string[] =>
  fixed.length === 0
    ? []
    : [
        `${listed(fixed)} can't be changed on an existing order. Restore the old ${fixed.length > 1 ? "values or remove the arguments" : "value or remove the argument"}`,
      ];

const quoted: ReadonlySet<VpsArgument> = new Set(argumentsHaving("isQuoted"));

/** `distro: deb12.64 → deb13.64`: on the left what the server has, on the right what the program says. A secret is only named. */
export function changeWords(names: readonly VpsArgument[], { now }: Server, program: Program): string {
  const values = names.filter((name) => quoted.has(name));
  const others = names.filter((name) => !quoted.has(name));
  return [
    ...values.map((name) => `${name}: ${valueWords(now[name])} → ${valueWords(program[name])}`),
    ...(others.length === 0 ? [] : [`a change to ${listed(others)}`]),
  ].join(", ");
}

/** What those words do: `reinstall`, or `reinstalls` if they name one change. Arguments without values are one together. */
export const verbAfter = (names: readonly VpsArgument[], verb: string): string =>
  new Set(names.map((name) => (quoted.has(name) ? name : undefined))).size > 1 ? verb : `${verb}s`;

/** An empty text is a value: no control panel. */
const valueWords = (value: unknown): string => {
  if (typeof value === "number") return String(value);
  return value === "" ? '""' : shownText(String(value ?? "unset"));
};

/** `To keep the server as it is, write distro: "deb12.64"` */
export function keepWords(names: readonly VpsArgument[], { now }: Server): string {
  if (names.length > 2) return "To keep the server as it is, restore the old values";
  const parts = names.map((name) => {
    const value = now[name];
    if (value === undefined) return `remove ${name}`;
    const text = shownText(String(value));
    return quoted.has(name) && text === String(value) ? `write ${name}: ${JSON.stringify(value)}` : `restore ${name}`;
  });
  return `To keep the server as it is, ${parts.join(" and ")}`;
}

/** State and program alone decide about a replacement, whatever the order shows. */
const asSaved = (server: Server): Server => ({ ...server, now: server.saved });

/** As `changeWords`, for what replaces a server. */
export const replacedWords = (replaced: readonly VpsArgument[], server: Server, program: Program): string =>
  changeWords(replaced, asSaved(server), program);

/** As `keepWords`, for what replaces a server. */
export const keepReplacedWords = (replaced: readonly VpsArgument[], server: Server): string =>
  keepWords(replaced, asSaved(server));
