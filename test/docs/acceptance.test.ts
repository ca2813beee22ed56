import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { QUESTIONS } from "../../tools/acceptance/questions.mjs";
import { capturedNames } from "../contract/captured-bodies";
import { expectWritten } from "./written";

const page = "docs/acceptance.md";
const text = (): string => readFileSync(join(__dirname, "../..", page), "utf8");

/** By topic, as the run's report shows them. */
function questionTable(): string {
  const topics = Map.groupBy(
    QUESTIONS.filter(({ isBeyondOneRun }) => isBeyondOneRun !== true),
    ({ topic }) => topic,
  );
  const rows = [...topics].map(([topic, all]) => `| ${topic} | ${all.map(({ question }) => question).join(" ")} |`);
  const beyond = QUESTIONS.filter(({ isBeyondOneRun }) => isBeyondOneRun === true);
  return [
    "| about | it would answer |",
    "|---|---|",
    ...rows,
    "",
    `${beyond.length} points would stay open even then:`,
    "",
    "| about | question | why |",
    "|---|---|---|",
    ...beyond.map(({ topic, question, otherwise }) => `| ${topic} | ${question} | ${otherwise} |`),
  ].join("\n");
}

test("the open points on the page of what is proven are those that the acceptance test asks", () => {
  const written = text().replace(
    /(<!-- questions -->\n)[\s\S]*?(<!-- \/questions -->)/,
    (_, start, end) => `${start}${questionTable()}\n${end}`,
  );
  expect(written).toContain(questionTable());
  expectWritten(page, written);
});

test("the page of what is proven counts the answers that were recorded and those that were made up", () => {
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
  expect(rows.length).toBeGreaterThan(5);
  const named = rows.map((row) => Array.from(row.split("|")[2]?.matchAll(/`([^`]+)`/g) ?? [], ([, path = ""]) => path));
  expect(named.filter((paths) => paths.length === 0)).toEqual([]);
  expect(named.flat().filter((path) => !existsSync(join(__dirname, "..", path)))).toEqual([]);
});
