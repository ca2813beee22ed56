import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { manualClock, startSimulator } from "../../src/index";
import { Service } from "../../src/service/service";
import { World } from "../../src/world/world";

let data: string;
const open: Service[] = [];

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "simulator-"));
});
afterEach(() => {
  for (const service of open.splice(0)) service.close();
  rmSync(data, { recursive: true });
});

const file = (name: string): string => join(data, name);

function start(folder = data): { service: Service; world: World } {
  const service = new Service({ data: folder, clock: manualClock() });
  open.push(service);
  return { service, world: new World(() => service.context) };
}

/** Whatever the order of its fields, and short enough to be read in a failure. */
function summary(service: Service): string {
  const sorted = (_key: string, value: unknown): unknown =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return createHash("sha256").update(JSON.stringify(service.context.state, sorted)).digest("hex");
}

/** As a killed process leaves it: nothing is tidied up, and nobody holds the lock. */
function abandon(): void {
  open.splice(0);
  rmSync(file("lock"));
}

/** The whole life of some servers, step by step, with what must be remembered after each step. */
function live({ service, world }: ReturnType<typeof start>): { bytes: number; state: string }[] {
  const seen: { bytes: number; state: string }[] = [];
  const note = (): void => {
    seen.push({ bytes: readFileSync(file("changes.log")).length, state: summary(service) });
  };
  note();
  const { orderOid } = world.placeOrder({ domainName: "a.example.com", metaData: [{ keyName: "k", value: "ä→" }] });
  const steps = [
    () => world.placeOrder({ domainName: "b.example.com" }),
    () => world.resizeOutside(orderOid, { memoryMb: 4096 }),
    () => world.stopOutside(orderOid),
    () => world.startOutside(orderOid),
    () => world.moveOutside(orderOid),
    () => world.reinstallOutside(orderOid, { distro: "deb12.64" }),
    () => world.changeIpOutside(orderOid),
    () => world.suspendOutside(orderOid),
    () => world.resumeOutside(orderOid),
    () => {
      world.hosts[0]?.features.push("gpu");
      world.cancelAtPeriodEndOutside(orderOid);
    },
    () => world.cancelOutside(orderOid),
  ];
  for (const step of steps) {
    step();
    note();
  }
  return seen;
}

/** Every byte in an exhaustive run; otherwise the bytes around the ends of lines, and some within. */
function cuts(log: Buffer): number[] {
  const all = Array.from({ length: log.length + 1 }, (_, length) => length);
  if (process.env["TEST_VOLUME"] === "exhaustive") return all;
  return all.filter((at) => at % 211 === 0 || log.subarray(Math.max(0, at - 2), at + 1).includes("\n"));
}

test("wherever the log is cut, the world is as it was after the last whole line", () => {
  const seen = live(start());
  abandon();
  const whole = readFileSync(file("changes.log"));
  const snapshot = readFileSync(file("world.json"));
  const afterLine = new Map<number, string>();
  for (const length of cuts(whole)) {
    const kept = whole.subarray(0, length);
    writeFileSync(file("world.json"), snapshot);
    writeFileSync(file("changes.log"), kept);
    const { service } = start();
    const state = summary(service);
    const lines = kept.toString().split("\n").length;
    if (!afterLine.has(lines)) afterLine.set(lines, state);
    expect(state).toBe(seen.find((step) => step.bytes === length)?.state ?? afterLine.get(lines));
    service.close();
    open.splice(0);
  }
  expect(new Set(afterLine.values()).size).toBeGreaterThanOrEqual(seen.length);
}, 600_000);

test("every step is remembered by a process that was killed right after it", () => {
  const seen = live(start());
  abandon();
  expect(summary(start().service)).toBe(seen.at(-1)?.state);
});

test("a log that the snapshot already includes adds nothing", () => {
  const first = start();
  live(first);
  const log = readFileSync(file("changes.log"));
  first.service.close();
  open.splice(0);
  writeFileSync(file("changes.log"), log);
  const state = summary(first.service);
  expect(summary(start().service)).toBe(state);
});

test("a long log becomes a new snapshot", () => {
  const { service, world } = start();
  const files = [{ path: "/root/x", dataAsString: "x".repeat(200_000) }];
  for (let count = 0; count < 20; count++) world.placeOrder({ domainName: "a.example.com", files });
  expect(readFileSync(file("changes.log")).length).toBeLessThan(4_000_000);
  expect(readFileSync(file("world.json")).length).toBeGreaterThan(1_000_000);
  const state = summary(service);
  abandon();
  expect(summary(start().service)).toBe(state);
});

test("a log that is damaged before its end, or without its snapshot, is named and left alone", () => {
  live(start());
  abandon();
  const log = readFileSync(file("changes.log"), "utf8");
  writeFileSync(file("changes.log"), log.replace('"orders"', '"orders'));
  expect(() => start()).toThrow(`Line 1 of ${file("changes.log")} is not a change`);
  writeFileSync(file("changes.log"), log);
  rmSync(file("world.json"));
  expect(() => start()).toThrow(`belongs to a ${file("world.json")} that is missing`);
  expect(readFileSync(file("changes.log"), "utf8")).toBe(log);
});

test("a folder in use is refused, also within one process, until it is free", async () => {
  const { service } = start();
  await expect(startSimulator({ data })).rejects.toThrow(
    `${file("lock")}: the simulator with process id ${process.pid} on`,
  );
  service.close();
  open.splice(0);
  await (await startSimulator({ data })).close();
});

test("a simulator that could not listen frees its folder", async () => {
  const other = await startSimulator();
  const port = Number(new URL(other.url).port);
  await expect(startSimulator({ data, port })).rejects.toThrow("EADDRINUSE");
  start();
  await other.close();
});

const alive = () => JSON.parse(readFileSync(file("lock"), "utf8"));

test("a lock is stale if its holder is gone, or its number belongs to a later process; elsewhere nobody can tell", async () => {
  start();
  const mine = alive();
  abandon();
  const child = spawn(process.execPath, ["--version"]);
  await once(child, "exit");
  for (const stale of [
    { ...mine, pid: child.pid },
    { ...mine, startedAt: "1" },
  ]) {
    writeFileSync(file("lock"), JSON.stringify(stale));
    // Where the system does not tell when a process began, a living one with that number counts.
    if (mine.startedAt === null && stale.pid === mine.pid) continue;
    start().service.close();
    open.splice(0);
  }
  writeFileSync(file("lock"), "");
  start().service.close();
  open.splice(0);
  writeFileSync(file("lock"), JSON.stringify({ ...mine, pid: child.pid, host: "another-machine" }));
  expect(() => start()).toThrow("on another-machine uses this folder");
});

test("an append that fails in the middle damages nothing that was there", () => {
  const { world } = start();
  world.placeOrder({ domainName: "a.example.com" });
  abandon();
  appendFileSync(file("changes.log"), '{"number":99,"orders":[{"orderOid":');
  expect(start().world.orders()).toHaveLength(1);
  truncateSync(file("changes.log"), 0);
});

test("a clock that was moved ahead stays ahead, over a reset and a restart", () => {
  const { service } = start();
  const before = service.clock.now();
  service.advanceClock(86_400_000);
  service.reset();
  expect(service.clock.now()).toBe(before + 86_400_000);
  abandon();
  expect(start().service.clock.now()).toBe(before + 86_400_000);
});
