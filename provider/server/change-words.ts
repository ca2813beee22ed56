import { limitChecked } from "../purchase/limits";
import { namesIn } from "../service/names";
import {
  aboutMoney,
  costOf,
  describeOrder,
  describeServer,
  ifByMistake,
  inOneLine,
  listed,
  lostWords,
  monthly,
  notChanged,
  otherRootPassword,
} from "../service/wire/messages";
import type { AboutOrder } from "../service/wire/order";
import { argumentsHaving, type Effect, effectOf, installedArguments, type VpsArgument } from "./arguments";
import { cancelWords, retainedWords, runsUntilMessage } from "./cancellation";
import { sameArgument, sameValue } from "./equality";
import {
  changeWords,
  firstManaged,
  forbiddenBy,
  forbidsReinstall,
  hasOtherKey,
  isOtherProvider,
  keepReplacedWords,
  keepWords,
  lacksAddress,
  noLongerManaged,
  type Plan,
  replacedWords,
  replacementForbiddenBy,
  replacesServer,
  verbAfter,
  wipesServer,
} from "./plan-change";
import { type Program, type Resolved, resolvedPart } from "./program";
import { changedPriceLine } from "./refresh-words";
import {
  isPortAwaited,
  moveDuration,
  type OwnedServer,
  type Recorded,
  type Server,
  type Step,
  serverOf,
} from "./server";

/** What a change does to a server, its data and its bill. */
interface Said {
  /** Short, for the resource's own line. Says nothing that a warning says. */
  readonly line: readonly string[];
  /** What nobody should find out only afterwards: stays in the run's diagnostics. */
  readonly warnings: readonly string[];
}

const areOrIs = (names: readonly string[]): string => (names.length > 1 ? "are" : "is");

const them = (names: readonly string[]): string => (names.length > 1 ? "them" : "it");

const nothing: Said = { line: [], warnings: [] };

const says = (...line: string[]): Said => ({ line, warnings: [] });

const warns = (...warnings: string[]): Said => ({ line: [], warnings });

/** What a preview says of a plan. */
export function sayPlan(server: Server, program: Program, plan: Plan): Said {
  const asked = resolvedPart(program);
  const parts =
    plan.replaced.length > 0
      ? [replacement(server, asked, plan)]
      : [
          ...plan.steps.map((step) => stepSaid(step, server, asked, plan)),
          image(server, program, plan),
          alreadySaid(program, plan),
          recordedSaid(server, asked, plan),
          unmanaged(server, program, plan),
          lacksAddress(server.saved) ? says("will fetch its address") : nothing,
          // An earlier run has not reached the server.
          isPortAwaited(server.saved, asked) ? says(`will wait for port ${asked.waitForPort}`) : nothing,
          driftSaid(server, plan.drift),
          ...openSaid(server, program, plan.open),
        ];
  const said = {
    // A resize and a change of restartTriggers both restart the server.
    line: [...new Set(parts.flatMap(({ line }) => line))],
    warnings: parts.flatMap(({ warnings }) => warnings),
  };
  return said.line.length + said.warnings.length > 0 ? said : restSaved(server, program, plan);
}

/** What an update without a step has done. */
export function savedLine(server: Server, program: Resolved<Program>, plan: Plan): string {
  const parts = [alreadySaid(program, plan), recordedSaid(server, program, plan), unmanaged(server, program, plan)];
  const line = parts.flatMap((said) => said.line);
  return (line.length > 0 ? line : restSaved(server, program, plan).line).join("; ");
}

/** For the preview of a change. Its update is refused, unless the engine goes on with a replacement. */
export const goneWarning = (recorded: Recorded): string =>
  `${describeServer(recorded)} is cancelled. ${ifByMistake} If this run doesn't replace it, run "pulumi refresh" first; the next "pulumi up" then orders a new server.`;

/** For the preview of a replacement: an interrupted one, or somebody else, has cancelled the order. Pulumi itself refuses what was protected before. */
export const nothingToLoseWarning = (server: Parameters<typeof describeServer>[0], isProtected: boolean): string =>
  `${describeServer(server)} is cancelled already. ${ifByMistake}${isProtected ? ' If Pulumi refuses to replace it because it is protected, run "pulumi refresh" first.' : ""}`;

