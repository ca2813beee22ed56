import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const repository = join(__dirname, "../..");

/** If this variable is set (`npm run docs`), what the code says is written instead of compared. */
const isWriting = process.env["WRITE_DOCS"] === "1";

/** Compares a page with what the code says it should be. */
export function expectWritten(page: string, text: string): void {
  const file = join(repository, page);
  if (isWriting) {
    if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text);
    return;
  }
  const present = existsSync(file) ? readFileSync(file, "utf8") : "";
  if (present === text) return;
  const [lines, others] = [present.split("\n"), text.split("\n")];
  const first = others.findIndex((line, index) => line !== lines[index]);
  throw new Error(
    `${page} is not what the code says: run "npm run docs". The first difference is in line ${first + 1}:\n` +
      `the page: ${lines[first] ?? "(ends)"}\nthe code: ${others[first] ?? "(ends)"}`,
  );
}
