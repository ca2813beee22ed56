import { spawn } from "node:child_process";

const HEARTBEAT_MS = 30_000;

/** Progress goes to stderr, so that stdout holds only what the task prints. */
export const sayOnStderr = (line) => void process.stderr.write(`${line}\n`);

/**
 * Runs one long command: reports what it does, that it is still running, and how long it took. Its output is shown only if it
 * fails, as part of the error.
 *
 * @param {string} title what is done, as a sentence without a full stop
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, say?: (line: string) => void, timeoutMs?: number }} [options]
 * @returns {Promise<string>} what the command printed
 */
export async function runStep(title, command, args, { cwd, env, say = sayOnStderr, timeoutMs } = {}) {
  const startedMs = Date.now();
  const seconds = () => `${((Date.now() - startedMs) / 1000).toFixed(1)} s`;
  say(`${title} …`);
  const heartbeat = setInterval(() => say(`  … still running after ${seconds()}`), HEARTBEAT_MS);
  try {
    const output = await outputOf(
      spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], timeout: timeoutMs }),
    );
    say(`  done in ${seconds()}`);
    return output;
  } catch (error) {
    say(`  failed after ${seconds()}`);
    throw new Error(`${title} failed: ${error.message}`, { cause: error });
  } finally {
    clearInterval(heartbeat);
  }
}

/**
 * Resolves to what a child printed on both streams; rejects with the same text unless it succeeded.
 *
 * @param {import("node:child_process").ChildProcess} child with both streams piped
 * @returns {Promise<string>}
 */
export function outputOf(child) {
  return new Promise((resolve, reject) => {
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (chunk) => {
        output += chunk;
      });
    child.once("error", reject);
    child.once("close", (code, signal) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${signal === null ? `exit code ${code}` : `ended by ${signal}`}\n${output.trimEnd()}`));
    });
  });
}
