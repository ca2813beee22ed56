import { execFileSync } from "node:child_process";
import { resolve } from "node:path";

const TOOLS = resolve(__dirname, "../../tools");

function whatIsWrong(wanted: object, installed: object | undefined): unknown {
  const program = [
    `import { whatIsWrongWithPackages } from ${JSON.stringify(resolve(TOOLS, "set-up.mjs"))};`,
    `const answer = whatIsWrongWithPackages(${JSON.stringify(wanted)}, ${JSON.stringify(installed)});`,
    "console.log(JSON.stringify(answer ?? null));",
  ].join("\n");
  return JSON.parse(execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" }));
}

const lockfile = {
  packages: {
    "": { version: "0.1.0" },
    simulator: { version: "0.1.0" },
    "node_modules/rimuhosting-simulator": { link: true },
    "node_modules/zod": { version: "4.6.7" },
    "node_modules/fsevents": { version: "2.3.3", optional: true },
  },
};

test("packages that match the lockfile are left alone, even if optional ones for other machines are missing", () => {
  expect(whatIsWrong(lockfile, { packages: { "node_modules/zod": { version: "4.6.7" } } })).toBeNull();
});

test.each([
  ["there are none", undefined, "none are installed"],
  ["one is missing", { packages: {} }, "node_modules/zod is missing"],
  [
    "one is of another version",
    { packages: { "node_modules/zod": { version: "4.0.0" } } },
    "node_modules/zod is 4.0.0, not 4.6.7",
  ],
])("packages are installed when %s", (_, installed, problem) => {
  expect(whatIsWrong(lockfile, installed)).toBe(problem);
});
