#!/usr/bin/env node
import { execFile } from "node:child_process";
import { readEnvironment } from "../service/environment";
import type { PulumiResult } from "./command/command";
import { exitCodes } from "./command/errors";
import { run } from "./run";
import { watchOutput } from "./terminal/output";

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

const lost = watchOutput(process.stdout, process.stderr);

void run(process.argv.slice(2), process, {
  environment: readEnvironment(),
  folder: process.cwd(),
  stdin: process.stdin,
  pulumi,
  nodeVersion: process.versions.node,
  network: {},
}).then((code) => {
  process.exitCode = code;
  void lost.then(() => {
    process.exitCode ||= exitCodes.failed;
  });
});
