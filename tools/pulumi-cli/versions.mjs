import { readFileSync } from "node:fs";

/** The oldest CLI whose engine keeps the inputs that a dynamic provider's read returns. */
export const MINIMUM_CLI_VERSION = "3.216.0";

/** The version to download: that of the installed SDK. */
export function sdkVersion(repository) {
  return JSON.parse(readFileSync(new URL("node_modules/@pulumi/pulumi/package.json", repository), "utf8")).version;
}

/** The versions that the committed Go modules build. */
export function moduleVersions() {
  return {
    engine: requiredVersion("engine", "github.com/pulumi/pulumi/pkg/v3"),
    languageHost: requiredVersion("language-host", "github.com/pulumi/pulumi/sdk/v3"),
  };
}

function requiredVersion(module, dependency) {
  const text = readFileSync(new URL(`${module}/go.mod`, import.meta.url), "utf8");
  const version = text
    .split("\n")
    .map((line) => line.trim().split(" "))
    .find(([path]) => path === dependency)?.[1];
  if (version === undefined) throw new Error(`${module}/go.mod does not require ${dependency}`);
  return version.replace(/^v/, "");
}

/** Whether `version` (with or without a leading v, a suffix is ignored) may be used: same major version, not older than the minimum. */
export function isGoodCliVersion(version) {
  const parts = parse(version);
  const minimum = parse(MINIMUM_CLI_VERSION);
  if (parts === undefined || parts[0] !== minimum[0]) return false;
  return parts[1] > minimum[1] || (parts[1] === minimum[1] && parts[2] >= minimum[2]);
}

function parse(version) {
  const match = /^v?(\d+)\.(\d+)\.(\d+)/.exec(version.trim());
  return match?.slice(1).map(Number);
}
