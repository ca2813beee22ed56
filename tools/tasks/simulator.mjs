import { fileURLToPath } from "node:url";
import { buildWhatIsStale } from "../bootstrap/build.mjs";
import { handOver } from "../process/hand-over.mjs";

/** Stdout is the simulator's alone: whoever starts it reads the URL there. */
export async function run(args) {
  await buildWhatIsStale(["simulator"]);
  const cli = fileURLToPath(new URL("../../simulator/dist/cli.js", import.meta.url));
  return (await handOver(process.execPath, [cli, ...args])).exitCode;
}
