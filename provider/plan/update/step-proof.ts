import type { AboutOrder } from "../../schema/order";
import { sameArgument } from "../equality";
import { type Step, sizeArguments } from "./steps";

/** Whether the server shows the effect of a step; `undefined` if an order alone cannot show it. */
export function orderShows(step: Step, observed: AboutOrder): boolean | undefined {
  switch (step.kind) {
    case "start":
      return observed.runningState === "RUNNING";
    case "stop":
      return observed.runningState === "NOTRUNNING";
    case "move":
      if ("hostServerOid" in step) return observed.hostServerOid === step.hostServerOid;
      return step.awayFrom === undefined || observed.hostServerOid === undefined
        ? undefined
        : observed.hostServerOid !== step.awayFrom;
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

/** What the host server reported about a server, and when we asked and got the answer, by our clock. */
export interface LiveReading {
  readonly askedMs: number;
  readonly answeredMs: number;
  readonly runningState: string | undefined;
  /** Whole seconds, rounded down. */
  readonly uptimeS: number | undefined;
  /** True also while an operation is under way. */
  readonly isSuspended: boolean | undefined;
}

/** The earliest moment at which a running server can have booted; `undefined` if it is not up, or an operation is under way. */
const earliestBootMs = ({ askedMs, runningState, uptimeS, isSuspended }: LiveReading): number | undefined =>
  runningState === "RUNNING" && uptimeS !== undefined && isSuspended !== true
    ? askedMs - (uptimeS + 1) * 1000
    : undefined;

/** The latest moment at which a server that was up can have booted. */
const latestBootMs = ({ answeredMs, uptimeS }: LiveReading): number | undefined =>
  uptimeS === undefined ? undefined : answeredMs - uptimeS * 1000;

/**
 * Whether a server has certainly booted again since a call was sent. A boot just before the call does not count, however
 * the seconds are rounded.
 *
 * @param before read right before the call was sent, if it could be read
 */
export function hasBootedSince(sentMs: number, before: LiveReading | undefined, after: LiveReading): boolean {
  const bootedMs = earliestBootMs(after);
  if (bootedMs === undefined) return false;
  if (bootedMs >= sentMs) return true;
  if (before?.runningState === "NOTRUNNING") return true;
  const formerMs = before === undefined ? undefined : latestBootMs(before);
  return formerMs !== undefined && bootedMs >= formerMs;
}
