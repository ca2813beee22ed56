import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rawRequest } from "../raw-client";

const root = join(__dirname, "..", "..");
let folder: string;
let built: string;
let cli: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "simulator-cli-"));
  // Built inside the package, where its dependencies resolve, but not into dist, which others may be running from.
  mkdirSync(join(root, ".cache"), { recursive: true });
  built = mkdtempSync(join(root, ".cache", "cli-"));
  cli = join(built, "cli.js");
  const compiler = require.resolve("typescript/bin/tsc");
  execFileSync(process.execPath, [
    compiler,
    "-p",
    join(root, "tsconfig.build.json"),
    "--outDir",
    built,
    "--tsBuildInfoFile",
    join(built, ".tsbuildinfo"),
  ]);
}, 60_000);
afterAll(() => {
  rmSync(folder, { recursive: true });
  rmSync(built, { recursive: true });
});

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], { encoding: "utf8" });
  return { status, stdout, stderr };
}

test.each(["SIGINT", "SIGTERM"] as const)(
  "it prints its URL when ready, serves with the configured key, and ends on %s",
  async (signal) => {
    const child = spawn(process.execPath, [cli, "--api-key", "777", "--data", join(folder, signal)]);
    const [line] = await once(child.stdout, "data");
    const url = String(line).trim();
    expect(String(line)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/);
    const headers = { authorization: "rimuhosting apikey=777" };
    expect((await rawRequest(url, { method: "GET", path: "/r/orders", headers })).status).toBe(200);
    child.kill(signal);
    expect(await once(child, "exit")).toEqual([0, null]);
  },
);

test("--help lists every flag", () => {
  const { status, stdout } = run("--help");
  expect(status).toBe(0);
  for (const flag of ["--port", "--api-key", "--data", "--seed", "--latency", "--host"]) expect(stdout).toContain(flag);
});

test.each([
  [["--prot", "1"], "--prot"],
  [["--port", "many"], "--port must be a number."],
  [["--latency", "slow"], "--latency must be none, fast or real."],
  [["--seed", "no-such-file.json"], "no-such-file.json"],
  [["extra"], "extra"],
])("a bad flag is reported in one line and nothing starts: %j", (args, text) => {
  const { status, stdout, stderr } = run(...args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain(text);
  expect(stderr).not.toContain("    at ");
});

test("an invalid seed is reported with the place of the mistake", () => {
  const path = join(folder, "seed.json");
  writeFileSync(path, '{"orders": [{"orderOid": 5}]}');
  const { status, stderr } = run("--seed", path);
  expect(status).toBe(2);
  expect(stderr).toContain("domainName");
});
