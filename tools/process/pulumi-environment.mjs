import { mkdirSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import marked from "./marked-processes.cjs";

const REPOSITORY = fileURLToPath(new URL("../../", import.meta.url));

/** Makes a directory below another, and the path to it. */
export function makeDirectory(...names) {
  const path = join(...names);
  mkdirSync(path, { recursive: true });
  return path;
}

/**
 * All that the real CLI sees of the outside when a tool drives it: everything that it writes lands in `directory`, and nothing is taken
 * over from whoever runs the tool. Key and address go in here, so neither is written.
 *
 * @param {{ directory: string, cli: string, serviceUrl: string, apiKey: string }} settings
 */
export function pulumiEnvironment({ directory, cli, serviceUrl, apiKey }) {
  return {
    [marked.WORK_VARIABLE]: directory,
    PATH: [dirname(process.execPath), cli, "/usr/bin", "/bin"].join(delimiter),
    HOME: makeDirectory(directory, "home"),
    TMPDIR: makeDirectory(directory, "tmp"),
    PULUMI_HOME: makeDirectory(directory, "home", "pulumi"),
    PULUMI_BACKEND_URL: `file://${makeDirectory(directory, "state")}`,
    PULUMI_CONFIG_PASSPHRASE: "not a secret",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    RIMUHOSTING_BASEURL: serviceUrl,
    RIMUHOSTING_APIKEY: apiKey,
  };
}

/** Kept between runs, so that the tools' programs start faster. */
export const compileCache = { NODE_COMPILE_CACHE: join(REPOSITORY, ".cache", "node-compile-cache") };

/** Lets the programs below `directory` import this package and these others, as if they were installed. */
export function linkPackages(directory, others = ["@pulumi"]) {
  const modules = makeDirectory(directory, "node_modules");
  for (const name of others) symlinkSync(join(REPOSITORY, "node_modules", name), join(modules, name));
  symlinkSync(REPOSITORY, join(modules, "pulumi-rimuhosting"));
}
