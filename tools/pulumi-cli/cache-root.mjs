import { homedir } from "node:os";
import { join } from "node:path";

/** Where downloads and builds are kept: the only place outside the repository that the tools write to. */
export function cacheRoot(env) {
  return join(env.XDG_CACHE_HOME || join(homedir(), ".cache"), "pulumi-rimuhosting", "pulumi-cli");
}
