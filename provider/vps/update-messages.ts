import { asBought } from "../purchase/purchase-messages";
import { namesIn } from "../service/names";
import {
  aboutMoney,
  describeOrder,
  describeServer,
  inBrackets,
  inOneLine,
  monthly,
  priceChange,
  timeOfDay,
} from "../service/wire/messages";
import type { AboutOrder } from "../service/wire/order";
import { dateMs, sameDomainName } from "../service/wire/values";
import type { VpsArgument } from "./arguments";
import type { OutsideValues } from "./diff";
import { sameArgument } from "./equality";
import type { OwnedServer, Recorded } from "./state";
import { moveDuration, type Step, type StepKind } from "./steps";

/** The text on the line of a server that was just bought or adopted. */
export function orderedLine(
  { orderOid, primaryIp, monthlyCost, setupMessages }: OwnedServer,
  adopted: string | undefined,
): string {
  const facts = inOneLine([primaryIp, monthlyCost && monthly(monthlyCost), `order ${orderOid}`, adopted]);
  return `${facts}${aboutMoney(setupMessages ?? [])}`;
}

/**
 * The text on the line after a step.
 *
 * @param elsewhere what the server had, if that was not what the state said
 */
export function stepLine(
  step: Step,
  before: AboutOrder,
  after: AboutOrder,
  messages: readonly string[],
  elsewhere: OutsideValues,
): string {
  const cost = after.billingInfo?.monthlyRecurringAmt;
  const facts = inOneLine([after.allocatedIps?.primaryIp, cost && monthly(cost)]);
  const touched = new Map([...elsewhere].filter(([argument]) => argumentsOf(step).includes(argument)));
  return `${stepDone(step, before, after)}${inBrackets(outsideWords(touched, "was"))}: ${facts}${aboutMoney(messages)}`;
}

const argumentsOf = (step: Step): readonly VpsArgument[] =>
  step.kind === "resize" ? namesIn(step.sizes) : step.kind === "move" ? ["hostServerOid"] : ["distro"];

/** `memoryMb is 8192 on the server, 2048 in the state` */
export function outsideWords(elsewhere: OutsideValues, verb: "is" | "was" = "is"): string | undefined {
  const values = [...elsewhere].map(
    ([name, { live, saved }]) => `${name} ${verb} ${live} on the server, ${saved} in the state`,
  );
  return values.length === 0 ? undefined : values.join("; ");
}

/** What is said of a step while it is made and once it is done, where that is the same for every server. */
const stepWords = {
  start: { doing: "starting", done: "started" },
  stop: { doing: "stopping: it stays billed", done: "stopped, and still billed" },
  restart: { doing: "restarting", done: "restarted" },
  resize: { doing: "resizing: it restarts and is billed pro rata", done: "resized" },
} as const;

function stepDone(step: Step, before: AboutOrder, after: AboutOrder): string {
  if (step.kind === "reinstall")
    return `reinstalled because ${step.because.join(", ")} changed, with all data on it lost`;
  if (step.kind !== "move") return stepWords[step.kind].done;
  const ip = ipAfterMove(before.allocatedIps?.primaryIp, after.allocatedIps?.primaryIp);
  return `moved to host ${after.hostServerOid ?? step.hostServerOid}, ${ip}`;
}

function ipAfterMove(before: string | undefined, after: string | undefined): string {
  if (after === undefined) return "the service does not show its IP";
  if (before === undefined) return "the IP that it had is not known";
  return before === after ? "the IP is the same" : `the IP was ${before} before`;
}

const serverWords = ({ orderOid, domainName, primaryIp }: OwnedServer): string =>
  `Order ${orderOid} (${[domainName, primaryIp].filter(Boolean).join(", ")})`;

/** For a refresh, which takes the server out of the state. */
export const cancelledOutsideWarning = (recorded: OwnedServer): string =>
  `${serverWords(recorded)} is cancelled: the server and its data are gone. A refresh removes it from the state; if the program still declares it, "pulumi up" orders a new one (with --refresh, in this same run), or adopts one that it has bought already.`;

/** For the line of a preview, and of an update that has nothing else to do. */
export const recordedLine = (names: readonly VpsArgument[]): string =>
  `${names.join(", ")} recorded: the server has that already`;

/** For an update that finds a move done: its own line never spoke of a new address. */
export const movedAlreadyWarning = (recorded: OwnedServer, ip: string): string =>
  `${serverWords(recorded)} was moved already, presumably by an interrupted run: its IP is ${ip} now.`;

