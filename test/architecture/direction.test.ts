import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const repository = join(__dirname, "../..");

/** A tree with one file that breaks one rule, and the rules of this repository. */
const violations: readonly { rule: string; file: string; imports: string; target: string }[] = [
  {
    rule: "schema-knows-only-what-is-below",
    file: "provider/schema/planted.ts",
    imports: "../api/target",
    target: "provider/api/target.ts",
  },
  {
    rule: "api-knows-only-what-is-below",
    file: "provider/api/planted.ts",
    imports: "../plan/target",
    target: "provider/plan/target.ts",
  },
  {
    rule: "plan-knows-only-what-is-below",
    file: "provider/plan/planted.ts",
    imports: "../api/target",
    target: "provider/api/target.ts",
  },
  {
    rule: "apply-knows-only-what-is-below",
    file: "provider/apply/planted.ts",
    imports: "../dynamic/target",
    target: "provider/dynamic/target.ts",
  },
  {
    rule: "dynamic-knows-only-what-is-below",
    file: "provider/dynamic/planted.ts",
    imports: "../resource/target",
    target: "provider/resource/target.ts",
  },
  {
    rule: "resource-knows-only-what-is-below",
    file: "provider/resource/planted.ts",
    imports: "../api/target",
    target: "provider/api/target.ts",
  },
  {
    rule: "program-knows-only-what-is-below",
    file: "provider/program/planted.ts",
    imports: "../resource/target",
    target: "provider/resource/target.ts",
  },
  {
    rule: "functions-knows-only-what-is-below",
    file: "provider/functions/planted.ts",
    imports: "../apply/target",
    target: "provider/apply/target.ts",
  },
  {
    rule: "provider-knows-nothing-of-the-simulator",
    file: "provider/index.ts",
    imports: "../simulator/src/target",
    target: "simulator/src/target.ts",
  },
  {
    rule: "simulator-knows-nothing-of-the-provider",
    file: "simulator/src/planted.ts",
    imports: "../../provider/target",
    target: "provider/target.ts",
  },
  { rule: "only-transport-loads-got", file: "provider/api/planted.ts", imports: "got", target: "provider/index.ts" },
  { rule: "thinking-does-no-io", file: "provider/plan/planted.ts", imports: "node:fs", target: "provider/index.ts" },
  { rule: "no-circles", file: "provider/plan/planted.ts", imports: "./target", target: "provider/plan/target.ts" },
  { rule: "resolvable", file: "provider/plan/planted.ts", imports: "./nowhere", target: "provider/index.ts" },
];

function check(files: Readonly<Record<string, string>>): string {
  const directory = mkdtempSync(join(tmpdir(), "rimuhosting-direction-"));
  try {
    for (const [name, text] of Object.entries({ "provider/keep.ts": "", "simulator/src/keep.ts": "", ...files })) {
      mkdirSync(dirname(join(directory, name)), { recursive: true });
      writeFileSync(join(directory, name), text);
    }
    for (const name of [".dependency-cruiser.cjs", "tsconfig.json", "tsconfig.base.json"])
      cpSync(join(repository, name), join(directory, name));
    symlinkSync(join(repository, "node_modules"), join(directory, "node_modules"));
    const command = join(repository, "node_modules/.bin/depcruise");
    const args = ["provider", "simulator/src", "--config", ".dependency-cruiser.cjs", "--output-type", "json"];
    return execFileSync(command, args, { cwd: directory, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

const brokenRules = (report: string): string[] =>
  (JSON.parse(report) as { summary: { violations: { rule: { name: string } }[] } }).summary.violations.map(
    ({ rule }) => rule.name,
  );

test("a tree that keeps the rules passes", () => {
  expect(
    brokenRules(check({ "provider/apply/a.ts": `import "../plan/b";`, "provider/plan/b.ts": "export {};" })),
  ).toEqual([]);
});

test.each(violations)("an import against $rule is caught", ({ rule, file, imports, target }) => {
  const back = rule === "no-circles" ? `import "./planted";` : "export {};";
  expect(brokenRules(check({ [target]: back, [file]: `import "${imports}";` }))).toContain(rule);
});
