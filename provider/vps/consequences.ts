import { namesIn } from "../service/names";
import { describeServer, insteadOfKeeping, shownText } from "../service/wire/messages";
import { argumentsHaving, argumentsWith, type Effect, effectOf, type VpsArgument } from "./arguments";
import { type Change, type Desired, isForecast, type Resolved, resolvedPart } from "./desired";
import { isOutside, lacksAddress, managedArguments, replacesServer, type VpsDiff } from "./diff";
import { sameValue } from "./equality";
import { forbidsReinstall, isComparable, keepOutside, outsideImage } from "./guards";
import { isPending, type PendingPurchase, type Recorded } from "./state";
import { moveDuration, reinstallReasons, wipesServer } from "./steps";
import { recordedLine } from "./update-messages";

const nothing: Consequences = { line: [], warnings: [] };

const says = (...line: string[]): Consequences => ({ line, warnings: [] });

const warns = (...warnings: string[]): Consequences => ({ line: [], warnings });

/** Warns only in a preview: the run itself reports the change once it is done. */
const announces = (desired: Pick<Desired, "__isPreview">, warning: string): Consequences =>
  isForecast(desired) ? warns(warning) : nothing;

const joined = (parts: readonly Consequences[]): Consequences => ({
  // A resize and a change of restartTriggers both restart the server.
  line: [...new Set(parts.flatMap(({ line }) => line))],
  warnings: parts.flatMap(({ warnings }) => warnings),
});

/** What is certain to change. */
interface CertainChanges {
  readonly recorded: Recorded;
  readonly desired: Resolved<Desired>;
  readonly changes: readonly Change[];
  /** Whether the IP may differ from the state's: the move may have been made already. */
  readonly isMoved: boolean;
  /** The list that says so may be out of date, so the loss is announced all the same. */
  readonly isImageShown: boolean;
}

/**
 * What the previewed update will do; for a server without changes, what differs from the program. Pure: the state and the program
 * are all it needs.
 *
 * @param done changes that the service shows already
 * @param isImageShown whether the service shows the program's new image already
 */
export function consequences(
  recorded: Recorded,
  program: Desired,
  diff: VpsDiff,
  done: readonly VpsArgument[] = [],
  isImageShown = false,
): Consequences {
  const desired = resolvedPart(program);
  if (diff.replaces.length > 0) return replacement(recorded, desired, diff.replaces);
  if (isPending(recorded)) return orderSearch(recorded);
  const certainChanges: CertainChanges = {
    recorded,
    desired,
    changes: diff.changes.filter(({ argument, isUnknown }) => !isUnknown && !done.includes(argument)),
    isMoved: diff.changes.some(({ effect }) => effect === "move"),
    isImageShown,
  };
  const said = joined([
    certain(certainChanges),
    changedOutside(certainChanges),
    lacksAddress(recorded) ? says("will fetch its address") : nothing,
    portWait(recorded, desired),
    cancelPolicy(certainChanges),
    done.length === 0 ? nothing : says(recordedLine(done)),
    recordedOnly(certainChanges, program),
    possible(
      diff.changes.filter(({ isUnknown }) => isUnknown),
      recorded,
      program,
    ),
  ]);
  return said.line.length + said.warnings.length > 0 ? said : restRecorded(recorded, program, diff);
}

type Names = readonly VpsArgument[];

/** What known changes of each effect do, in the order of the messages. Replacements, and changes that are only recorded, are reported elsewhere. */
const sentences: { readonly [E in Effect]?: (names: Names, certainChanges: CertainChanges) => Consequences } = {
  image: reinstallation,
  "first-boot": firstBoot,
  move,
  resize: (_, { recorded, desired }) => says(resizeWords(recorded, desired), "billed pro rata"),
  power: (_, { recorded, desired }) =>
    desired.runningState === "RUNNING"
      ? says("will be started")
      : announces(
          desired,
          `${describeServer(recorded)} will be stopped, and stays billed like a running server: only its cancellation ends the bill.`,
        ),
  restart: (_, { recorded, desired, changes, isImageShown }) => {
    if (reinstallReasons(changes, desired).length > 0 && !isImageShown) return nothing;
    if (isStopped(recorded)) return says("restartTriggers recorded: a stopped server is not restarted");
    if (desired.runningState === "NOTRUNNING")
      return says("restartTriggers recorded: the program wants the server stopped");
    return desired.restartMethod !== "POWERCYCLING" || changes.some(({ effect }) => effect === "resize")
      ? says("will be restarted")
      : announces(
          desired,
          `restartTriggers changed, which switches ${describeServer(recorded)} off and on without shutting it down (restartMethod: "POWERCYCLING"): whatever is not yet written to disk is lost.`,
        );
  },
  // The check refuses these if it knows the old value; here an argument is set that was not set before.
  refused: (names, { recorded }) =>
    warns(
      ...names.map(
        (name) =>
          `${name} ${recorded[name] === undefined ? "is new in the program" : "changed"}, and the service cannot set it on an existing server. ${isComparable(name) ? `If ${describeServer(recorded)} has this value already, the update records it; otherwise it` : "The update"} will be refused before it changes anything. Leave ${name} out, or ask the service's support to change the order.`,
      ),
    ),
};

