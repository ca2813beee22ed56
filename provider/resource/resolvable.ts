import { createRequire } from "node:module";
import { join } from "node:path";

/**
 * The engine's host loads the provider from the program's directory. A component library with a copy of its own would
 * fail there later, in words that help nobody; so the program is told at once.
 *
 * Only a program that the CLI runs is in that directory. An inline program of the Automation API is in a process of its
 * own, whose directory says nothing of the workspace's.
 */
export function requireResolvable(directory: string = process.cwd(), mainFile = require.main?.filename): void {
  if (mainFile === undefined || !cliRunner.test(mainFile)) return;
  try {
    createRequire(join(directory, "index.js")).resolve("pulumi-rimuhosting/dynamic");
  } catch {
    throw new Error(
      `pulumi-rimuhosting cannot be found from the program's directory, where the engine loads it. Add it to your program: "npm install pulumi-rimuhosting". ` +
        "Libraries name it as a peer dependency.",
    );
  }
}

/** The script by which the CLI runs a program. */
const cliRunner = /[\\/]@pulumi[\\/](?:pulumi[\\/])?cmd[\\/]run[\\/]/;
