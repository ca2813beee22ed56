import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Json, rawRequest } from "../raw-client";

const root = join(__dirname, "..", "..");
const cli = join(root, "dist", "cli.js");
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "simulator-cli-"));
  // Rebuilds what is stale, mostly nothing.
  execFileSync(process.execPath, [require.resolve("typescript/bin/tsc"), "-b", join(root, "tsconfig.build.json")]);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

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
  const flags = [
    "port",
    "api-key",
    "data",
    "seed",
    "latency",
    "host",
    "fault",
    "variant",
    "random-seed",
    "with-parent",
  ];
  const readme = readFileSync(join(root, "README.md"), "utf8");
  for (const flag of flags) {
    expect(stdout).toContain(`--${flag}`);
    expect(readme).toContain(`| \`--${flag}`);
  }
});

test.each([
  [["--prot", "1"], "--prot"],
  [["--port", "many"], "--port must be a number."],
  [["--random-seed", "many"], "--random-seed must be a number."],
  [["--latency", "slow"], "--latency must be none, fast or real."],
  [["--seed", "no-such-file.json"], "no-such-file.json"],
  [["extra"], "extra"],
  [["--fault", '{"call": "fly", "how": "reset"}'], "--fault"],
  [["--fault", "reset"], "--fault reset"],
  [["--variant", "metaSearch"], "--variant must be NAME=VALUE."],
  [["--variant", "metaSearc=exact"], "metaSearc"],
  [["--variant", "metaSearch=maybe"], "metaSearch"],
])("a bad flag is reported in one line and nothing starts: %j", (args, text) => {
  const { status, stdout, stderr } = run(...args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain(text);
  expect(stderr).not.toContain("    at ");
});

const KEY = { authorization: "rimuhosting apikey=12345" };

async function urlOf(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error("its output is not read");
  const [line] = await once(child.stdout, "data");
  return String(line).trim();
}

test("faults and variants are set from the command line", async () => {
  const fault = JSON.stringify({ call: "list-orders", how: { status: 503, retryAfter: 2 } });
  const variants = ["--variant", "metaSearch=partial", "--variant", "listLimit=5"];
  const child = spawn(process.execPath, [cli, "--fault", fault, ...variants]);
  const url = await urlOf(child);
  const busy = await rawRequest(url, { method: "GET", path: "/r/orders", headers: KEY });
  expect(busy).toMatchObject({ status: 503, headers: { "retry-after": "2" } });
  const { text } = await rawRequest(url, { method: "GET", path: "/simulator/variants", headers: KEY });
  expect(JSON.parse(text)).toMatchObject({ metaSearch: "partial", listLimit: 5 });
  child.kill();
  await once(child, "exit");
});

test("whatever was answered before kill -9 is there afterwards", async () => {
  const data = join(folder, "killed");
  const body = '{"x":{"instantiation_options":{"domain_name":"a.example.com"}}}';
  const bought: number[] = [];
  for (const afterMs of [20, 60, 120]) {
    const child = spawn(process.execPath, [cli, "--data", data, "--latency", "none"]);
    const url = await urlOf(child);
    setTimeout(() => child.kill("SIGKILL"), afterMs);
    const buy = async (): Promise<void> => {
      for (;;) {
        const answer = await rawRequest(url, { method: "POST", path: "/r/orders/new-vps", body, headers: KEY });
        bought.push(JSON.parse(answer.text).post_new_vps_response.about_order.order_oid);
      }
    };
    await Promise.allSettled([buy(), buy(), buy()]);
  }
  const child = spawn(process.execPath, [cli, "--data", data]);
  const { text } = await rawRequest(await urlOf(child), { method: "GET", path: "/r/orders", headers: KEY });
  const listed: Json[] = JSON.parse(text).get_orders_response.about_orders;
  expect(listed.map((order) => order.order_oid)).toEqual(expect.arrayContaining(bought));
  expect(listed.every((order) => order.deployed_state === "DEPLOYED")).toBe(true);
  child.kill();
  await once(child, "exit");
}, 60_000);

/** A clone of the repository in which everything is set up, with this build. */
function cloneOfRepository(): string {
  const clone = mkdtempSync(join(folder, "clone-"));
  const { scripts } = JSON.parse(readFileSync(join(root, "..", "package.json"), "utf8"));
  writeFileSync(join(clone, "package.json"), JSON.stringify({ scripts: { simulator: scripts.simulator } }));
  for (const part of ["tools", "node_modules/.bin", "simulator"]) mkdirSync(join(clone, part), { recursive: true });
  writeFileSync(join(clone, "tools/set-up.mjs"), "");
  symlinkSync(process.execPath, join(clone, "node_modules/.bin/node"));
  symlinkSync(join(root, "dist"), join(clone, "simulator/dist"));
  return clone;
}

test.each(["SIGTERM", "SIGINT", "SIGHUP", "SIGKILL"] as const)(
  "npm run simulator ends with %s, and its port is free again",
  async (signal) => {
    const npm = spawn("npm", ["run", "--silent", "simulator", "--", "--port", "0"], { cwd: cloneOfRepository() });
    const url = await urlOf(npm);
    expect((await rawRequest(url, { method: "GET", path: "/r/distributions" })).status).toBe(200);
    npm.kill(signal);
    await once(npm, "close");
    await expect(rawRequest(url, { method: "GET", path: "/r/distributions" })).rejects.toThrow("ECONNREFUSED");
  },
);

test("npx ends, and with it the simulator that it started", async () => {
  const project = mkdtempSync(join(folder, "project-"));
  mkdirSync(join(project, "node_modules/.bin"), { recursive: true });
  writeFileSync(
    join(project, "node_modules/.bin/rimuhosting-simulator"),
    `#!/bin/sh\nexec "${process.execPath}" "${cli}" "$@"\n`,
    {
      mode: 0o755,
    },
  );
  const npx = spawn("npx", ["--yes", "rimuhosting-simulator", "--port", "0"], { cwd: project });
  const url = await urlOf(npx);
  npx.kill();
  await once(npx, "close");
  await expect(rawRequest(url, { method: "GET", path: "/r/distributions" })).rejects.toThrow("ECONNREFUSED");
});

test("an invalid seed is reported with the place of the mistake", () => {
  const path = join(folder, "seed.json");
  writeFileSync(path, '{"orders": [{"orderOid": 5}]}');
  const { status, stderr } = run("--seed", path);
  expect(status).toBe(2);
  expect(stderr).toContain("domainName");
});
