import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";

import { isExhaustive } from "../volume";

const repository = join(__dirname, "../..");

/** Everything that packing needs; as in a fresh clone, nothing is built. */
const sources = [
  ..."package.json tsconfig.json tsconfig.build.json tools provider docs examples CHANGELOG.md".split(" "),
  ..."LICENSE README.md simulator/package.json simulator/tsconfig.build.json simulator/src".split(" "),
  ..."simulator/CHANGELOG.md simulator/LICENSE simulator/README.md".split(" "),
];

/** What git ignores next to the sources: installed packages and the configuration of stacks. */
const isSource = (path: string): boolean =>
  !/\/node_modules(\/|$)|\/Pulumi\.[^/]+\.yaml$/.test(path.slice(repository.length));

const filesIn = (folder: string): string[] =>
  readdirSync(join(repository, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isSource(join(entry.parentPath, entry.name)))
    .map((entry) => relative(repository, join(entry.parentPath, entry.name)));

let clone: string;
beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), "rimuhosting-packed-files-"));
  for (const name of sources) {
    mkdirSync(dirname(join(clone, name)), { recursive: true });
    cpSync(join(repository, name), join(clone, name), { recursive: true, filter: isSource });
  }
  symlinkSync(join(repository, "node_modules"), join(clone, "node_modules"));
});
afterAll(() => rmSync(clone, { recursive: true, force: true }));

/** What the compiler makes of a folder of sources. */
const compiled = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => join("dist", file.slice(0, -".ts".length)))
    .flatMap((file) => [`${file}.d.ts`, `${file}.js`]);

/** Pages for those who work on the repository. */
const ofMaintainers = /^docs\/(decisions\/|(acceptance|architecture|CONTRIBUTING|development|performance)\.md$)/;

const packages = [
  {
    name: "the provider",
    folder: "",
    compiledFrom: "provider",
    alongside: [
      ...["CHANGELOG.md", "LICENSE", "README.md"],
      ...["docs", "examples"].flatMap(filesIn).filter((file) => !ofMaintainers.test(file)),
    ],
  },
  {
    name: "the simulator",
    folder: "simulator",
    compiledFrom: "simulator/src",
    alongside: ["CHANGELOG.md", "LICENSE", "README.md"],
  },
];

/** The simulator is packed by the same scripts, so an exhaustive run is enough for it. */
const packedEveryTime = isExhaustive ? packages : packages.slice(0, 1);

test.each(packedEveryTime)(
  "npm pack in a fresh clone ships all of $name, and nothing from an earlier build, of a stack or of an installation",
  ({ folder, compiledFrom, alongside }) => {
    mkdirSync(join(clone, folder, "dist"), { recursive: true });
    writeFileSync(join(clone, folder, "dist", "left-over.js"), "");
    for (const name of ["Pulumi.dev.yaml", "package-lock.json"])
      writeFileSync(join(clone, "examples/quickstart", name), "{}\n");
    const packed = pack(folder).sort();
    expect(packed).toEqual([...alongside, "package.json", ...compiled(join(clone, compiledFrom))].sort());
  },
  300_000,
);

test.each(["", "simulator"])("npm runs no script where the package is installed: %s", (folder) => {
  const { scripts } = JSON.parse(readFileSync(join(repository, folder, "package.json"), "utf8")) as {
    scripts?: object;
  };
  const atInstallation = ["preinstall", "install", "postinstall", "prepare", "prepublish"];
  expect(Object.keys(scripts ?? {}).filter((name) => atInstallation.includes(name))).toEqual([]);
});

const testExhaustively = isExhaustive ? test : () => undefined;

testExhaustively(
  "npm pack fails where a package does not compile",
  () => {
    writeFileSync(join(clone, "simulator/src/broken.ts"), "export const broken: string = 1;");
    expect(() => pack("simulator")).toThrow("npm pack");
  },
  300_000,
);

/** The files that the tarball would contain. */
function pack(folder: string): string[] {
  const output = execFileSync("npm", ["pack", "--dry-run", "--json", "--silent"], {
    cwd: join(clone, folder),
    encoding: "utf8",
    stdio: "pipe",
  });
  const [tarball] = JSON.parse(output) as [{ files: { path: string }[] }];
  return tarball.files.map(({ path }) => path);
}
