import { readFileSync } from "node:fs";
import { join } from "node:path";
import { devDependencies, peerDependencies } from "../../package.json";
import { internals, newestCli, newestSdk, oldestCli, oldestSdk } from "../../provider/engine/internals";
import { expectWritten } from "./written";

const page = "docs/decisions/internals.md";
const read = (file: string): string => readFileSync(join(__dirname, "../..", file), "utf8");

const table = (): string => {
  const rows = Object.values(internals).map(({ name, purpose, without }) => `| ${name} | ${purpose} | ${without} |`);
  return ["| what | what for | without it |", "|---|---|---|", ...rows].join("\n");
};

test("the table of Pulumi's internals is that of the code", () => {
  const text = read(page).replace(
    /(<!-- internals -->\n)[\s\S]*?(<!-- \/internals -->)/,
    (_, start, end) => `${start}${table()}\n${end}`,
  );
  expect(text).toContain(table());
  expectWritten(page, text);
});

test("the versions that are said to work are those that are tested", () => {
  expect(newestSdk).toBe(devDependencies["@pulumi/pulumi"]);
  expect(peerDependencies["@pulumi/pulumi"]).toContain(`>=${oldestSdk} `);
  expect(read("tools/pulumi-cli/engine/go.mod")).toContain(`github.com/pulumi/pulumi/pkg/v3 v${newestCli}`);
  expect(read("tools/pulumi-cli/versions.mjs")).toContain(`MINIMUM_CLI_VERSION = "${oldestCli}"`);
});