/** The program has stopped it, somebody has started it, and a step on the way restores what the program says. */
const isStoppedAgain = (recorded: Recorded, { runningState }: Resolved<Desired>): boolean =>
  runningState === "NOTRUNNING" && !isStopped(recorded);

const isStopped = ({ observedRunningState }: Recorded): boolean => observedRunningState === "NOTRUNNING";

/** The service may boot a stopped server that it resizes. A running state that the program sets is restored. */
function resizeWords(recorded: Recorded, { runningState }: Resolved<Desired>): string {
  if (!isStopped(recorded))
    return runningState === "NOTRUNNING" ? "will be restarted, then stopped" : "will be restarted";
  if (runningState === undefined) return "the stopped server may run afterwards";
  return runningState === "NOTRUNNING" ? "stays stopped" : "will be started";
}

function certain(certainChanges: CertainChanges): Consequences {
  const groups = Map.groupBy(certainChanges.changes, (change) =>
    wipesServer(change, certainChanges.desired) ? "image" : change.effect,
  );
  return joined(
    namesIn(sentences).map((effect) => {
      const names = groups.get(effect)?.map(({ argument }) => argument);
      return (names && sentences[effect]?.(names, certainChanges)) ?? nothing;
    }),
  );
}

/** Whether the program is unchanged, and a refresh has found another image on the server. */
const isOutsideImage = (names: Names, recorded: Recorded, desired: Desired): boolean =>
  names.every((name) => name === "distro" && isOutside(recorded, desired, name));

/** What a refresh has found to differ, and this run sets back. An image has its own warning. */
function changedOutside({ recorded, desired, changes }: CertainChanges): Consequences {
  const names = changes
    .filter(({ argument, effect }) => effect !== "image" && isOutside(recorded, desired, argument))
    .map(({ argument }) => argument);
  return names.length === 0 ? nothing : says(`${names.join(", ")} changed outside this program`);
}

function reinstallation(names: Names, certainChanges: CertainChanges): Consequences {
  const { recorded, desired } = certainChanges;
  // Not refused, so an interrupted run has done it: none can follow.
  if (forbidsReinstall(desired)) return nothing;
  const lost = whatIsLost(certainChanges);
  if (isOutsideImage(names, recorded, desired))
    return announces(
      desired,
      `The server ${outsideImage(recorded.distro, desired)}. This run reinstalls ${describeServer(recorded)}: ${lost}. ${keepOutside(recorded.distro)}.`,
    );
  const wayOut = names.some((name) => effectOf(name) === "image")
    ? 'To prevent this, set protect: true or onImageChange: "forbid".'
    : "To prevent this, set protect: true, or reinstallOnFirstBootChange: false, which only records the change.";
  return announces(
    desired,
    `${named(names, recorded, desired)} changed, which reinstalls ${describeServer(recorded)}: ${lost}. ${wayOut}`,
  );
}

function whatIsLost({ recorded, desired, isMoved, isImageShown }: CertainChanges): string {
  const { runningState, distro } = desired;
  const stays = isMoved ? "the order stays" : "the order and the IP stay";
  const started = isStopped(recorded) && runningState === undefined ? ", and the stopped server will run" : "";
  const stopped = isStoppedAgain(recorded, desired) ? ", and the server will be stopped" : "";
  const unless = isImageShown ? `, unless it has ${distro} already, as the service says` : "";
  return `ALL DATA ON IT WILL BE LOST${unless}; ${stays}${started}${stopped}`;
}

function firstBoot(names: Names, { recorded, desired, changes }: CertainChanges): Consequences {
  if (reinstallReasons(changes, desired).length > 0)
    return forbidsReinstall(desired) ? nothing : says(`the reinstall brings the new ${names.join(", ")}`);
  return announces(
    desired,
    `${names.join(", ")} changed, which ${describeServer(recorded)} reads only while it is being installed: the running server keeps what it has. The change is recorded for the next install.${forbidsReinstall(desired) ? "" : " To reinstall in this same run, with all data lost, set reinstallOnFirstBootChange: true."}`,
  );
}

