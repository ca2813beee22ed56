import { spawn } from "node:child_process";
import { constants } from "node:os";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Lets another program go on in place of this one: it has the terminal and gets our signals.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<{ exitCode: number, isInterrupted: boolean }>} isInterrupted: we were told to stop, and have not stopped yet
 */
export function handOver(command, args, { cwd, env } = {}) {
  const child = spawn(command, args, { cwd, env, stdio: "inherit" });
  let isInterrupted = false;
  const pass = (signal) => {
    isInterrupted = true;
    // A terminal sends Ctrl-C to the whole group, so the child has it already.
    if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, pass);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve({ exitCode: code ?? 128 + constants.signals[signal], isInterrupted }));
  }).finally(() => {
    for (const signal of SIGNALS) process.off(signal, pass);
  });
}
