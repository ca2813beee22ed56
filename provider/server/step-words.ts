import { namesIn } from "../service/names";
import { aboutMoney, describeOrder, describeServer, inOneLine, monthly, notChanged } from "../service/wire/messages";
import type { AboutOrder } from "../service/wire/order";
import type { Program } from "./program";
import { changeWords } from "./refusals";
import type { Server } from "./server";
import { moveDuration, type Step } from "./steps";

/** The text on the line after a step. */
export function stepLine(
  step: Step,
  server: Server,
  program: Program,
  after: AboutOrder,
  messages: readonly string[],
): string {
  const cost = after.billingInfo?.monthlyRecurringAmt;
  const facts = inOneLine([after.allocatedIps?.primaryIp, cost && monthly(cost)]);
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
      return `reinstalled because ${step.because.join(", ")} changed, with all data on it lost`;
    case "resize":
      return `resized (${changeWords(namesIn(step.sizes), server, program)})`;
    case "move": {
      const ip = ipAfterMove(server.order?.allocatedIps?.primaryIp, after.allocatedIps?.primaryIp);
      return `moved to host ${after.hostServerOid ?? step.hostServerOid}, ${ip}`;
    }
    default:
      return stepWords[step.kind].done;
  }
}

function ipAfterMove(before: string | undefined, after: string | undefined): string {
  if (after === undefined) return "the service does not show its IP";
  if (before === undefined) return "the IP that it had is not known";
  return before === after ? "the IP is the same" : `the IP was ${before} before`;
}

/** What is happening, for the resource's own line, which already names it. A narrow terminal shows only the first word. */
export function stepProgress(step: Step, { now }: Server): string {
  switch (step.kind) {
    case "reinstall":
      return `reinstalling because ${step.because.join(", ")} changed: all its data is lost`;
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
    : `The new ${others.join(", ")} ${others.length > 1 ? "are" : "is"} saved, but may not be on the server: to install it again, with all data lost, change reinstallTriggers. `) +
  "The password output is now the one for this install. If that has changed since, or somebody else installed the image, set the server's root password to it.";

/** For an update that finds a move done: its own line never spoke of a new address. */
export const movedAlreadyWarning = ({ saved }: Server, ip: string): string =>
  `${describeServer(saved)} has already been moved, probably by an interrupted run. Its IP is ${ip} now.`;

export const cancelledMeanwhile = (order: AboutOrder): string =>
  `${describeOrder(order)} was cancelled while it was being changed. Run "pulumi refresh"; then "pulumi up" orders a new server.`;
