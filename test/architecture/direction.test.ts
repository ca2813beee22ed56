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
  ...Object.fromEntries(
    ["testing", "cli", "reverse-dns", "functions", "vps", "purchase", "host", "account", "service", "engine"].map(
      (folder) => [`${folder}-knows-only-what-is-below`, `provider/${folder}/planted.ts`],
    ),
  ),
  "deciding-acts-on-nothing": "provider/vps/check.ts",
  "deciding-does-no-io": "provider/vps/diff.ts",
  "provider-knows-nothing-of-the-simulator": "provider/planted.ts",
  "simulator-knows-nothing-of-the-provider": "simulator/src/planted.ts",
  "only-transport-loads-got": "provider/service/loads-got.ts",
  "no-circles": "provider/vps/circle-back.ts",
  "no-circles-between-folders": "provider/vps/above",
  resolvable: "provider/vps/resolves-nowhere.ts",
};

/** A tree in which every rule is broken once, next to files that follow them. */
const tree: Readonly<Record<string, string>> = {
  "provider/testing/planted.ts": `import "../vps/target";`,
  "provider/cli/planted.ts": `import "../vps/target";`,
  "provider/reverse-dns/planted.ts": `import "../purchase/target";`,
  "provider/functions/planted.ts": `import "../host/target";`,
  "provider/vps/planted.ts": `import "../reverse-dns/target";`,
  "provider/purchase/planted.ts": `import "../vps/target";`,
  "provider/host/planted.ts": `import "../purchase/target";`,
  "provider/account/planted.ts": `import "../host/target";`,
  "provider/service/planted.ts": `import "../account/target";`,
  "provider/engine/planted.ts": `import "../service/target";`,
  "provider/vps/check.ts": `import "./update";`,
  "provider/vps/update.ts": "export {};",
  "provider/vps/diff.ts": `import "node:fs";`,
  "provider/planted.ts": `import "../simulator/src/target";`,
  "simulator/src/planted.ts": `import "../../provider/vps/target";`,
  "provider/service/loads-got.ts": `import "got";`,
  "provider/vps/circle.ts": `import "./circle-back";`,
  "provider/vps/circle-back.ts": `import "./circle";`,
  "provider/vps/resolves-nowhere.ts": `import "./nowhere";`,
  // A circle of folders, but not of files.
  "provider/vps/above/one.ts": `import "../below/two";`,
  "provider/vps/below/two.ts": "export {};",
  "provider/vps/below/one.ts": `import "../above/two";`,
  "provider/vps/above/two.ts": "export {};",
  "provider/vps/good.ts": `import "../purchase/target";`,
  "provider/vps/steps.ts": `import "../service/wire/target";`,
  "provider/service/wire/target.ts": "export {};",
  "provider/service/transport.ts": `import "got";`,
  ...Object.fromEntries(
    ["reverse-dns", "vps", "purchase", "host", "account", "service", "engine"].map((folder) => [
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
    for (const name of [".dependency-cruiser.cjs", "tsconfig.json"])
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
  expect([...culprits].filter((from) => /good|target|transport|steps/.test(from))).toEqual([]);
});
