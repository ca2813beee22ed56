import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Runs it in a session of its own, as a terminal does: what it does to its process groups concerns nobody else. */
export function inShell(session: string, cwd: string, env: Readonly<Record<string, string>>): Promise<string> {
  return new Promise((resolve, reject) => {
    const shell = spawn("bash", ["-c", session], { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    let shown = "";
    for (const stream of [shell.stdout, shell.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        shown += text;
      });
    }
    // Not when the streams are closed: a program that is left behind would hold them.
    shell.once("exit", (code, signal) => {
      if (code === 0) resolve(shown);
      else
        reject(
          new Error(`A command of the page failed (${signal ?? `exit code ${code}`}), the last one below:\n${shown}`),
        );
    });
    shell.once("error", reject);
  });
}

/** A port that nothing listens on, below those that the system gives away: simulators of other stories listen on such ones. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
