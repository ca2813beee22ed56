import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { REPOSITORY, storiesRoot } from "./harness/cli/environment";
import { installPacked, linkDependency } from "./harness/packed-package";
import { type Story, story } from "./harness/story";

const examples = join(REPOSITORY, "examples");
const simulatorPackage = join(REPOSITORY, "simulator");

const example = (name: string) => ({ program: { directory: join(examples, name) }, project: name });

async function up(told: Story, name: string, config: Record<string, string> = {}) {
  const stack = await told.newStack({ ...example(name), config });
  (await stack.up()).expectOk();
  return { stack, outputs: await stack.outputs() };
}

story("the newest Debian and the cheapest plan are chosen once", async (told) => {
  const { stack, outputs } = await up(told, "newest-debian");
  expect(outputs).toMatchObject({ distro: "deb13.64", plan: "LaunchtimeVPSFra" });
  (await stack.preview({ args: ["--expect-no-changes"] })).expectOk();
});

story("a fleet has the wanted number of servers, and a lower number cancels the last", async (told) => {
  const { stack, outputs } = await up(told, "fleet", { "fleet:numberOfServers": "2" });
  expect(outputs["ips"]).toHaveLength(2);
  expect(outputs["monthlyUsd"]).toBeCloseTo(2 * 5.82);
  await stack.setConfig("fleet:numberOfServers", "1");
  (await stack.up()).expectOk();
  expect(told.simulator.world.activeOrders().map(({ domainName }) => domainName)).toEqual(["web-1.example.com"]);
});

story("a stack keeps to its budget, and says what is too much", async (told) => {
  const { stack, outputs } = await up(told, "budget");
  expect(outputs["monthlyUsd"]).toBeCloseTo(3 * 5.82);
  await stack.setConfig("budget:workers", "3");
  expect((await stack.preview()).expectFailure().text).toContain("the setting maxMonthlyCostUsd is 20");
  expect(told.simulator.world.activeOrders()).toHaveLength(3);
});

story("a server that exists is monitored, and nothing is bought or changed", async (told) => {
  const { primaryIp } = told.simulator.world.placeOrder({ domainName: "old.example.com" });
  const stack = await told.newStack({
    ...example("monitoring"),
    config: { "monitoring:domainName": "old.example.com" },
  });
  (await stack.up()).expectOk();
  expect(await stack.outputs()).toMatchObject({
    ip: primaryIp,
    state: "RUNNING",
    hostLoad: [expect.any(Number), expect.any(Number), expect.any(Number)],
    traffic: { current_month: expect.any(Object) },
  });
  expect(told.simulator.journal.entries.filter(({ method }) => method !== "GET")).toEqual([]);
});

story("a mail server's address resolves back to its name", async (told) => {
  const { outputs } = await up(told, "mail-server");
  expect(told.simulator.world.ptr(String(outputs["ip"]))).toBe("mail.example.com");
});

story("a tested program is ordered as its tests say, and its unit tests pass", async (told) => {
  symlinkSync(simulatorPackage, join(told.directory, "node_modules", "rimuhosting-simulator"));
  const { stack, outputs } = await up(told, "unit-tests");
  expect(outputs["url"]).toMatch(/^http:\/\/198\./);
  told.simulator.journal.clear();
  const { directory } = stack.project;
  const node = (...args: string[]) => execFileSync(process.execPath, args, { cwd: directory, encoding: "utf8" });
  node(join(REPOSITORY, "node_modules/typescript/bin/tsc"));
  expect(node("--test", "--test-reporter=tap", "dist/*.test.js")).toMatch(/# pass 5\n# fail 0/);
  expect(told.simulator.journal.entries).toEqual([]);
});

/** What `pulumi new typescript` has made for years, and what strict users add. */
const projectSettings: Record<string, object> = {
  "a new Pulumi project": {
    strict: true,
    outDir: "bin",
    target: "es2020",
    module: "nodenext",
    moduleResolution: "nodenext",
    sourceMap: true,
    experimentalDecorators: true,
    pretty: false,
    noFallthroughCasesInSwitch: true,
    noImplicitReturns: true,
    forceConsistentCasingInFileNames: true,
  },
  "an older Pulumi project": {
    strict: true,
    target: "es2020",
    module: "commonjs",
    moduleResolution: "node",
    ignoreDeprecations: "6.0",
    pretty: false,
  },
  "a strict project": {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    target: "es2022",
    module: "nodenext",
    moduleResolution: "nodenext",
    skipLibCheck: false,
    pretty: false,
  },
};

describe("with the packed package, every example type-checks in", () => {
  let directory: string;

  beforeAll(() => {
    directory = mkdtempSync(join(storiesRoot(), "types-"));
    installPacked(directory);
    const modules = join(directory, "node_modules");
    linkDependency(modules, "@types/node");
    linkDependency(modules, "rimuhosting-simulator");
    const leaveOut = /node_modules|dist$/;
    cpSync(examples, join(directory, "examples"), {
      recursive: true,
      filter: (path) => !leaveOut.test(path.slice(examples.length)),
    });
  }, 60_000);
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  test.each(Object.keys(projectSettings))(
    "%s",
    (kind) => {
      const tsconfig = {
        compilerOptions: { ...projectSettings[kind], noEmit: true, types: ["node"] },
        include: ["examples/*/*.ts"],
      };
      writeFileSync(join(directory, "tsconfig.json"), JSON.stringify(tsconfig));
      const tsc = join(REPOSITORY, "node_modules/typescript/bin/tsc");
      expect(complaints(() => execFileSync(process.execPath, [tsc], { cwd: directory, stdio: "pipe" }))).toBe("");
    },
    120_000,
  );

  test("which are all that there are", () => {
    const named = readFileSync(__filename, "utf8");
    const untold = readdirSync(examples).filter((name) => name !== "quickstart" && !named.includes(`"${name}"`));
    expect(untold).toEqual([]);
  });
});

function complaints(compile: () => unknown): string {
  try {
    compile();
    return "";
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout ?? error);
  }
}
