import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const repository = join(__dirname, "../..");
const page = readFileSync(join(repository, "docs/reference/errors.md"), "utf8");

/** What the first column of the page's tables quotes; what the code fills in stands as `…`. */
const quotes = [...page.matchAll(/^\| (`[^|]*`) \|/gm)].flatMap(([, cell = ""]) =>
  cell.split(" · ").map((quote) => quote.slice(1, -1)),
);

/** The texts of a file: one that is cut into several for the width of the page is whole again. */
const textsIn = (file: string): string =>
  readFileSync(join(repository, "provider", file), "utf8")
    .replace(/["`'] \+\s+["`']/g, "")
    .replace(/\\(["`'])/g, "$1")
    .replace(/\s+/g, " ");

test("every message that the page quotes is in the code, and on the page once", () => {
  expect(quotes.length).toBeGreaterThan(10);
  const files = readdirSync(join(repository, "provider"), { recursive: true, encoding: "utf8" });
  const texts = files.filter((file) => file.endsWith(".ts")).map(textsIn);
  const partsOf = (quote: string): string[] => quote.split("…").filter((part) => /\w/.test(part));
  const isSaid = (quote: string) => texts.some((text) => partsOf(quote).every((part) => text.includes(part.trim())));
  expect(quotes.filter((quote) => !isSaid(quote))).toEqual([]);
  expect(quotes.filter((quote, index) => quotes.indexOf(quote) !== index)).toEqual([]);
});
