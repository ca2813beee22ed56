import { execFileSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { delimiter, dirname } from "node:path";
import { fileURLToPath } from "node:url";

const OWN_NODE = fileURLToPath(new URL("../../node_modules/node/bin/node", import.meta.url));
const MINIMUM_MAJOR = 24;

/**
 * The Node to go on with: undefined when that is the one that runs now, otherwise the path of the repository's own (an npm package).
 * Throws when neither will do.
 */
export function nodeToGoOnWith(say) {
  if (isSame(process.execPath, OWN_NODE)) return undefined;
  if (runs(OWN_NODE)) return OWN_NODE;
  const current = process.versions.node;
  if (Number.parseInt(current, 10) >= MINIMUM_MAJOR) {
    say(`The repository's own Node does not run here; going on with Node ${current}.`);
    return undefined;
  }
  throw new Error(
    [
      `Node ${MINIMUM_MAJOR} is needed: this is ${current}, and the npm package "node" has none that runs here.`,
      `Either install Node ${MINIMUM_MAJOR} (https://nodejs.org), or let npm run that package's install script: npm rebuild node`,
    ].join("\n"),
  );
}

/** An environment in which `node` is the Node that runs now: Pulumi's hosts take the first on PATH. */
export function withThisNodeOnPath(env = process.env) {
  return { ...env, PATH: [dirname(process.execPath), env.PATH].join(delimiter) };
}

function runs(path) {
  try {
    execFileSync(path, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

function isSame(a, b) {
  try {
    return realpathSync(a) === realpathSync(b);
  } catch {
    return false;
  }
}
