#!/usr/bin/env node
import { execFile } from "node:child_process";
import { readEnvironment } from "../service/environment";
import { exitCodes, type PulumiResult } from "./command/command";
import { run } from "./run";

const mebibyte = 1024 * 1024;

/** Without a terminal the CLI never asks for anything, such as a passphrase. */
const pulumi = (args: readonly string[]): Promise<PulumiResult> =>
  new Promise((resolve) => {
    const options = {
      env: { ...readEnvironment(), PULUMI_SKIP_UPDATE_CHECK: "true" },
      maxBuffer: 512 * mebibyte,
      timeout: 120_000,
    };
    execFile("pulumi", [...args, "--non-interactive", "--color", "never"], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : undefined;
      resolve({ code, stdout, stderr });
    });
  });

/** Says on the error output if some of the output was lost, as on a full disk, and then resolves. */
function watchOutput(stdout: NodeJS.WritableStream, stderr: NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve) => {
    let isReported = false;
    stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
      // Whoever reads the output may stop before its end, as "head" does.
      if (isReported || code === "EPIPE") return;
      isReported = true;
      stderr.write(`pulumi-rimuhosting: The output could not be written (${code}): what was printed is incomplete.\n`);
      resolve();
    });
    // There is nowhere left to say so.
    stderr.on("error", ({ code }: NodeJS.ErrnoException) => code !== "EPIPE" && resolve());
  });
}

const outputLost = watchOutput(process.stdout, process.stderr);

void run(process.argv.slice(2), process, {
  environment: readEnvironment(),
  folder: process.cwd(),
  stdin: process.stdin,
  pulumi,
  nodeVersion: process.versions.node,
  network: {},
}).then((code) => {
  process.exitCode = code;
  void outputLost.then(() => {
    process.exitCode ||= exitCodes.failed;
  });
});
