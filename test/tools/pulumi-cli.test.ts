import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const repository = resolve(__dirname, "../..");
const tools = join(repository, "tools/pulumi-cli");

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "find-pulumi-test-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Runs an expression of the tools in a process of its own: they are ES modules, which jest does not load. */
function evaluate(expression: string): unknown {
  const program = [
    `import { findOnPath } from ${JSON.stringify(join(tools, "on-path.mjs"))};`,
    `import { isGoodCliVersion } from ${JSON.stringify(join(tools, "versions.mjs"))};`,
    `import { cacheEntry, fillEntry, findCached } from ${JSON.stringify(join(tools, "cache.mjs"))};`,
    `import { findOrGetPulumi } from ${JSON.stringify(join(tools, "find-or-get.mjs"))};`,
    `import { CORE_STORIES } from ${JSON.stringify(join(repository, "tools/versions/choice.mjs"))};`,
    `import { findOrGetSdk } from ${JSON.stringify(join(repository, "tools/versions/sdk.mjs"))};`,
    `const directory = ${JSON.stringify(directory)};`,
    `console.log(JSON.stringify(await (${expression}) ?? null));`,
  ].join("\n");
  return JSON.parse(execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" }));
}

const programs = ["pulumi", "pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"];

function writeCli(version: string, { to = directory, names = programs } = {}): void {
  mkdirSync(to, { recursive: true });
  for (const name of names) writeFileSync(join(to, name), `#!/bin/sh\necho ${version}\n`, { mode: 0o755 });
}

const onPath = () => evaluate("findOnPath({ PATH: directory })");

test("a CLI on PATH that is too old is not used, and the reason says what is needed", () => {
  writeCli("v3.100.0");
  expect(onPath()).toEqual({ problem: expect.stringMatching(/is 3\.100\.0; 3\.216\.0 or newer/) });
});

test("a CLI on PATH without its language host is not used", () => {
  writeCli("v3.300.1", { names: ["pulumi"] });
  expect(onPath()).toEqual({ problem: expect.stringContaining("pulumi-language-nodejs") });
});

test("a version is suitable from 3.216 on, and before 4", () => {
  const versions = ["3.216.0", "v3.259.0", "v3.300.0-alpha.1", "3.215.9", "4.0.0", "nonsense"];
  const areGood = evaluate(`${JSON.stringify(versions)}.map(isGoodCliVersion)`);
  expect(areGood).toEqual([true, true, true, false, false, false]);
});

const FILL = `async (staging) => {
  const { writeFileSync } = await import("node:fs");
  for (const name of ${JSON.stringify(programs)}) writeFileSync(staging + "/bin/" + name, "", { mode: 0o755 });
}`;

test("a fill that fails leaves nothing in the cache, and the lock of a dead process does not hold up the next", () => {
  const entry = `cacheEntry({ XDG_CACHE_HOME: directory }, "3.259.0")`;
  const failing = "async () => { throw new Error('no network'); }";
  expect(evaluate(`fillEntry(${entry}, ${failing}, () => {}).catch((error) => error.message)`)).toBe("no network");
  const cache = join(directory, "pulumi-rimuhosting", "pulumi-cli");
  expect(readdirSync(cache)).toEqual([]);
  mkdirSync(cache, { recursive: true });
  const deadPid = execFileSync(process.execPath, ["-p", "process.pid"], { encoding: "utf8" });
  writeFileSync(join(cache, `v3.259.0-${process.platform}-${process.arch}.lock`), deadPid);
  expect(evaluate(`fillEntry(${entry}, ${FILL}, () => {})`)).toMatch(/bin$/);
});

test("a CLI on PATH counts only if it is the wanted one; then the cache is asked for it", () => {
  writeCli("v3.259.0", { to: join(directory, "path") });
  const env = `{ PATH: directory + "/path:/usr/bin:/bin", XDG_CACHE_HOME: directory }`;
  const found = (wanted: string) => evaluate(`findOrGetPulumi({ env: ${env}, say: () => {}, wanted: "${wanted}" })`);
  expect(found("3.259.0")).toMatchObject({ version: "3.259.0", source: "path" });
  const entry = `v3.216.0-${process.platform}-${process.arch}/bin`;
  writeCli("v3.216.0", { to: join(directory, "pulumi-rimuhosting/pulumi-cli", entry) });
  expect(found("3.216.0")).toMatchObject({ version: "3.216.0", source: "cache" });
});

test("an SDK is installed once, beside the CLIs, and a failed install leaves nothing", () => {
  const npm = (script: string) => writeFileSync(join(directory, "npm"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const env = `{ PATH: directory + ":/usr/bin:/bin", XDG_CACHE_HOME: directory }`;
  const cache = join(directory, "pulumi-rimuhosting/pulumi-sdk");
  npm("exit 1");
  expect(evaluate(`findOrGetSdk("3.216.0", ${env}).catch((error) => error.message)`)).toContain(
    "Installing @pulumi/pulumi 3.216.0 failed",
  );
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
