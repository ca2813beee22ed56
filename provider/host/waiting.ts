import { connect } from "node:net";
import type { PortState, ProviderContext } from "./context";

/** How soon a pause notices that the run is to stop: a killed CLI leaves its host behind. */
const noticedAfterMs = 3_000;

/** Waits, but stops once the engine no longer runs. Returns whether it still runs. */
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

/** Connects to a port directly, never through a proxy, and closes the connection at once: nothing is sent. */
export function tryPort(address: string, port: number, timeoutMs: number): Promise<PortState> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port, timeout: timeoutMs });
    const end = (state: PortState): void => {
      socket.destroy();
      resolve(state);
    };
    socket.once("connect", () => end("open"));
    socket.once("timeout", () => end("silent"));
    socket.once("error", (error: NodeJS.ErrnoException) => end(error.code === "ECONNREFUSED" ? "refused" : "silent"));
  });
}
