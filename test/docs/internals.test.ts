import { readFileSync } from "node:fs";
import { join } from "node:path";
import { devDependencies, peerDependencies } from "../../package.json";
import { newestCli, newestSdk, oldestCli, oldestSdk } from "../../provider/pulumi/internals";

const read = (file: string): string => readFileSync(join(__dirname, "../..", file), "utf8");

test("the versions that are said to work are those that are tested", () => {
  expect(newestSdk).toBe(devDependencies["@pulumi/pulumi"]);
  expect(peerDependencies["@pulumi/pulumi"]).toContain(`>=${oldestSdk} `);
  expect(read("tools/pulumi-cli/engine/go.mod")).toContain(`github.com/pulumi/pulumi/pkg/v3 v${newestCli}`);
  expect(read("tools/pulumi-cli/versions.mjs")).toContain(`MINIMUM_CLI_VERSION = "${oldestCli}"`);
});
