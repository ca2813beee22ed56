import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { changesTable, settingsTable } from "./tables";

const readme = join(__dirname, "../../README.md");

/** If this variable is set (`npm run docs`), the tables are written instead of compared. */
const isWriting = process.env["WRITE_DOCS"] === "1";

test.each([
  { mark: "changes", table: changesTable },
  { mark: "settings", table: settingsTable },
])("the README's table of $mark is the one in the code", ({ mark, table }) => {
  const text = readFileSync(readme, "utf8");
  const section = new RegExp(`(<!-- ${mark} -->\n)([^]*?)(<!-- /${mark} -->)`);
  expect(text).toMatch(section);
  if (isWriting)
    writeFileSync(
      readme,
      text.replace(section, (_, start, __, end) => `${start}${table()}\n${end}`),
    );
  else expect(text.match(section)?.[2]).toBe(`${table()}\n`);
});