/** For an update, which keeps them in the state, as its preview has said. */
export const leftToRefreshWarning = (recorded: OwnedServer, names: readonly string[]): string =>
  `${serverWords(recorded)} differs from the state in what this update leaves alone: ${names.join(", ")}. Run "pulumi refresh" to record that.`;

/** For a refresh. Pulumi shows no changed price, and no changed size that the program does not set. */
export function changedPriceLine(
  { monthlyCost: before }: Recorded,
  { monthlyCost: now }: OwnedServer,
): string | undefined {
  if (before?.amount === undefined || now?.amount === undefined || monthly(before) === monthly(now)) return undefined;
  return `the price has changed: ${priceChange(before, now)}`;
}

/**
 * Drift that the program cannot express: no argument corresponds to it, or correcting it would replace the server, which
 * nobody asked for. A refresh warns about it and shows the resource as changed.
 */
export function driftWarnings(recorded: OwnedServer): string[] {
  const { cancellationDate, suspendedDate } = recorded;
  const order = serverWords(recorded);
  const { dcLocation } = recorded;
  const live = recorded.location?.dataCenterLocationCode;
  const isManaged = recorded.__managed?.includes("dcLocation") === true;
  const hasMoved =
    isManaged && dcLocation !== undefined && live !== undefined && !sameArgument("dcLocation", dcLocation, live);
  return [
    ...(cancellationDate === undefined
      ? []
      : [`${order} is due to be cancelled at ${dateWords(cancellationDate)}: it runs, and is billed, until then.`]),
    ...(suspendedDate === undefined
      ? []
      : [
          `${order} has been suspended since ${suspendedDate}: it is not cancelled, but nothing can be changed until the service's support resumes it. A replacement or a deletion still cancels it.`,
        ]),
    ...(hasMoved
      ? [
          `${order} is in ${live} now, but the program says dcLocation: "${dcLocation}". Leave dcLocation out of the program: changing it would replace the server, with its data and its IP lost.`,
        ]
      : []),
  ];
}

/** For a refresh, which keeps the program's name in the state. */
export const renamedWarnings = (recorded: OwnedServer, { domainName: live }: AboutOrder): string[] =>
  live === undefined ||
  recorded.domainName === undefined ||
  [recorded.domainName, recorded.instantiationViaCloneOptions?.domainName].some((name) => sameDomainName(live, name))
    ? []
    : [
        `${serverWords(recorded)} is called ${live} at the service now. Leave domainName as it is in the program: changing it would replace the server, with its data and its IP lost.`,
      ];

/** For the preview of a change. Its update is refused, unless the engine goes on with a replacement. */
export const goneWarning = (recorded: Recorded): string =>
  `${describeServer(recorded)} is cancelled. Unless this run replaces it, run "pulumi refresh" first; the next "pulumi up" then orders a new server.`;

/** For the preview of a replacement: an interrupted one, or somebody else, has cancelled the order. Pulumi itself refuses what was protected before. */
export const nothingToLoseWarning = (recorded: Recorded, isProtected: boolean): string =>
  `${describeServer(recorded)} is cancelled already: the server and its data are gone.${isProtected ? ' If Pulumi refuses to replace it because it is protected, run "pulumi refresh" first.' : ""}`;

/** For the line of every preview. */
export const endingLine = ({ cancellationDate: date }: Pick<OwnedServer, "cancellationDate">): string | undefined =>
  date === undefined ? undefined : `due to be cancelled on ${date.slice(0, 10)}, with its data`;

export const dateWords = (date: string): string =>
  dateMs(date) === undefined ? `"${date}", a date that cannot be read` : date;

/** For a change that was stopped before this step, or whose CLI has died. */
export const notWantedStepMessage = (order: AboutOrder, step: Step, done: ReadonlySet<StepKind>): string =>
  `${describeOrder(order)}: "${step.kind}" was not started, because the run was stopped.` +
  `${doneBefore(done)} The next "pulumi up" does the rest (from "${step.kind}" on).`;

export const doneBefore = (done: ReadonlySet<StepKind>): string =>
  done.size === 0 ? "" : ` Done before: ${[...done].join(", ")}; these are not repeated.`;

