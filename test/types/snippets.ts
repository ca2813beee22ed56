import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fencedBlocks } from "../docs/markdown";
import { pagesOfRepository } from "../docs/pages";

const repository = join(__dirname, "../..");

/** The programs of README, reference and guides, each as the body of a function, by the name of a file to compile. */
export const snippetsOfDocs = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    pages().flatMap((page) =>
      codeIn(page).map((code, index) => [`${page.replace(/\W+/g, "-")}-${index + 1}.ts`, asModule(code)]),
    ),
  );

/** What a page has shown before, or leaves to the reader. */
const start = `
  import * as pulumi from "@pulumi/pulumi";
  import * as rimuhosting from "pulumi-rimuhosting";
  import { rimuhostingMocks } from "pulumi-rimuhosting/testing";
  declare const web: rimuhosting.Vps;
  declare const mail: rimuhosting.Vps;
  declare const eu: rimuhosting.Provider;
  declare const config: pulumi.Config;
  declare const servers: rimuhosting.Vps[];
  export async function snippet() {
`;

/** Those for developers of the package speak of its tests. */
const pages = (): string[] =>
  pagesOfRepository().filter(
    (page) => page === "README.md" || (page.startsWith("docs/") && page !== "docs/development.md"),
  );

/** The TypeScript of a page. A lone type is no program. */
const codeIn = (page: string): string[] =>
  fencedBlocks(readFileSync(join(repository, page), "utf8"))
    .filter(({ language, text }) => language === "ts" && !text.startsWith("type "))
    .map(({ text }) => text);

/** In the body of a function nothing can be imported or exported. */
function asModule(code: string): string {
  const imports = Array.from(code.matchAll(/^ *import .* from .*$/gm), ([line]) => line);
  const further = imports.filter((line) => !/"(@pulumi\/pulumi|pulumi-rimuhosting(\/testing)?)"/.test(line));
  const body = code.replace(/^ *import .* from .*$/gm, "").replace(/^( *)export /gm, "$1");
  return `${further.join("\n")}${start}${body}\n}\n`;
}
