import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fencedBlocks } from "./markdown";

const repository = join(__dirname, "../..");

const textsIn = (folder: string, ending: string): string[] =>
  readdirSync(join(repository, folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(join(repository, folder, name), "utf8"));

/** Orders, prices, addresses and dates differ from one account to the next. */
const withoutNumbers = (text: string): string => text.replace(/\d+/g, "0");

/** What a guide shows of a run: a block in no language that is no drawing. Lines that end with a colon are Pulumi's own headings. */
const shown = textsIn("docs", ".md")
  .flatMap(fencedBlocks)
  .filter(({ language, text }) => language === "" && !/[─│]/.test(text))
  .flatMap(({ text }) => text.split("\n").map((line) => line.trim()))
  .filter((line) => line !== "" && !line.endsWith(":"));

test("every line that a guide shows of a run is one that a transcript has", () => {
  expect(shown.length).toBeGreaterThan(5);
  const said = withoutNumbers(textsIn("test/transcripts", ".txt").join("\n"));
  expect(shown.filter((line) => !said.includes(withoutNumbers(line)))).toEqual([]);
});
