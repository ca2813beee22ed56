import type { ProviderContext } from "./context";

/** How soon a pause notices that the run is to stop: a killed CLI leaves its host behind. */
const noticedAfterMs = 3_000;

/** Waits, but not on when the engine no longer runs. Returns whether it runs. */
export async function pauseWhileRunning(
  context: Pick<ProviderContext, "sleep" | "askEngine">,
  durationMs: number,
): Promise<boolean> {
  for (let leftMs = durationMs; ; leftMs -= noticedAfterMs) {
    await context.sleep(Math.max(0, Math.min(leftMs, noticedAfterMs)));
    if ((await context.askEngine()) !== "runs") return false;
    if (leftMs <= noticedAfterMs) return true;
  }
}
