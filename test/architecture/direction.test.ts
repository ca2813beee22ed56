import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const repository = join(__dirname, "../..");

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string };
}

/** For each rule, a file or folder that breaks it. */
const planted: Readonly<Record<string, string>> = {
  "schema-knows-only-what-is-below": "provider/schema/planted.ts",
  "api-knows-only-what-is-below": "provider/api/planted.ts",
  "plan-knows-only-what-is-below": "provider/plan/planted.ts",
  "apply-knows-only-what-is-below": "provider/apply/planted.ts",
  "dynamic-knows-only-what-is-below": "provider/dynamic/planted.ts",
  "resource-knows-only-what-is-below": "provider/resource/planted.ts",
  "functions-knows-only-what-is-below": "provider/functions/planted.ts",
  "testing-knows-only-what-is-below": "provider/testing/planted.ts",
  "cli-knows-only-what-is-below": "provider/cli/planted.ts",
  "program-knows-only-what-is-below": "provider/program/planted.ts",
  "engine-knows-only-what-is-below": "provider/engine/planted.ts",
  "purchase-knows-only-what-is-below": "provider/purchase/planted.ts",
  "host-knows-only-what-is-below": "provider/host/planted.ts",
  "judging-a-purchase-acts-on-nothing": "provider/purchase/judge.ts",
  "only-the-engines-reserved-words-are-for-all": "provider/schema/knows-the-engine.ts",
  "provider-knows-nothing-of-the-simulator": "provider/planted.ts",
  "simulator-knows-nothing-of-the-provider": "simulator/src/planted.ts",
  "only-transport-loads-got": "provider/api/loads-got.ts",
  "thinking-does-no-io": "provider/plan/reads-files.ts",
  "no-circles": "provider/apply/circle-back.ts",
  "no-circles-between-folders": "provider/plan/update",
  resolvable: "provider/plan/resolves-nowhere.ts",
};

/** A tree in which every rule is broken once, next to files that follow them. */
const tree: Readonly<Record<string, string>> = {
  "provider/schema/planted.ts": `import "../api/target";`,
  "provider/api/planted.ts": `import "../plan/target";`,
  "provider/plan/planted.ts": `import "../api/target";`,
  "provider/apply/planted.ts": `import "../dynamic/target";`,
  "provider/dynamic/planted.ts": `import "../resource/target";`,
  "provider/resource/planted.ts": `import "../apply/target";`,
  "provider/functions/planted.ts": `import "../apply/target";`,
  "provider/testing/planted.ts": `import "../resource/target";`,
  "provider/cli/planted.ts": `import "../dynamic/target";`,
  "provider/program/planted.ts": `import "../resource/target";`,
  "provider/engine/planted.ts": `import "../schema/target";`,
  "provider/purchase/planted.ts": `import "../apply/target";`,
  "provider/purchase/judge.ts": `import "../api/target";`,
  "provider/host/planted.ts": `import "../purchase/target";`,
  "provider/schema/knows-the-engine.ts": `import "../engine/target";`,
  "provider/planted.ts": `import "../simulator/src/target";`,
  "simulator/src/planted.ts": `import "../../provider/apply/target";`,
  "provider/api/loads-got.ts": `import "got";`,
  "provider/plan/reads-files.ts": `import "node:fs";`,
  "provider/apply/circle.ts": `import "./circle-back";`,
  "provider/apply/circle-back.ts": `import "./circle";`,
  "provider/plan/resolves-nowhere.ts": `import "./nowhere";`,
  // A circle of folders, but not of files.
  "provider/plan/update/above.ts": `import "../check/below";`,
  "provider/plan/check/below.ts": "export {};",
  "provider/plan/check/above.ts": `import "../update/below";`,
  "provider/plan/update/below.ts": "export {};",
  "provider/apply/good.ts": `import "../plan/target";`,
  "provider/api/transport.ts": `import "got";`,
  ...Object.fromEntries(
    ["api", "plan", "apply", "dynamic", "resource", "schema", "engine", "purchase", "host"].map((folder) => [
      `provider/${folder}/target.ts`,
      "export {};",
    ]),
  ),
  "simulator/src/target.ts": "export {};",
};

function violationsIn(files: Readonly<Record<string, string>>): readonly Violation[] {
  const directory = mkdtempSync(join(tmpdir(), "rimuhosting-direction-"));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(directory, name)), { recursive: true });
      writeFileSync(join(directory, name), text);
    }
    for (const name of [".dependency-cruiser.cjs", "tsconfig.json", "tsconfig.base.json"])
      cpSync(join(repository, name), join(directory, name));
    symlinkSync(join(repository, "node_modules"), join(directory, "node_modules"));
    return JSON.parse(cruise(directory)).summary.violations;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The report; the command fails when there are violations. */
function cruise(directory: string): string {
  const command = join(repository, "node_modules/.bin/depcruise");
  const args = ["provider", "simulator/src", "--config", ".dependency-cruiser.cjs", "--output-type", "json"];
  try {
    return execFileSync(command, args, { cwd: directory, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

let violations: readonly Violation[];
beforeAll(() => {
  violations = violationsIn(tree);
}, 60_000);

test("every rule of this repository has its breach below", () => {
  const { forbidden } = jest.requireActual<{ forbidden: { name: string }[] }>("../../.dependency-cruiser.cjs");
  expect(forbidden.map(({ name }) => name).filter((name) => planted[name] === undefined)).toEqual([]);
});

test.each(Object.entries(planted))("a breach of %s is caught", (rule, from) => {
  expect(violations.filter((violation) => violation.from === from).map((violation) => violation.rule.name)).toContain(
    rule,
  );
});

test("files that follow the rules pass", () => {
  const culprits = new Set(violations.map(({ from }) => from));
  expect([...culprits].filter((from) => /good|target|transport/.test(from))).toEqual([]);
});