/** For the line of every preview. */
export const endingLine = ({ cancellationDate: date }: Pick<OwnedServer, "cancellationDate">): string | undefined =>
  date === undefined ? undefined : `due to be cancelled on ${date.slice(0, 10)}, with its data`;

function replacement(server: Server, asked: Resolved<Program>, { replaced, endsAnyway }: Plan): Said {
  if (endsAnyway && server.order !== undefined) return warns(runsUntilMessage(server.order));
  const what = lostWords(describeServer(server.saved), server.saved.cancel);
  return warns(
    `${replacedWords(replaced, server, asked)} ${verbAfter(replaced, "replace")} the server: ${what}. ${keepReplacedWords(replaced, server)}. protect: true prevents such a change.`,
  );
}

const isStopped = ({ now }: Server): boolean => now.runningState === "NOTRUNNING";

function stepSaid(step: Step, server: Server, asked: Resolved<Program>, { steps }: Plan): Said {
  const who = describeServer(server.saved);
  switch (step.kind) {
    case "start":
      // What is said of the move tells of the start before it.
      return step === steps[0] && steps.length > 1 ? nothing : says("will be started");
    case "stop":
      return isStopped(server)
        ? nothing
        : warns(`${who} will be stopped, and stays billed like a running server: only its cancellation ends the bill.`);
    case "restart":
      return asked.restartMethod === "POWERCYCLING"
        ? warns(
            `restartTriggers changed, which switches ${who} off and on without shutting it down (restartMethod: "POWERCYCLING"): whatever is not yet written to disk is lost.`,
          )
        : says("will be restarted");
    case "move":
      return warns(moveWords(server, asked, steps));
    case "resize":
      return says(
        changeWords(namesIn(step.sizes), server, asked),
        resizeWords(server, asked, steps),
        "billed pro rata",
      );
    case "reinstall":
      return warns(reinstallWords(step.because, server, asked, steps));
    default:
      return step satisfies never;
  }
}

/** The service may boot a stopped server that it resizes. A running state that the program sets is restored. */
function resizeWords(server: Server, { runningState }: Resolved<Program>, steps: readonly Step[]): string {
  if (!isStopped(server)) return "will be restarted";
  if (endsStopped(steps)) return "stays stopped";
  return runningState === undefined ? "the stopped server may run afterwards" : "will be started";
}

const endsStopped = (steps: readonly Step[]): boolean => steps.some(({ kind }) => kind === "stop");

function reinstallWords(
  because: readonly VpsArgument[],
  server: Server,
  asked: Resolved<Program>,
  steps: readonly Step[],
): string {
  const stays = steps.some(({ kind }) => kind === "move") ? "the order stays" : "the order and the IP stay";
  const runs =
    isStopped(server) && asked.runningState === undefined && !endsStopped(steps)
      ? ", and the stopped server will run"
      : "";
  const prevented = because.some((name) => effectOf(name) === "image")
    ? 'protect: true or onImageChange: "forbid" prevents such a change'
    : "reinstallOnFirstBootChange: false saves such a change without a reinstall";
  return `${changeWords(because, server, asked)} ${verbAfter(because, "reinstall")} ${describeServer(server.saved)}: ALL DATA ON IT WILL BE LOST; ${stays}${runs}. ${keepWords(because, server)}. ${prevented}.`;
}

function moveWords(server: Server, { hostServerOid, dcLocation }: Resolved<Program>, steps: readonly Step[]): string {
  const stopped = endsStopped(steps) ? ", and stopped again at the end" : "";
  const started = isStopped(server)
    ? ` It is started first, because only a running server can be moved${stopped}.`
    : "";
  // A move may leave the location that the program names.
  const location =
    dcLocation === undefined
      ? ""
      : ` If that host is not in ${dcLocation}, set dcLocation to its data centre afterwards, or leave dcLocation out. A third value would replace the server and lose its data.`;
  return `${changeWords(["hostServerOid"], server, { hostServerOid })} moves ${describeServer(server.saved)}. This takes ${moveDuration(server.now)}; its IP may change, and so may its price or its sizes.${started}${location}`;
}

