import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

test("every promise names tests, and each of them exists", () => {
  const text = readFileSync(join(__dirname, "../../docs/acceptance.md"), "utf8");
  const [, table = ""] = /## Where each promise is tested\n([\s\S]*?)\n## /.exec(text) ?? [];
  const rows = table
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(1);
  expect(rows).toHaveLength(3);
  const named = rows.map((row) => Array.from(row.split("|")[2]?.matchAll(/`([^`]+)`/g) ?? [], ([, path = ""]) => path));
  expect(named.filter((paths) => paths.length === 0)).toEqual([]);
  expect(named.flat().filter((path) => !existsSync(join(__dirname, "..", path)))).toEqual([]);
});
