import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { complaints, createCompiler } from "../types/published-package";
import { fencedBlocks } from "./markdown";

const repository = join(__dirname, "../..");

const pages = [
  "README.md",
  ...readdirSync(join(repository, "docs"), { recursive: true, encoding: "utf8" })
    // The reference is made from the code; two pages are about the code itself.
    .filter((path) => path.endsWith(".md") && !/^(reference\/|development\.md|architecture\.md)/.test(path))
    .map((path) => join("docs", path)),
];

/** What a snippet may take for granted, because the text around it or an earlier snippet has introduced it. */
const assumed: Readonly<Record<string, string>> = {
  pulumi: 'import * as pulumi from "@pulumi/pulumi";',
  rimuhosting: 'import * as rimuhosting from "pulumi-rimuhosting";',
  config: "declare const config: pulumi.Config;",
  web: "declare const web: rimuhosting.Vps;",
  mail: "declare const mail: rimuhosting.Vps;",
  servers: "declare const servers: rimuhosting.Vps[];",
};

/** A snippet as a program: with what it uses and does not introduce itself. */
function asProgram(text: string): string {
  const isUsed = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(text);
  const isIntroduced = (name: string): boolean => new RegExp(`(import \\* as|const) ${name}\\b`).test(text);
  const needed = Object.keys(assumed).filter((name) => isUsed(name) && !isIntroduced(name));
  const modules = ["pulumi", "rimuhosting"].filter((name) => !needed.includes(name) && !isIntroduced(name));
  return [...[...modules, ...needed].map((name) => assumed[name]), text, "export {};"].join("\n");
}

const snippets = pages.flatMap((page) =>
  fencedBlocks(readFileSync(join(repository, page), "utf8"))
    .filter(({ language }) => language === "ts")
    .map(({ text, line }) => ({ file: `${page.replace(/\W+/g, "-")}-line-${line}.ts`, text })),
);

// The compiler is slow on a busy machine.
jest.setTimeout(120_000);

test("every program in the documentation compiles against the package", () => {
  expect(snippets.length).toBeGreaterThan(15);
  const sources = Object.fromEntries(snippets.map(({ file, text }) => [file, asProgram(text)]));
  // A program, which snippets of unit tests load.
  const program = createCompiler()(
    { ...sources, "index.ts": "export {};" },
    {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: ["node"],
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.Preserve,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      customConditions: ["node"],
    },
  );
  expect(complaints(program, ({ fileName }) => fileName.includes("-line-"))).toEqual([]);
});