/** A list may be behind, so a changed image is announced as a loss unless a reinstall is forbidden. */
function image(server: Server, program: Program, { already, isInstalled, onlySaved }: Plan): Said {
  if (!isInstalled) return nothing;
  const others = unshownByImage([...already, ...onlySaved]);
  const saved =
    others.length === 0
      ? ""
      : `; ${listed(others)} ${areOrIs(others)} saved, but the server may not have ${them(others)}`;
  const seen = `already has ${server.now.distro}, according to the service${saved}`;
  return forbidsReinstall(program)
    ? says(`not reinstalled: the server ${seen}`)
    : warns(
        `${describeServer(server.saved)} ${seen}. If "pulumi up" finds another image, it reinstalls the server, and ALL DATA ON IT WILL BE LOST. protect: true prevents that.`,
      );
}

const alreadyLine = (names: readonly VpsArgument[]): string =>
  `${listed(names)}: the server already has this; saved to the state`;

/** What an install brings and an order, which shows the image, does not. */
export const unshownByImage = (names: readonly VpsArgument[]): VpsArgument[] =>
  names.filter((name) => name !== "distro" && installedArguments.some((installed) => installed === name));

function alreadySaid(program: Program, { already, isInstalled }: Plan): Said {
  const rest = already.filter((name) => !(isInstalled && wipesServer(name, program)));
  return rest.length === 0 ? nothing : says(alreadyLine(rest));
}

/** What the update only saves, without a call. */
function recordedSaid(server: Server, asked: Resolved<Program>, { onlySaved, isInstalled, steps }: Plan): Said {
  // What is said of an image that is there already tells of them too.
  const firstBoot = onlySaved.filter((name) => effectOf(name) === "first-boot" && !isInstalled);
  const isReinstalled = steps.some(({ kind }) => kind === "reinstall");
  const reinstall = forbidsReinstall(asked)
    ? ""
    : " To reinstall in this same run, with all data lost, set reinstallOnFirstBootChange: true.";
  return {
    line: [
      ...(firstBoot.length > 0 && isReinstalled
        ? [`${listed(firstBoot)} ${firstBoot.length > 1 ? "take" : "takes"} effect with the reinstall`]
        : []),
      ...(onlySaved.includes("cancel") ? [cancelWords(asked)] : []),
      ...(onlySaved.includes("restartTriggers")
        ? [
            `restartTriggers: saved; ${isStopped(server) ? "a stopped server isn't restarted" : "the program wants the server stopped"}`,
          ]
        : []),
    ],
    warnings:
      firstBoot.length === 0 || isReinstalled
        ? []
        : [
            `${listed(firstBoot)} ${areOrIs(firstBoot)} only read during an install, and this run doesn't reinstall ${describeServer(server.saved)}: the change is saved for the next install.${reinstall}`,
          ],
  };
}

/** What the program sets for the first time, or sets no longer. */
function unmanaged(server: Server, program: Program, { steps, drift }: Plan): Said {
  const { saved, now } = server;
  const first = firstManaged(saved, program);
  const firstTriggers = argumentsHaving("isTrigger").filter((name) => first.includes(name));
  const left = noLongerManaged(saved, program);
  const isOff = left.includes("runningState") && isStopped(server);
  const before = serverOf(saved);
  const isOther = (name: VpsArgument): boolean =>
    saved[name] !== undefined && !sameArgument(name, before.now[name], now[name]);
  const changed = argumentsHaving("isQuoted").filter(
    (name) => left.includes(name) && isOther(name) && !drift.includes(name),
  );
  const since = changed.length === 0 ? "" : `; since the last run, ${changeWords(changed, before, now)}`;
  const price = left.length > 0 && steps.length === 0 ? changedPriceLine(saved, now) : undefined;
  const rest = isOff ? "the server stays stopped, and billed" : `the server stays as it is${since}`;
  return says(
    ...(firstTriggers.length === 0
      ? []
      : [`${listed(firstTriggers)}: saved; setting a trigger for the first time changes nothing`]),
    ...(left.length === 0 ? [] : [`${listed(left)} no longer managed${steps.length > 0 ? "" : `: ${rest}`}`]),
    ...(price === undefined ? [] : [price]),
  );
}

