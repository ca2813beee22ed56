import { createRequire } from "node:module";
import { join } from "node:path";
import { isInlineProgram } from "./program";

/** A cache: each server asks, and the search for a package looks through many directories. */
const foundFrom = new Set<string>();

/**
 * The engine's host loads the provider from the program's directory. A component library with its own copy would fail
 * there later with an unhelpful message, so this fails immediately with a helpful one.
 *
 * Only a program run by the CLI has that directory as its working directory.
 */
export function requireResolvable(directory: string = process.cwd(), mainFile = require.main?.filename): void {
  if (isInlineProgram(mainFile) || foundFrom.has(directory)) return;
  try {
    createRequire(join(directory, "index.js")).resolve("pulumi-rimuhosting/dynamic");
    foundFrom.add(directory);
  } catch {
    throw new Error(
      `pulumi-rimuhosting cannot be found from the program's directory, where the engine loads it. Add it to your program: "npm install pulumi-rimuhosting". ` +
        "Libraries list it as a peer dependency.",
    );
  }
}
