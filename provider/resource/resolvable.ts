import { createRequire } from "node:module";
import { join } from "node:path";

/**
 * The engine's host loads the provider from the program's directory. A component library with a copy of its own would
 * fail there later, in words that help nobody; so the program is told at once.
 */
export function requireResolvable(directory: string = process.cwd()): void {
  try {
    createRequire(join(directory, "index.js")).resolve("pulumi-rimuhosting/dynamic");
  } catch {
    throw new Error(
      `pulumi-rimuhosting cannot be found from the program's directory, where the engine loads it. Add it to your program: "npm install pulumi-rimuhosting". ` +
        "Libraries name it as a peer dependency.",
    );
  }
}