/** For a preview and for its update, which keeps these in the state. */
export const driftWarning = ({ saved }: Server, drift: readonly string[]): string =>
  `${describeServer(saved)}: ${listed(drift)} ${drift.length > 1 ? "have" : "has"} changed outside Pulumi, and ${drift.length > 1 ? "aren't" : "isn't"} part of this update. Run "pulumi refresh" to save that.`;

const driftSaid = (server: Server, drift: readonly string[]): Said =>
  drift.length === 0 ? nothing : warns(driftWarning(server, drift));

/** An update of which there is nothing else to say: how the provider behaves, or what the server has already. */
function restSaved({ saved }: Server, program: Program, { onlySaved, open }: Plan): Said {
  const names = new Set([
    ...onlySaved,
    ...open,
    ...firstManaged(saved, program),
    ...(sameValue(program.__timeouts, saved.__timeouts) ? [] : ["customTimeouts"]),
    ...(isOtherProvider(saved.__providerName, program) ? ["provider"] : []),
    ...(hasOtherKey(saved, program) ? ["idempotency key"] : []),
    ...(program.__isRetained === saved.__isRetained
      ? []
      : [program.__isRetained === true ? retainedWords : "retainOnDelete"]),
  ]);
  return names.size === 0 ? nothing : says(`${[...names].join(", ")}: saved; the server stays as it is`);
}

const ifSame = ". It stays as it is if the value turns out to be the same";

/** What may become of a server once a value is known. Nothing becomes of it if the value turns out to be the same. */
const losses = {
  replace: (who, program, { saved }) => {
    const why = replacementForbiddenBy(saved, program);
    return why === undefined
      ? `${who} may be replaced, with its data and IP lost${ifSame}`
      : `if it turns out to differ, "pulumi up" refuses to replace ${who}, because ${why}`;
  },
  reinstall: (who, program) =>
    forbidsReinstall(program)
      ? `if it turns out to differ, "pulumi up" refuses to reinstall ${who}, because ${forbiddenBy(program)}`
      : `${who} may be reinstalled, with all data lost${ifSame}`,
  move: (who, _, { now }) =>
    `${who} may be moved to another host. This takes ${moveDuration(now)}; its IP may change, and so may its price or its sizes${ifSame}`,
  refused: (who) =>
    `if the order has another value, "pulumi up" fails, because the service can't change that on ${who}`,
} as const satisfies Record<string, (who: string, program: Program, server: Server) => string>;

/** What an open value may lead to, by the effect of its argument. Said on the line, as it costs no data. */
const maybe: Partial<Record<Effect, string>> = {
  resize: "the server may be resized, and restarted, at a price that is not known yet",
  power: "the server may be started or stopped; stopped, it stays billed",
  restart: "the server may be restarted",
  "first-boot": "saved for the next install",
};

function openSaid(server: Server, program: Program, open: readonly VpsArgument[]): Said[] {
  const groups = Map.groupBy(open, (name) => onceKnown(name, server, program));
  return [...groups].map(([words, names]) => {
    if (words === undefined) return nothing;
    const text = `${listed(names)} ${names.length > 1 ? "aren't" : "isn't"} known yet: ${words}`;
    return names.some((name) => lossOf(name, program) !== undefined) ? warns(`${text}.`) : says(text);
  });
}

function onceKnown(name: VpsArgument, server: Server, program: Program): string | undefined {
  const loss = lossOf(name, program);
  if (loss !== undefined) return losses[loss](describeServer(server.saved), program, server);
  return name === "maxMonthlyCostUsd" ? limitChecked : maybe[effectOf(name)];
}

function lossOf(name: VpsArgument, program: Program): keyof typeof losses | undefined {
  if (replacesServer(name, program)) return "replace";
  if (wipesServer(name, program)) return "reinstall";
  const effect = effectOf(name);
  return effect === "move" || effect === "refused" ? effect : undefined;
}