/** Corrects what the diff has announced, which knew only the state. */
export const installedAlreadyWarning = (server: string, distro: string, others: readonly string[]): string =>
  `${server} was not reinstalled in this run: it already has ${distro}, presumably from an interrupted run. ` +
  (others.length === 0
    ? ""
    : `The new ${others.join(", ")} ${others.length > 1 ? "are" : "is"} recorded, and may not be on the server: to install once more, with all data lost, change reinstallTriggers. `) +
  "The output password is now the one for this install. If that has changed since, or somebody else installed the image, set the server's root password to it.";

/** What is happening, for the resource's own line, which already names it. A narrow terminal shows only the first word. */
export function stepProgress(step: Step, order: AboutOrder): string {
  if (step.kind === "reinstall") return `reinstalling because ${step.because.join(", ")} changed: all its data is lost`;
  if (step.kind !== "move") return stepWords[step.kind].doing;
  return `moving to host ${step.hostServerOid}: ${moveDuration(order.vpsParameters)}, and the IP may change`;
}

/** How a wait for a port ended without a connection. */
type Unreached = "refused" | "silent" | "no-address" | "stopped";

/** For the resource's own line. */
export const portLine = ({ orderOid, primaryIp, monthlyCost }: OwnedServer, port: number): string =>
  `${inOneLine([primaryIp, monthlyCost && monthly(monthlyCost), `order ${orderOid}`])}: port ${port} accepts connections`;

/** For a wait for a port that could not begin. */
export const unknownAddressMessage =
  ({ orderOid, domainName }: OwnedServer, port: number) =>
  (why: string): string =>
    `Order ${orderOid} (${domainName}) is installed and in the state, but its address could not be read, so port ${port} was not tried. ${why} The server is billed. The next "pulumi up" tries the port; it neither buys nor reinstalls anything.`;

/** The resource then counts as not initialised, and the engine updates it in the next run even if nothing else changes. */
export function unreachedMessage(
  { orderOid, domainName, primaryIp }: OwnedServer,
  port: number,
  end: Unreached,
  took: string,
): string {
  const at = `port ${port} of ${primaryIp}`;
  const server = `Order ${orderOid} (${domainName}) is installed and in the state`;
  const next =
    'The server is billed. The next "pulumi up" tries the port again; it neither buys nor reinstalls anything.';
  switch (end) {
    case "refused":
      return `${server}, but ${at} still refuses connections after ${took}: nothing listens there. ${next}`;
    case "silent":
      return `${server}, but ${at} does not answer after ${took}: a firewall may drop connections from this machine. ${next}`;
    case "no-address":
      return `${server}, but the service shows no address for it, so port ${port} could not be tried. ${next}`;
    case "stopped":
      return `${server}, but the run was stopped before ${at} accepted a connection. ${next}`;
    default:
      return end satisfies never;
  }
}

/** The order of a purchase of unknown outcome has turned up, but the program now asks for a different server. */
export const boughtBeforeMessage = ({ orderOid }: OwnedServer, changed: readonly string[]): string =>
  `Order ${orderOid} was bought for this resource before ${changed.join(", ")} changed, and is in the state now. Nothing else was bought or changed. ` +
  'Run "pulumi preview" to see what the next "pulumi up" does about that.';

/** The same once it is done, before what the server is like. */
export const adoptedWords = (unshown: readonly string[]): string =>
  `adopted: it was bought for this server already${asBought(unshown)}`;

/** After the adoption, where the server is no longer what the program asks for. */
export const adoptedDifferentMessage = (order: AboutOrder, differences: readonly string[]): string =>
  `Adopted order ${order.orderOid}, which an interrupted run had bought. It differs from the program: ${differences.join("; ")}. ` +
  'Run "pulumi preview" to see what the next "pulumi up" does about that.';

export const otherPasswordMessage = (order: AboutOrder): string =>
  `${describeOrder(order)} was set up with a different root password than requested. The output password holds the one that the service reported.`;

/** For a server whose installation could not be waited for. */
export const withoutAddressMessage =
  (order: AboutOrder) =>
  (why: string): string =>
    `Order ${order.orderOid} was bought and is in the state, but it is not known to run yet. ${why}`;

/** For a purchase without an answer whose order has not turned up in all the time that it may take. */
export const pendingMessage = (domainName: string, why: string, sentMs: number): string =>
  `No order for "${domainName}" has turned up since ${timeOfDay(sentMs)}, but one may exist, and be billed: ${why}. ` +
  'Run "pulumi up" again: it looks once more, and buys the server if there is no order.';
