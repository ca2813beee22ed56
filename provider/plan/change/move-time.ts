import type { VpsSizes } from "../../schema/request/vps-sizes";

type Disks = Pick<VpsSizes, "diskSpaceMb" | "diskSpace2Mb" | "diskSpace3Mb">;

/** The service counts 5 to 10 minutes per GB in use; no more can be in use than there is. */
const mostMinutesPerGb = 10;
/** For what does not depend on the disks: shutting down, booting, and a slow host. */
const slackMinutes = 30;

const totalGb = (disks: Disks | undefined): number =>
  [disks?.diskSpaceMb, disks?.diskSpace2Mb, disks?.diskSpace3Mb].reduce<number>((sum, size) => sum + (size ?? 0), 0) /
  1024;

/** How long a move with these disks may take at most; 0 where nobody knows their sizes. */
export function longestMoveMs(disks: Disks | undefined): number {
  const gb = totalGb(disks);
  return gb === 0 ? 0 : (gb * mostMinutesPerGb + slackMinutes) * 60_000;
}

/** The same in words for people. */
export function moveDuration(disks: Disks | undefined): string {
  const gb = totalGb(disks);
  if (gb === 0) return "5 to 10 minutes per GB in use";
  const mostMinutes = Math.ceil(gb * mostMinutesPerGb);
  const most = mostMinutes < 120 ? `${mostMinutes} minutes` : `${(mostMinutes / 60).toFixed(1)} hours`;
  return `5 to 10 minutes per GB in use, at most about ${most} for its ${Math.ceil(gb)} GB of disk`;
}