/** The text on the line after a step. */
export function stepLine(
  step: Step,
  server: Server,
  program: Program,
  after: AboutOrder,
  messages: readonly string[],
): string {
  // What is said of a move has the address.
  const facts = inOneLine([step.kind === "move" ? undefined : after.allocatedIps?.primaryIp, monthly(costOf(after))]);
  return `${stepDone(step, server, program, after)}: ${facts}${aboutMoney(messages)}`;
}

/** What is said of a step while it is made and once it is done, where that is the same for every server. */
const stepWords = {
  start: { doing: "starting", done: "started" },
  stop: { doing: "stopping: it stays billed", done: "stopped, and still billed" },
  restart: { doing: "restarting", done: "restarted" },
} as const;

function stepDone(step: Step, server: Server, program: Program, after: AboutOrder): string {
  switch (step.kind) {
    case "reinstall":
      return `reinstalled because ${listed(step.because)} changed, with all data on it lost`;
    case "resize":
      return `resized (${changeWords(namesIn(step.sizes), server, program)})`;
    case "move": {
      const ip = ipAfterMove(server.order?.allocatedIps?.primaryIp, after.allocatedIps?.primaryIp);
      return `moved to host ${after.hostServerOid ?? step.hostServerOid}; ${ip}`;
    }
    default:
      return stepWords[step.kind].done;
  }
}

function ipAfterMove(before: string | undefined, after: string | undefined): string {
  if (after === undefined) return "the service does not show its IP";
  return before === after ? `same IP ${after}` : `IP ${before ?? "unknown"} → ${after}`;
}

/** What is happening, for the resource's own line, which already names it. A narrow terminal shows only the first word. */
export function stepProgress(step: Step, { now }: Server): string {
  switch (step.kind) {
    case "reinstall":
      return `reinstalling because ${listed(step.because)} changed: all its data is lost`;
    case "resize":
      return "resizing: the server restarts; billed pro rata";
    case "move":
      return `moving to host ${step.hostServerOid}: ${moveDuration(now)}, and the IP may change`;
    default:
      return stepWords[step.kind].doing;
  }
}

/** For a change that was stopped before this step, or whose CLI has died. */
export const stoppedBefore = (step: Step, server: Server): string =>
  `${describeServer(server.saved)}: "${step.kind}" was not started, because the run was stopped.${doneBefore(server)}${nextRunDoes(step)}`;

/** For a step that no preview could announce: the order was found in this run, or the service has shown something else since. */
export const unannounced = (what: readonly string[], server: Server): string =>
  `${notChanged(server.saved)}: this run has not announced the ${what.join(" or the ")}.${doneBefore(server)} Run "pulumi preview" to see what the next "pulumi up" does.`;

export const doneBefore = ({ done }: Server): string =>
  done.size === 0 ? "" : ` Done before: ${[...done].join(", ")}; these are not repeated.`;

export const nextRunDoes = ({ kind }: Step): string => ` The next "pulumi up" does the rest (from "${kind}" on).`;

/** For an update that does not install, although its preview may have announced it. */
export const installedAlreadyWarning = (server: Server, others: readonly string[]): string =>
  `${describeServer(server.saved)} was not reinstalled in this run: it already has ${server.now.distro}, probably from an interrupted run. ` +
  (others.length === 0
    ? ""
    : `The new ${listed(others)} ${areOrIs(others)} saved, but the server may not have ${them(others)}: a change to reinstallTriggers reinstalls it, with all data lost. `) +
  otherRootPassword;

/** For an update that finds a move done: its own line never spoke of a new address. */
export const movedAlreadyWarning = ({ saved }: Server, ip: string): string =>
  `${describeServer(saved)} has already been moved, probably by an interrupted run. Its IP is ${ip} now.`;

export const cancelledMeanwhile = (order: AboutOrder): string =>
  `${describeOrder(order)} was cancelled while it was being changed. ${ifByMistake} Otherwise run "pulumi refresh"; then "pulumi up" orders a new server.`;
