import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const TOOLS = resolve(__dirname, "../../tools/pulumi-cli");

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "find-pulumi-test-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Runs an expression of the tools in a process of its own: they are ES modules, which jest does not load. */
function evaluate(expression: string): unknown {
  const program = [
    `import { findOnPath } from ${JSON.stringify(join(TOOLS, "on-path.mjs"))};`,
    `import { isGoodCliVersion } from ${JSON.stringify(join(TOOLS, "versions.mjs"))};`,
    `import { cacheEntry, fillEntry, findCached } from ${JSON.stringify(join(TOOLS, "cache.mjs"))};`,
    `import { buildEnvironment, buildFromModules } from ${JSON.stringify(join(TOOLS, "build-from-modules.mjs"))};`,
    `const directory = ${JSON.stringify(directory)};`,
    `console.log(JSON.stringify(await (${expression}) ?? null));`,
  ].join("\n");
  return JSON.parse(execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" }));
}

function writeCli(
  version: string,
  names = ["pulumi", "pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"],
): void {
  for (const name of names) {
    writeFileSync(join(directory, name), `#!/bin/sh\necho ${version}\n`);
    chmodSync(join(directory, name), 0o755);
  }
}

const onPath = () => evaluate("findOnPath({ PATH: directory })");

test("a complete CLI of a suitable version on PATH is used", () => {
  writeCli("v3.300.1");
  expect(onPath()).toEqual({ directory, version: "3.300.1" });
});

test("a CLI on PATH that is too old is not used, and the reason says what is needed", () => {
  writeCli("v3.100.0");
  expect(onPath()).toEqual({ problem: expect.stringMatching(/is 3\.100\.0; 3\.216\.0 or newer/) });
});

test("a CLI on PATH without its language host is not used", () => {
  writeCli("v3.300.1", ["pulumi"]);
  expect(onPath()).toEqual({ problem: expect.stringContaining("pulumi-language-nodejs") });
});

test.each([
  ["3.216.0", true],
  ["v3.259.0", true],
  ["v3.300.0-alpha.1", true],
  ["3.215.9", false],
  ["4.0.0", false],
  ["nonsense", false],
])("version %s is suitable: %s", (version, isGood) => {
  expect(evaluate(`isGoodCliVersion("${version}")`)).toBe(isGood);
});

const FILL = `async (staging) => {
  const { writeFileSync } = await import("node:fs");
  for (const name of ["pulumi", "pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"]) {
    writeFileSync(staging + "/bin/" + name, "", { mode: 0o755 });
  }
}`;

test("a filled cache entry is found, and nothing else is left behind", () => {
  const entry = `cacheEntry({ XDG_CACHE_HOME: directory }, "3.259.0")`;
  expect(evaluate(`fillEntry(${entry}, ${FILL}, () => {})`)).toMatch(/v3\.259\.0-.*bin$/);
  expect(evaluate(`findCached(${entry})`)).toMatch(/v3\.259\.0-.*bin$/);
  expect(readdirSync(join(directory, "pulumi-rimuhosting", "pulumi-cli"))).toHaveLength(1);
});

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

test.each([
  ["succeeds", "", ["bin"]],
  ["fails", "exit 1", []],
])("a build that %s leaves none of Go's caches behind", (_, ending, left) => {
  const go = `#!/bin/sh
    mkdir -p "$GOCACHE" "$GOMODCACHE" "$GOPATH"
    for value; do case "$last" in -o) : > "$value"; chmod 755 "$value";; esac; last="$value"; done
    ${ending}`;
  writeFileSync(join(directory, "go"), go, { mode: 0o755 });
  const surroundings = `{
    env: { PATH: directory + ":/usr/bin:/bin" },
    repository: new URL(${JSON.stringify(`file://${resolve(__dirname, "../..")}/`)}),
    say: () => {},
  }`;
  const entry = `cacheEntry({ XDG_CACHE_HOME: directory }, "3.259.0")`;
  evaluate(
    `fillEntry(${entry}, (staging) => buildFromModules(staging, ${surroundings}), () => {}).catch(() => undefined)`,
  );
  const cache = join(directory, "pulumi-rimuhosting", "pulumi-cli");
  expect(readdirSync(cache).flatMap((name) => readdirSync(join(cache, name)))).toEqual(left);
});
