import { execFile } from "node:child_process";
import { join } from "node:path";
import { REPOSITORY } from "./cli/environment";
import type { Story } from "./story";

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs our own command line, as `npx pulumi-rimuhosting` does. */
export function calledIn(
  { env }: Story,
  directory: string,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const script = join(REPOSITORY, "dist/cli/main.js");
  return new Promise((resolve) => {
    const options = { cwd: directory, env: { ...env, ...more }, encoding: "utf8" as const };
    execFile(process.execPath, [script, ...args], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}
