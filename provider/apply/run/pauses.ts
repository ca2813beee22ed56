import type { Settings } from "../../api/settings";

type Pace = Pick<Settings, "pollSeconds">;

/** How long to wait between looks at what takes time: longer with each look, to a limit. */
export const firstPauseMs = ({ pollSeconds }: Pace): number => pollSeconds * 1000;

export const nextPauseMs = ({ pollSeconds }: Pace, pauseMs: number): number =>
  Math.min(pauseMs * 1.5, pollSeconds * 4000);
