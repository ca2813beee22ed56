import { spawn } from "node:child_process";

const HEARTBEAT_MS = 30_000;

/** Progress goes to stderr, so that what a task prints on stdout stays its own. */
export const sayOnStderr = (line) => void process.stderr.write(`${line}\n`);

/**
 * Runs one long command: says what is done, that it still runs, and how long it took. Its output is shown only when it fails,
 * and the error carries it.
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
  const heartbeat = setInterval(() => say(`  … still at it after ${seconds()}`), HEARTBEAT_MS);
  try {
    const output = await collect(
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

/** What a child printed on both streams; an error with the same text unless it ended well. */
function collect(child) {
  return new Promise((resolve, reject) => {
    let output = "";
    const keep = (chunk) => {
      output += chunk;
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.once("error", reject);
    child.once("close", (code, signal) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${signal === null ? `exit code ${code}` : `ended by ${signal}`}\n${output.trimEnd()}`));
    });
  });
}
