"use strict";
const { execFileSync } = require("node:child_process");
const { readdirSync, readFileSync } = require("node:fs");

/**
 * Every process that works in one of our directories has that directory in its environment under this name, so it can be found
 * when its parents are gone: the dynamic host outlives a CLI that is killed, and plugins have process groups of their own.
 */
const WORK_VARIABLE = "RIMUHOSTING_STORY";

/**
 * @typedef {"cli" | "language-host" | "program" | "dynamic-host" | "other"} ProcessRole
 * @typedef {{ readonly pid: number, readonly commandLine: string, readonly role: ProcessRole }} MarkedProcess
 */

/**
 * Finds what runs now in `directory`, or in one below it.
 *
 * @param {string} directory
 * @returns {MarkedProcess[]}
 */
function processesIn(directory) {
  const mark = `${WORK_VARIABLE}=${directory}`;
  const all = process.platform === "linux" ? fromProc(mark) : fromPs(mark);
  return all.map(({ pid, commandLine }) => ({ pid, commandLine, role: roleOf(commandLine) }));
}

/**
 * Ends processes immediately, as a crash would. Ignores those that are already gone.
 *
 * @param {readonly { readonly pid: number }[]} processes
 */
function killAll(processes) {
  for (const { pid } of processes) {
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      if (!isOutOfReach(error)) throw error;
    }
  }
}

/** @param {string} commandLine @returns {ProcessRole} */
function roleOf(commandLine) {
  if (/dynamic-provider|pulumi-resource-pulumi-nodejs/.test(commandLine)) return "dynamic-host";
  if (/cmd[/\\]run/.test(commandLine)) return "program";
  if (/pulumi-language-nodejs/.test(commandLine)) return "language-host";
  return /^\S*pulumi(\s|$)/.test(commandLine) ? "cli" : "other";
}

/** @param {string} mark */
function fromProc(mark) {
  const found = [];
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const environment = readFileSync(`/proc/${name}/environ`, "utf8").split("\0");
      if (!environment.some((entry) => entry === mark || entry.startsWith(`${mark}/`))) continue;
      const commandLine = readFileSync(`/proc/${name}/cmdline`, "utf8").split("\0").join(" ").trim();
      // A process that has ended but has not been waited for has no command line.
      if (commandLine !== "") found.push({ pid: Number(name), commandLine });
    } catch (error) {
      if (!isOutOfReach(error)) throw error;
    }
  }
  return found;
}

/** Without /proc, `ps` prints the environment after the command. @param {string} mark */
function fromPs(mark) {
  const output = execFileSync("ps", ["axEww", "-o", "pid=,command="], { maxBuffer: 64 * 1024 * 1024 }).toString();
  return output
    .split("\n")
    .filter((line) => line.includes(`${mark} `) || line.includes(`${mark}/`) || line.endsWith(mark))
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, ...command]) => ({ pid: Number(pid), commandLine: command.join(" ") }));
}

/** Gone in the meantime, or owned by somebody else. Under jest the errors of Node's own modules are not `instanceof Error`. */
function isOutOfReach(error) {
  return ["ENOENT", "ESRCH", "EACCES", "EPERM"].includes(error?.code);
}

module.exports = { WORK_VARIABLE, processesIn, killAll };
