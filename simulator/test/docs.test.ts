import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Simulator, startSimulator } from "../src/index";

const page = readFileSync(join(__dirname, "../docs/other-languages.md"), "utf8");

let sim: Simulator;
let folder: string;

beforeEach(async () => {
  sim = await startSimulator();
  folder = mkdtempSync(join(tmpdir(), "simulator-docs-"));
});
afterEach(async () => {
  await sim.close();
  rmSync(folder, { recursive: true });
});

function exampleIn(language: string): string {
  const [, code] = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "ms").exec(page) ?? [];
  if (code === undefined) throw new Error(`The page has no example in ${language}.`);
  return code;
}

async function run(language: string, command: string, args: readonly string[], fileName: string): Promise<string> {
  const path = join(folder, fileName);
  writeFileSync(path, exampleIn(language));
  const env = { ...process.env, SIMULATOR: sim.url, no_proxy: "*" };
  return (await promisify(execFile)(command, [...args, path], { env })).stdout;
}

type Example = { language: string; command: string; version: string; args: string[]; file: string; says: string[] };

const EXAMPLES: Example[] = [
  {
    language: "sh",
    command: "sh",
    version: "curl",
    args: [],
    file: "example.sh",
    says: ["no answer", '"domain_name":"curl.example.com"', '"isWorkDone":true', '"kind":"month"\n"kind":"month"'],
  },
  {
    language: "python",
    command: "python3",
    version: "python3",
    args: [],
    file: "example.py",
    says: ["no answer: ", "found python.example.com RUNNING", "the restart was refused: HTTP Error 400"],
  },
  // Compiling takes longer than everything else here, so only an exhaustive run does it.
  ...(process.env["TEST_VOLUME"] === "exhaustive"
    ? [
        {
          language: "go",
          command: "go",
          version: "go",
          args: ["run"],
          file: "example.go",
          says: ["no answer", "found go.example.com"],
        },
      ]
    : []),
];

for (const { language, command, version, args, file, says } of EXAMPLES) {
  const isThere = spawnSync(version, [version === "go" ? "version" : "--version"]).error === undefined;
  if (isThere) {
    test(`the example in ${language} does what the page says`, async () => {
      const output = await run(language, command, args, file);
      for (const text of says) expect(output).toContain(text);
      expect(sim.world.orders()).toHaveLength(1);
      expect(sim.faults.unused()).toEqual([]);
    }, 120_000);
  } else {
    test(`NOT RUN: the example in ${language}, because this machine has no ${version}`, () => {
      process.stderr.write(
        `The example in ${language} of simulator/docs was NOT run: this machine has no ${version}.\n`,
      );
      expect(exampleIn(language)).toContain("SIMULATOR");
    });
  }
}

test("every example of the page is known here", () => {
  const languages = [...page.matchAll(/^```(\w+)$/gm)].map(([, language]) => language);
  expect(languages).toEqual(["console", "sh", "python", "go"]);
});
