import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const repository = resolve(__dirname, "../..");
const tools = join(repository, "tools");

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "pulumi-versions-test-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Runs an expression of the tools in a process of its own: they are ES modules, which jest does not load. */
function evaluate(expression: string): unknown {
  const program = [
    `import { CORE_STORIES, numberOf, readChoice } from ${JSON.stringify(join(tools, "versions/choice.mjs"))};`,
    `import { findOrGetSdk } from ${JSON.stringify(join(tools, "versions/sdk.mjs"))};`,
    `import { findOrGetPulumi } from ${JSON.stringify(join(tools, "pulumi-cli/find-or-get.mjs"))};`,
    `const directory = ${JSON.stringify(directory)};`,
    `const failure = (work) => work.then(() => "none", (error) => error.message);`,
    `const known = { oldest: "3.216.0", locked: "3.270.0", newest: () => "3.300.0" };`,
    `console.log(JSON.stringify(await (${expression}) ?? null));`,
  ].join("\n");
  return JSON.parse(execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" }));
}

function writeCli(to: string, version: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of ["pulumi", "pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"]) {
    writeFileSync(join(to, name), `#!/bin/sh\necho v${version}\n`);
    chmodSync(join(to, name), 0o755);
  }
}

test("the command line chooses a version of the CLI and one of the SDK, and hands the rest to jest", () => {
  expect(evaluate(`readChoice(["--cli", "oldest", "--sdk", "3.243.0", "-t", "name"])`)).toEqual({
    cli: "oldest",
    sdk: "3.243.0",
    rest: ["-t", "name"],
  });
  expect(evaluate("readChoice([])")).toEqual({ cli: "locked", sdk: "locked", rest: [] });
});

test.each([`["--cli"]`, `["--cli", "latest"]`, `["--sdk", "3"]`, `["--sdk", "3.216.0; rm"]`])(
  "no other word is taken for a version: %s",
  (args) => {
    expect(evaluate(`failure((async () => readChoice(${args}))())`)).toMatch(
      /^--(cli|sdk) takes oldest, locked, newest or a version such as 3\.216\.0, not /,
    );
  },
);

test.each([
  ["oldest", "3.216.0"],
  ["locked", "3.270.0"],
  ["newest", "3.300.0"],
  ["3.243.0", "3.243.0"],
])("%s is %s", (word, version) => {
  expect(evaluate(`numberOf("${word}", known)`)).toBe(version);
});

test("a CLI on PATH counts only if it is the wanted one; then the cache is asked for it", () => {
  writeCli(join(directory, "path"), "3.259.0");
  const env = `{ PATH: directory + "/path:/usr/bin:/bin", XDG_CACHE_HOME: directory }`;
  const found = (wanted: string) => evaluate(`findOrGetPulumi({ env: ${env}, say: () => {}, wanted: "${wanted}" })`);
  expect(found("3.259.0")).toMatchObject({ version: "3.259.0", source: "path" });
  const entry = `v3.216.0-${process.platform}-${process.arch}/bin`;
  writeCli(join(directory, "pulumi-rimuhosting/pulumi-cli", entry), "3.216.0");
  expect(found("3.216.0")).toMatchObject({ version: "3.216.0", source: "cache" });
});

test("an SDK is installed once, beside the CLIs, and a failed install leaves nothing", () => {
  const npm = (script: string) => {
    writeFileSync(join(directory, "npm"), `#!/bin/sh\n${script}\n`);
    chmodSync(join(directory, "npm"), 0o755);
  };
  const env = `{ PATH: directory + ":/usr/bin:/bin", XDG_CACHE_HOME: directory }`;
  const cache = join(directory, "pulumi-rimuhosting/pulumi-sdk");
  npm("exit 1");
  expect(evaluate(`failure(findOrGetSdk("3.216.0", ${env}))`)).toContain("Installing @pulumi/pulumi 3.216.0 failed");
  expect(existsSync(join(cache, "v3.216.0"))).toBe(false);
  npm('mkdir -p node_modules; echo "$@" >> node_modules/asked');
  for (let time = 1; time <= 2; time++)
    expect(evaluate(`findOrGetSdk("3.216.0", ${env})`)).toBe(join(cache, "v3.216.0/node_modules"));
  expect(readFileSync(join(cache, "v3.216.0/node_modules/asked"), "utf8")).toMatch(
    /^install .*@pulumi\/pulumi@3\.216\.0\n$/,
  );
});

test("the core names stories that there are", () => {
  const missing = (evaluate("CORE_STORIES") as string[]).filter(
    (name) => !existsSync(join(repository, "test/stories", `${name}.test.ts`)),
  );
  expect(missing).toEqual([]);
});
