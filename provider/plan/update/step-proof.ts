import type { AboutOrder } from "../../schema/order";
import { namesIn } from "../../schema/parts";
import { sameArgument } from "../equality";
import type { Sizes, Step } from "./steps";

/**
 * Whether the server shows the effect of a step; `undefined` if an order alone cannot show it, or if the service leaves out what
 * would: that is unknown, not different.
 */
export function orderShows(step: Step, observed: AboutOrder): boolean | undefined {
  switch (step.kind) {
    case "start":
      return isAs(observed.runningState, "RUNNING");
    case "stop":
      return isAs(observed.runningState, "NOTRUNNING");
    case "move": {
      if ("hostServerOid" in step) return isAs(observed.hostServerOid, step.hostServerOid);
      const isThere = step.awayFrom === undefined ? undefined : isAs(observed.hostServerOid, step.awayFrom);
      return isThere === undefined ? undefined : !isThere;
    }
    case "resize":
      return allOf(namesIn(step.sizes).map((size) => hasSize(size, step.sizes[size], observed)));
    case "reinstall":
    case "restart":
      return undefined;
    default:
      return step satisfies never;
  }
}

const isAs = <T>(shown: T | undefined, wanted: T): boolean | undefined =>
  shown === undefined ? undefined : shown === wanted;

/** An additional disk that an order does not mention is none; what it does not mention otherwise is unknown. */
function hasSize(size: keyof Sizes, wanted: number | undefined, { vpsParameters }: AboutOrder): boolean | undefined {
  const shown = vpsParameters?.[size];
  return sameArgument(size, shown, wanted) || (shown === undefined ? undefined : false);
}

const allOf = (parts: readonly (boolean | undefined)[]): boolean | undefined =>
  parts.includes(false) ? false : parts.includes(undefined) ? undefined : true;

/** Whether a boot of the server is evidence of a step that the order does not show. */
export const isProvenByBoot = ({ kind }: Step): boolean =>
  kind === "reinstall" || kind === "restart" || kind === "start";

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