function move(_: Names, { recorded, desired }: CertainChanges): Consequences {
  const target = desired.hostServerOid ?? "";
  const started = isStopped(recorded) ? " It is started first, because only a running server can be moved." : "";
  const stopped = isStoppedAgain(recorded, desired) ? " Afterwards it will be stopped." : "";
  const what = `hostServerOid changed, which moves ${describeServer(recorded)} to host ${target}`;
  return announces(
    desired,
    `${what}: this takes ${moveDuration(recorded)}, and its IP, and its price or its sizes, may change.${started}${stopped}${locationHint(desired)}`,
  );
}

/** A move may leave the location that the program names. */
const locationHint = ({ dcLocation }: Resolved<Desired>): string =>
  dcLocation === undefined
    ? ""
    : ` If that host is not in ${dcLocation}, leave dcLocation out of the program afterwards: changing it would replace the server, and lose its data.`;

/** Changes made since such a purchase are considered once its order is known. */
const orderSearch = ({ domainName = "", __sentAt }: PendingPurchase): Consequences =>
  warns(
    `The purchase of "${domainName}" (${__sentAt}) has no known outcome: the order may exist, and be billed. This run looks for it, and buys the server if there is none.`,
  );

/** An earlier run has not reached the server. */
const portWait = ({ __awaitsPort }: Recorded, { waitForPort, runningState }: Resolved<Desired>): Consequences =>
  __awaitsPort === true && waitForPort !== undefined && runningState !== "NOTRUNNING"
    ? says(`will wait for port ${waitForPort}`)
    : nothing;

/** What a destroy will do from now on. */
export function cancelWords({ cancel }: Desired): string {
  return cancel === "at-period-end"
    ? "a destroy lets the server run, billed, until the end of its period"
    : "a destroy deletes the server and its data immediately and credits unused time";
}

const cancelPolicy = ({ desired, changes }: CertainChanges): Consequences =>
  changes.some(({ argument }) => argument === "cancel") ? says(cancelWords(desired)) : nothing;

/** What the update only records, without a call. */
function recordedOnly({ recorded, desired, changes }: CertainChanges, program: Desired): Consequences {
  const { __managed = [] } = recorded;
  const isNew = (name: VpsArgument): boolean => program[name] !== undefined && !__managed.includes(name);
  const firstTriggers = argumentsHaving("isTrigger").filter(isNew);
  const left = argumentsWith("image", "move", "power", "refused", "replace", "resize", "restart").filter(
    (name) => program[name] === undefined && __managed.includes(name),
  );
  const isDisturbed =
    reinstallReasons(changes, desired).length > 0 ||
    changes.some(({ effect }) => effect === "resize" || effect === "move");
  const isOff = left.includes("runningState") && isStopped(recorded);
  const rest = isDisturbed ? "" : isOff ? ": the server stays stopped, and billed" : ": the server stays as it is";
  return joined([
    firstTriggers.length === 0 ? nothing : says(`${firstTriggers.join(", ")} recorded: a first value changes nothing`),
    left.length === 0 ? nothing : says(`${left.join(", ")} no longer managed${rest}`),
  ]);
}

/** An update of which there is nothing else to say: how the provider behaves, or what the server has already. */
function restRecorded(recorded: Recorded, program: Desired, { changes }: VpsDiff): Consequences {
  const added = managedArguments(program).filter((name) => recorded.__managed?.includes(name) !== true);
  const hasOtherTimeouts = !sameValue(program.__timeouts, recorded.__timeouts);
  const isRetainedOtherwise = program.__isRetained !== recorded.__isRetained;
  const names = new Set([
    ...changes.map(({ argument }) => argument),
    ...added,
    ...(hasOtherTimeouts ? ["customTimeouts"] : []),
    ...(isRetainedOtherwise ? ["retainOnDelete"] : []),
  ]);
  return names.size === 0 ? nothing : says(`${[...names].join(", ")} recorded: the server stays as it is`);
}

