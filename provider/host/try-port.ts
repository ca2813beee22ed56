import { connect } from "node:net";
import type { PortState } from "./context";

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
