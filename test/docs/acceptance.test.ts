import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { capturedNames } from "../contract/captured-bodies";

const text = (): string => readFileSync(join(__dirname, "../../docs/acceptance.md"), "utf8");

test("the page on what is proven counts the answers that were recorded and those that were constructed", () => {
  const made = capturedNames.filter((name) => /constructed|composed/.test(name)).length;
  expect(text()).toContain(
    `${capturedNames.length - made} answers that the service gave between 2009 and 2026, and ${made} put together`,
  );
});

test("every promise names tests, and each of them exists", () => {
  const [, table = ""] = /### Where each promise is tested\n([\s\S]*?)\n## /.exec(text()) ?? [];
  const rows = table
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(1);
  expect(rows).toHaveLength(3);
  const named = rows.map((row) => Array.from(row.split("|")[2]?.matchAll(/`([^`]+)`/g) ?? [], ([, path = ""]) => path));
  expect(named.filter((paths) => paths.length === 0)).toEqual([]);
  expect(named.flat().filter((path) => !existsSync(join(__dirname, "..", path)))).toEqual([]);
});