/** What may become of a server once a value is known. Nothing becomes of it if the value turns out to be the same. */
const possibilities = {
  replace: (server, { __isProtected }) =>
    __isProtected === true
      ? `another value would replace ${server}, and is refused: the resource is protected`
      : `${server} may be replaced, with its data and IP lost${ifSame}`,
  image: (server, desired) =>
    forbidsReinstall(desired)
      ? `another value would reinstall ${server}, and is refused: ${desired.onImageChange === "forbid" ? 'onImageChange is "forbid"' : "the resource is protected"}`
      : `${server} may be reinstalled, with all data lost${ifSame}`,
  move: (server, _, recorded) =>
    `${server} may be moved to another host, which takes ${moveDuration(recorded)}, and its IP, and its price or its sizes, may change${ifSame}`,
  refused: (server) =>
    `the service cannot change that on ${server}, so a value that its order does not show is refused`,
} as const satisfies Record<string, (server: string, program: Desired, recorded: Recorded) => string>;

const ifSame = ". It stays as it is if the value turns out to be the same";

/** Of values that only the `up` will know: nothing is done if one turns out to be the same. */
function possible(changes: readonly Change[], recorded: Recorded, program: Desired): Consequences {
  const groups = Map.groupBy(changes, (change) => possibleEffect(change, program));
  const others = groups.get("other")?.map(({ argument }) => argument);
  const risks = namesIn(possibilities).map((effect) => {
    const names = groups.get(effect)?.map(({ argument }) => argument);
    if (names === undefined) return nothing;
    const areOpen = `${names.join(", ")} ${names.length > 1 ? "are" : "is"} not known yet`;
    return warns(`${areOpen}: ${possibilities[effect](describeServer(recorded), program, recorded)}.`);
  });
  return joined([...risks, others === undefined ? nothing : says(`may change ${others.join(", ")}`)]);
}

function possibleEffect(change: Change, program: Desired): keyof typeof possibilities | "other" | "none" {
  const { effect } = change;
  if (replacesServer(change, program)) return "replace";
  if (wipesServer(change, program)) return "image";
  if (effect === "move" || effect === "refused") return effect;
  return effect === "behaviour" ? "none" : "other";
}

/** What a change does to a server, its data and its bill, as messages. */
interface Consequences {
  /** Short, for the resource's own line. Says nothing that a warning says. */
  readonly line: readonly string[];
  /** What nobody should find out only afterwards: stays in the run's diagnostics. */
  readonly warnings: readonly string[];
}

/** The arguments by name, with both values if these are short. */
function named(names: readonly VpsArgument[], recorded: Recorded, desired: Resolved<Desired>): string {
  const shown = new Set<VpsArgument>([
    "domainName",
    "distro",
    "dcLocation",
    "controlPanel",
    "vpsType",
    "hostServerOid",
  ]);
  return names
    .map((name) => (shown.has(name) ? `${name} (${valueText(recorded[name])} → ${valueText(desired[name])})` : name))
    .join(", ");
}

/** An empty text is a value: no control panel. */
const valueText = (value: unknown): string => (value === "" ? '""' : shownText(String(value ?? "unset")));

function replacement(recorded: Recorded, desired: Resolved<Desired>, replaces: readonly VpsArgument[]): Consequences {
  const order = `first ${cancelled(recorded)}; then another server will be ordered`;
  return announces(
    desired,
    isOutsideImage(replaces, recorded, desired)
      ? `The server ${outsideImage(recorded.distro, desired)}. This run replaces the server: ${order}. ${keepOutside(recorded.distro)}.`
      : `${named(replaces, recorded, desired)} changed, which replaces the server: ${order}.`,
  );
}

/** Why a protected server is not replaced. The engine goes by what the last run recorded, and would not object. */
export const protectedObjection = (
  recorded: Recorded,
  desired: Resolved<Desired>,
  replaces: readonly VpsArgument[],
): string =>
  isOutsideImage(replaces, recorded, desired)
    ? `it ${outsideImage(recorded.distro, desired)}, and a replacement would cancel the order and lose all its data and its IP, but the resource is protected. ${keepOutside(recorded.distro)}`
    : `${named(replaces, recorded, desired)} changed, which would cancel the order and lose all its data and its IP, but the resource is protected. ` +
      'Restore the old value; or, if you no longer need the server and its data, take "protect" out of the program';

/** Why a server that is to be kept is not replaced: its order and the new one would carry one key. */
export const retainedObjection = (
  recorded: Recorded,
  desired: Resolved<Desired>,
  replaces: readonly VpsArgument[],
): string =>
  `${named(replaces, recorded, desired)} changed, which would buy another server and keep this one (retainOnDelete), both of them billed. ${insteadOfKeeping}`;

const cancelled = (recorded: Recorded): string =>
  recorded.cancel === "at-period-end"
    ? `${describeServer(recorded)} will be cancelled at the end of its period: until then it keeps running, and both are billed`
    : `${describeServer(recorded)} will be cancelled: all its data and its IP will be lost`;
