import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { version } from "../../package.json";
import { writeAddress } from "../../tools/release/address.mjs";
import { problemsOf } from "../../tools/release/problems.mjs";
import { deadLinks } from "../../tools/release/registry-page.mjs";

const repository = join(__dirname, "../..");
const address = "https://github.com/somebody/something";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "rimuhosting-release-"));
  mkdirSync(join(root, "simulator"));
  for (const name of ["package.json", "simulator/package.json", "CHANGELOG.md"])
    cpSync(join(repository, name), join(root, name));
  writeFileSync(join(root, "README.md"), "[changes](CHANGELOG.md#010), [npm](https://npmjs.com), [below](#below)\n");
  writeFileSync(join(root, "simulator/README.md"), "[the package](package.json)\n");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function edit(name: string, change: (text: string) => string): void {
  writeFileSync(join(root, name), change(readFileSync(join(root, name), "utf8")));
}

test("nothing is published while the address of the repository is unset", () => {
  edit("package.json", (text) => JSON.stringify({ ...JSON.parse(text), repository: undefined }));
  expect(problemsOf(root, undefined)).toEqual([
    "package.json does not say where the repository is, so 2 links would be dead on npm's pages. Set it once: node tools/release/set-address.mjs https://github.com/owner/name",
  ]);
});

test("one address fills in what npm shows of both packages", () => {
  writeAddress(root, address);
  expect(problemsOf(root, `v${version}`)).toEqual([]);
  expect(JSON.parse(readFileSync(join(root, "simulator/package.json"), "utf8"))).toMatchObject({
    repository: { type: "git", url: `git+${address}.git`, directory: "simulator" },
    homepage: `${address}/tree/main/simulator#readme`,
    bugs: `${address}/issues`,
  });
});

test("a link that would be dead on npm's page is named", () => {
  writeAddress(root, address);
  edit("README.md", (text) => `${text}[gone](docs/gone.md) <img src="gone.svg">\n`);
  edit("simulator/README.md", (text) => `${text}[outside](../../elsewhere.md)\n`);
  expect(problemsOf(root, undefined)).toEqual([
    "A link of README.md would be dead on npm's page: docs/gone.md",
    "A link of README.md would be dead on npm's page: gone.svg",
    "A link of simulator/README.md would be dead on npm's page: ../../elsewhere.md",
  ]);
});

test("no link of the READMEs is dead once the repository has an address", () => {
  for (const folder of ["", "simulator"]) expect(deadLinks(repository, folder, address)).toEqual([]);
});

test("what contradicts the address, the version or the tag is named", () => {
  writeAddress(root, address);
  edit("simulator/package.json", (text) => text.replace(`"${version}"`, '"9.9.9"').replace("/issues", "/elsewhere"));
  expect(problemsOf(root, "v8.8.8")).toEqual([
    `"bugs" of rimuhosting-simulator is not the one of ${address}. Run node tools/release/set-address.mjs ${address}`,
    `rimuhosting-simulator has version 9.9.9, not ${version}.`,
    `The tag is v8.8.8, but the version is ${version}.`,
  ]);
});

test("an entry of the changelog must say what it does to servers, bills and state", () => {
  writeAddress(root, address);
  edit("CHANGELOG.md", (text) => text.replace(/^## /m, "## 9.9.9\n\n- Something.\n\n## "));
  expect(problemsOf(root, undefined)).toEqual([
    `The first entry of CHANGELOG.md is not ${version}.`,
    "The entry 9.9.9 of CHANGELOG.md does not begin with **Servers:**, **Bills:**, **State:**.",
  ]);
});
