import { fileURLToPath } from "node:url";
import { runStep } from "../process/run-step.mjs";

const REACHABLE_WITHIN_MS = 5_000;
const INSTALL_WITHIN_MS = 300_000;

/** Downloads that version of the CLI with Pulumi's own installer. Fails quickly without internet access. */
export async function installOfficially(staging, { env, repository, say, version }) {
  await checkReachable();
  const script = `
    const { PulumiCommand } = require("@pulumi/pulumi/automation");
    const { SemVer } = require("semver");
    PulumiCommand.install({ root: process.argv[1], version: new SemVer(process.argv[2]) }).catch((error) => {
      console.error(error.message);
      process.exitCode = 1;
    });`;
  const options = { cwd: fileURLToPath(repository), env, say, timeoutMs: INSTALL_WITHIN_MS };
  await runStep(
    `Downloading Pulumi ${version} with its official installer`,
    process.execPath,
    ["-e", script, staging, version],
    options,
  );
}

async function checkReachable() {
  try {
    await fetch("https://get.pulumi.com/", { method: "HEAD", signal: AbortSignal.timeout(REACHABLE_WITHIN_MS) });
  } catch (error) {
    throw new Error(`get.pulumi.com cannot be reached (${error.cause?.code ?? error.name})`, { cause: error });
  }
}
