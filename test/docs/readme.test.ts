import { readFileSync } from "node:fs";
import { join } from "node:path";
import { changesTable, settingsTable } from "./tables";
import { expectWritten } from "./written";

test.each([
  { mark: "changes", table: changesTable },
  { mark: "settings", table: settingsTable },
])("the README's table of $mark is the one in the code", ({ mark, table }) => {
  const text = readFileSync(join(__dirname, "../../README.md"), "utf8");
  const section = new RegExp(`(<!-- ${mark} -->\n)([^]*?)(<!-- /${mark} -->)`);
  expect(text).toMatch(section);
  expectWritten(
    "README.md",
    text.replace(section, (_, start, __, end) => `${start}${table()}\n${end}`),
  );
});
