import { readFileSync } from "node:fs";
import { join } from "node:path";
import { changesTable } from "./tables";
import { expectWritten } from "./written";

const page = "docs/what-a-change-does.md";

test("the table of what a change does is the one in the code", () => {
  const text = readFileSync(join(__dirname, "../..", page), "utf8");
  const section = /(<!-- changes -->\n)([\s\S]*?)(<!-- \/changes -->)/;
  expect(text).toMatch(section);
  expectWritten(
    page,
    text.replace(section, (_, start, __, end) => `${start}${changesTable()}\n${end}`),
  );
});
