import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The version of this package. Its folder is as deep below the package's own in the sources as it is in what is built. */
export function packageVersion(): string {
  const { version }: { version?: unknown } = JSON.parse(readFileSync(join(__dirname, "../../../package.json"), "utf8"));
  return String(version);
}
