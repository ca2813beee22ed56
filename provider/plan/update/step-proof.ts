import type { AboutOrder } from "../../schema/order";
import { sameArgument } from "../equality";
import { type Step, sizeArguments } from "./steps";

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

/** What the host said of a server, and the moments of our clock between which it said so. */
export interface LiveReading {
  readonly askedMs: number;
  readonly answeredMs: number;
  readonly runningState: string | undefined;
  /** Whole seconds, rounded down. */
  readonly uptimeS: number | undefined;
  /** Also while an operation is under way. */
  readonly isSuspended: boolean | undefined;
}

/** The earliest moment at which a server can have booted that is up now; `undefined` where it is not, or is worked on. */
const earliestBootMs = ({ askedMs, runningState, uptimeS, isSuspended }: LiveReading): number | undefined =>
  runningState === "RUNNING" && uptimeS !== undefined && isSuspended !== true
    ? askedMs - (uptimeS + 1) * 1000
    : undefined;

/** The latest moment at which a server can have booted that was up then. */
const latestBootMs = ({ answeredMs, uptimeS }: LiveReading): number | undefined =>
  uptimeS === undefined ? undefined : answeredMs - uptimeS * 1000;

/**
 * Whether a server has certainly booted anew since a call was sent. What booted it a moment before does not count, however
 * the seconds are rounded.
 *
 * @param before read right before the call was sent, where it could be read
 */
export function hasBootedSince(sentMs: number, before: LiveReading | undefined, after: LiveReading): boolean {
  const bootedMs = earliestBootMs(after);
  if (bootedMs === undefined) return false;
  if (bootedMs >= sentMs) return true;
  if (before?.runningState === "NOTRUNNING") return true;
  const formerMs = before === undefined ? undefined : latestBootMs(before);
  return formerMs !== undefined && bootedMs >= formerMs;
}
