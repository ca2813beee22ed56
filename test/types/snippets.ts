import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const docs = join(__dirname, "../../docs");

/** The programs of the reference and of the guides, each as the body of a function, by the name of a file to compile. */
export const snippetsOfDocs = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    pages().flatMap((page) =>
      codeIn(page).map((code, index) => [`${page.replace(/\W+/g, "-")}-${index + 1}.ts`, `${start}${code}\n}\n`]),
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
  export async function snippet() {
`;

/** Those for developers of the package speak of its tests. */
const pages = (): string[] =>
  readdirSync(docs, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md") && name !== "development.md")
    .sort();

/** The TypeScript of a page. In the body of a function nothing can be imported or exported. A lone type is no program. */
const codeIn = (page: string): string[] =>
  Array.from(readFileSync(join(docs, page), "utf8").matchAll(/^ *```ts\n(.*?)^ *```$/gms), ([, code = ""]) =>
    code.replace(/^ *import .* from .*$/gm, "").replace(/^( *)export /gm, "$1"),
  ).filter((code) => !code.startsWith("type "));
