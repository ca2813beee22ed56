import { dateMs } from "../../schema/dates";
import type { AboutOrder } from "../../schema/order";
import type { OwnedServer, Recorded, VpsOutputs } from "../../schema/vps-outputs";
import { sameArgument } from "../equality";
import { aboutMoney, describeOrder, describeServer, inOneLine } from "../messages";
import type { Desired, Known } from "../model";
import { inUsd, monthly } from "../money";
import { moveDuration, type Step, type StepKind } from "./steps";

/** The text on the line after a step. */
export function stepLine(step: Step, before: AboutOrder, after: AboutOrder, messages: readonly string[]): string {
  const cost = after.billingInfo?.monthlyRecurringAmt;
  const facts = inOneLine([after.allocatedIps?.primaryIp, cost && monthly(cost)]);
  return `${stepDone(step, before, after)}: ${facts}${aboutMoney(messages)}`;
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
    return `reinstalled because of ${step.because.join(", ")}, all data that was on it is lost`;
  if (step.kind !== "move") return stepWords[step.kind].done;
  const target = "hostServerOid" in step ? step.hostServerOid : "of the service's choice";
  const ip = ipAfterMove(before.allocatedIps?.primaryIp, after.allocatedIps?.primaryIp);
  return `moved to host ${after.hostServerOid ?? target}, ${ip}`;
}

function ipAfterMove(before: string | undefined, after: string | undefined): string {
  if (after === undefined) return "the service does not show its IP";
  if (before === undefined) return "the IP that it had is not known";
  return before === after ? "the IP is the same" : `the IP was ${before} before`;
}

const orderWords = ({ orderOid, domainName, primaryIp }: OwnedServer): string =>
  `Order ${orderOid} (${[domainName, primaryIp].filter(Boolean).join(", ")})`;

/** Of an order that is another server: what was done to it would be done to that server's data. */
export const wrongOrderReason =
  "it carries the tag of another resource, so the state holds a wrong number for this one, as after an edit or a swap. Correct it " +
  '("pulumi stack export", "pulumi stack import"), or take the resource out of the state with "pulumi state delete" and adopt its own order with the option import';

/** For a refresh. */
export const wrongOrderWarning = (order: AboutOrder): string =>
  `${describeOrder(order)} is neither changed nor cancelled for this resource: ${wrongOrderReason}.`;

/** For `Vps.get`. */
export const readCancelledMessage = (order: AboutOrder): string =>
  `${describeOrder(order)} is cancelled: there is no server to read. Take it out of the program, or name another order. Nothing was ordered or changed.`;

/** For a refresh, which takes the server out of the state. */
export const cancelledElsewhereWarning = (recorded: OwnedServer): string =>
  `${orderWords(recorded)} was cancelled at the service: the server and its data are gone. It leaves the state, and the next "pulumi up" orders a new server if the program still declares it.`;

/**
 * Drift that the program cannot express: no argument corresponds to it, or correcting it would replace the server, which
 * nobody asked for. A refresh warns about it and shows the resource as changed.
 */
export function driftWarnings(recorded: OwnedServer): string[] {
  const { cancellationDate, suspendedDate } = recorded;
  const order = orderWords(recorded);
  const declared = recorded.dcLocation;
  const live = recorded.location?.dataCenterLocationCode;
  const isManaged = recorded.__managed?.includes("dcLocation") === true;
  const hasMoved =
    isManaged && declared !== undefined && live !== undefined && !sameArgument("dcLocation", declared, live);
  return [
    ...(cancellationDate === undefined
      ? []
      : [`${order} is due to be cancelled at ${dateWords(cancellationDate)}: it runs, and is billed, until then.`]),
    ...(suspendedDate === undefined
      ? []
      : [
          `${order} has been suspended since ${suspendedDate}: ask the service's support to resume it. Until then nothing can be changed.`,
        ]),
    ...(hasMoved
      ? [
          `${order} is in ${live} now, but the program says dcLocation: "${declared}". The server is not replaced for that; leave dcLocation out of the program, because changing it would order a new server.`,
        ]
      : []),
  ];
}

/**
 * For a server that costs more than the program allows, as it may right after a purchase whose quote was lower. The state tells, so
 * that every run says it until the server or the limit changes.
 */
export function aboveLimitWarning(recorded: Recorded, { maxMonthlyCostUsd: most }: Known<Desired>): string | undefined {
  const usd = inUsd(recorded.monthlyCost ?? {});
  if (most === undefined || usd === undefined || usd <= most) return undefined;
  return (
    `maxMonthlyCostUsd is ${most}, but ${describeServer(recorded)} costs USD ${usd.toFixed(2)} a month. ` +
    "The limit applies to what is bought or enlarged from now on: this server stays as it is, and billed. Raise the limit, or change the server; if its quote was lower, ask the service's support."
  );
}

export const dateWords = (date: string): string =>
  dateMs(date) === undefined ? `"${date}", a date that cannot be read` : date;

/** For a change whose run was stopped, or whose CLI died, before this step. */
export const notWantedStepMessage = (
  order: AboutOrder,
  step: Step,
  engine: "stops" | "is-gone",
  done: ReadonlySet<StepKind>,
): string =>
  `${describeOrder(order)}: "${step.kind}" was not started, because ${engine === "stops" ? "the run was asked to stop" : "the Pulumi CLI that asked for it ended"}.` +
  `${doneBefore(done)} The next "pulumi up" does the rest (from "${step.kind}" on).`;

