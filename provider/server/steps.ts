import { namesIn } from "../service/names";
import type { AboutOrder } from "../service/wire/order";
import type { VpsArgument } from "./arguments";
import { sameArgument } from "./equality";
import type { VpsSizes } from "./request";

/** One call that changes a VPS. */
export type Step =
  | { readonly kind: "start" }
  | { readonly kind: "move"; readonly hostServerOid: string }
  | { readonly kind: "resize"; readonly sizes: VpsSizes }
  | { readonly kind: "reinstall"; readonly because: readonly VpsArgument[] }
  | { readonly kind: "restart" }
  | { readonly kind: "stop" };

export type StepKind = Step["kind"];

/** What costs money, or may cost data or the IP: it is never started for a run that was asked to stop, nor unless that run has announced it. */
export function announcementsOf(step: Step): string[] {
  if (step.kind === "resize") return namesIn(step.sizes).map((size) => `resize of ${size}`);
  return step.kind === "move" || step.kind === "reinstall" ? [step.kind] : [];
}

/** The others leave a server as it runs, or do not. */
export const boots = (kind: StepKind): boolean => kind !== "move" && kind !== "stop";

type Disks = Pick<VpsSizes, "diskSpaceMb" | "diskSpace2Mb" | "diskSpace3Mb">;

/** The service estimates 5 to 10 minutes per GB in use; no more can be in use than there is. */
const maxMinutesPerGb = 10;

/** For what does not depend on the disks: shutting down, booting, and a slow host. */
const slackMinutes = 30;

const totalGb = (disks: Disks | undefined): number =>
  [disks?.diskSpaceMb, disks?.diskSpace2Mb, disks?.diskSpace3Mb].reduce<number>((sum, size) => sum + (size ?? 0), 0) /
  1024;

/** The longest that a move with these disks may take; 0 if their sizes are unknown. */
export function longestMoveMs(disks: Disks | undefined): number {
  const gb = totalGb(disks);
  return gb === 0 ? 0 : (gb * maxMinutesPerGb + slackMinutes) * 60_000;
}

/** The same as text for a message. */
export function moveDuration(disks: Disks | undefined): string {
  const gb = totalGb(disks);
  if (gb === 0) return "5 to 10 minutes per GB in use";
  const minutes = Math.ceil(gb * maxMinutesPerGb);
  const longest = minutes < 120 ? `${minutes} minutes` : `${(minutes / 60).toFixed(1)} hours`;
  return `5 to 10 minutes per GB in use, at most about ${longest} for its ${Math.ceil(gb)} GB of disk`;
}

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
    case "move":
      return isAs(observed.hostServerOid, step.hostServerOid);
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
function hasSize(size: keyof VpsSizes, wanted: number | undefined, { vpsParameters }: AboutOrder): boolean | undefined {
  const shown = vpsParameters?.[size];
  return sameArgument(size, shown, wanted) || (shown === undefined ? undefined : false);
}

const allOf = (parts: readonly (boolean | undefined)[]): boolean | undefined =>
  parts.includes(false) ? false : parts.includes(undefined) ? undefined : true;

/** Whether a boot of the server is evidence of a step that the order does not show. */
export const isProvenByBoot = ({ kind }: Step): boolean => ["reinstall", "restart", "start"].includes(kind);

/** The server as its host server sees it. */
interface AtHost {
  readonly runningState?: string | undefined;
  readonly isSuspended?: boolean | undefined;
  readonly vpsUptimeS?: number | undefined;
}

/**
 * Whether a server has booted since a call was sent, as its host server reports it in whole seconds: one just before the call does not count.
 *
 * @param askedMs when its host server was asked, by our clock
 */
export const hasBootedSince = (sentMs: number, askedMs: number, seen: AtHost | undefined): boolean =>
  seen?.runningState === "RUNNING" &&
  seen.isSuspended !== true &&
  seen.vpsUptimeS !== undefined &&
  askedMs - (seen.vpsUptimeS + 1) * 1000 >= sentMs;
