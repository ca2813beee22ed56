import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";

const repository = join(__dirname, "../..");
const dist = join(repository, "dist");
const entries = ["index.js", "dynamic.js", "testing/index.js", "cli/main.js"];
const read = (file: string): string => readFileSync(join(dist, file), "utf8");

/** Runs code in a process of its own, in which nothing else is loaded. */
const run = (code: string): unknown =>
  JSON.parse(execFileSync(process.execPath, ["-e", code], { cwd: repository, encoding: "utf8" }));

test("what is published needs nothing but the SDK", () => {
  const required = [...entries, "got.js", "zod.js"].flatMap((file) =>
    [...read(file).matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name = ""]) => name),
  );
  const foreign = new Set(
    required.filter((name) => !isBuiltin(name) && !/^(@pulumi\/pulumi|pulumi-rimuhosting)(\/|$)/.test(name)),
  );
  expect([...foreign]).toEqual(["#zod", "#got"]);
  const { dependencies } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));
  expect(dependencies).toBeUndefined();
});

test.each(entries.slice(0, 3))("%s does not load the HTTP library before a request is made", (entry) => {
  const code = `require("./dist/${entry}"); console.log(JSON.stringify(Object.keys(require.cache)))`;
  expect(run(code)).not.toContain(join(dist, "got.js"));
});

test("a program pays for schemas only once it needs them", () => {
  const isLoaded = (entry: string): unknown =>
    run(`require("./dist/${entry}"); console.log("__zod_globalConfig" in globalThis)`);
  expect([isLoaded("index.js"), isLoaded("dynamic.js")]).toEqual([false, true]);
});

test("zod is in the package once, without its translations, which are half of it", () => {
  const german = readFileSync(join(repository, "node_modules/zod/v4/locales/de.js"), "utf8");
  expect(german).toContain("Ungültige Eingabe");
  expect(read("zod.js")).not.toContain("Ungültige Eingabe");
  const copies = ["zod.js", ...entries].filter((file) => read(file).includes("__zod_globalConfig"));
  expect(copies).toEqual(["zod.js"]);
});

test("classes have the names that people know", () => {
  const code =
    'const all = require("./dist"); console.log(JSON.stringify([all.Vps, all.ReverseDns, all.Provider].map((one) => one.name)))';
  expect(run(code)).toEqual(["Vps", "ReverseDns", "Provider"]);
});

test("the licences of everything inside are handed on", () => {
  const notices = read("THIRD-PARTY-NOTICES.txt");
  for (const name of ["got", "zod", "keyv", "cacheable-request"]) {
    const { version } = JSON.parse(readFileSync(join(repository, "node_modules", name, "package.json"), "utf8"));
    expect(notices).toMatch(new RegExp(`^${name} ${version.replaceAll(".", "\\.")} \\(MIT\\)$`, "m"));
  }
});