export const doneBefore = (done: ReadonlySet<StepKind>): string =>
  done.size === 0 ? "" : ` Done before: ${[...done].join(", ")}; these are not repeated.`;

/** For a server that `moveTriggers` would move, but that is on another host than the one they were recorded with. */
export const movedAlreadyWarning = (server: string, from: string, to: string): string =>
  `${server} is on host ${to} now; when moveTriggers were last recorded, it was on host ${from}. An interrupted run, or someone else, has moved it: it is not moved again, and moveTriggers are only recorded. ` +
  `To move it away from host ${to} too, change moveTriggers once more.`;

/** For the resource's own line. */
export const installedAlreadyLine = "not reinstalled: already has the image";

/** Corrects what the diff has announced, which knew only the state. */
export const installedAlreadyWarning = (server: string, distro: string): string =>
  `${server} was not reinstalled in this run, and no data was lost: it already has ${distro}, and the provider assumes that an interrupted run installed it. ${foundPasswordAdvice}`;

/** For a server that was found with the image that the program wants. */
export const foundPasswordAdvice =
  "The output password becomes the one that such a run sets. If someone else installed the image, or the program's password has changed since that run, the root password is a different one: set it on the server, or change reinstallTriggers, which reinstalls the server with all data lost.";

/** What is happening, for the resource's own line, which already names it. A narrow terminal shows only the first word. */
export function stepProgress(step: Step, order: AboutOrder): string {
  if (step.kind === "reinstall") return `reinstalling because of ${step.because.join(", ")}: all its data is lost`;
  if (step.kind !== "move") return stepWords[step.kind].doing;
  const target = "hostServerOid" in step ? `host ${step.hostServerOid}` : "a host that the service chooses";
  return `moving to ${target}: ${moveDuration(order.vpsParameters)}, and the IP may change`;
}

/** For the resource's own line. */
export const addressLine = ({ primaryIp }: VpsOutputs): string =>
  primaryIp === undefined ? "the service shows no address for it yet" : `its address is ${primaryIp}`;

/** How a wait for a port ended without a connection. */
type Unreached = "refused" | "silent" | "no-address" | "stopped";

/** For the resource's own line. */
export const portLine = ({ orderOid, primaryIp, monthlyCost }: OwnedServer, port: number): string =>
  `${inOneLine([primaryIp, monthlyCost && monthly(monthlyCost), `order ${orderOid}`])}: port ${port} takes connections`;

/** The resource then counts as not initialised, and the engine updates it in the next run even if nothing else changes. */
export function unreachedMessage(
  { orderOid, domainName, primaryIp }: OwnedServer,
  port: number,
  end: Unreached,
  took: string,
): string {
  const at = `port ${port} of ${primaryIp}`;
  const server = `Order ${orderOid} (${domainName}) is installed and in the state`;
  const next = 'It is kept, and billed. The next "pulumi up" looks again; it neither buys nor reinstalls anything.';
  switch (end) {
    case "refused":
      return `${server}, but ${at} has refused every connection for ${took}: nothing listens there. ${next}`;
    case "silent":
      return `${server}, but ${at} has not answered for ${took}: a firewall may drop connections from this machine. ${next}`;
    case "no-address":
      return `${server}, but the service shows no address for it, so that port ${port} could not be tried. ${next}`;
    case "stopped":
      return `${server}, but the run was stopped before ${at} took a connection. ${next}`;
    default:
      return end satisfies never;
  }
}

/** Why a server that waits for its turn in a group gets none. */
export type NoTurn =
  | { readonly why: "failed" | "hangs"; readonly other: string }
  | { readonly why: "stops" | "is-gone" };

export function noTurnMessage(server: string, group: string, noTurn: NoTurn): string {
  const untouched = `Nothing was done to ${server}, which waited for its turn in the group "${group}"`;
  const next = 'The next "pulumi up" goes on with the rest of the group.';
  switch (noTurn.why) {
    case "failed":
      return `${untouched}: the change of ${noTurn.other} failed. Fix that first; its own error says what happened. ${next}`;
    case "hangs":
      return `${untouched}: the change of ${noTurn.other} has not ended in all the time that it may take. Look at that server at the service. ${next}`;
    case "stops":
      return `${untouched}: the run was asked to stop. ${next}`;
    case "is-gone":
      return `${untouched}: the Pulumi CLI that asked for it ended. ${next}`;
    default:
      return noTurn satisfies never;
  }
}

/** For the resource's own line. */
export const waitsProgress = (
  atWork: readonly string[],
  { begun, of, group }: { begun: number; of: number; group: string },
): string => `waits for ${atWork.join(", ") || "its turn"} (group "${group}": ${begun} of ${of} begun)`;

/** The resource then counts as not initialised, and the next run looks again before it goes on with the group. */
export const notRunningMessage = ({ orderOid, domainName }: OwnedServer, group: string): string =>
  `Order ${orderOid} (${domainName}) was changed as the program asks, but it does not run again. It is kept, and billed. The rest of the group "${group}" stays as it is. ` +
  'Look at its console, and start it; the next "pulumi up" looks again and goes on with the group.';

/** An order of unknown outcome has turned up, but the program asks for another server by now. */
export const boughtBeforeMessage = ({ orderOid }: OwnedServer, replaces: readonly string[]): string =>
  `Order ${orderOid} was bought for this resource before ${replaces.join(", ")} changed, and is in the state now. Nothing else was bought or changed. ` +
  'That change replaces the server: run "pulumi preview" to see what it costs, and then "pulumi up".';
