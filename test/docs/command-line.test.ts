import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { documentedCall } from "../cli/support/documented-calls";

const page = join(__dirname, "../../docs/command-line.md");

/** If this variable is set (`npm run docs`), the outputs are written instead of compared. */
const isWriting = process.env["WRITE_DOCS"] === "1";

const text = readFileSync(page, "utf8");
const shown = [...text.matchAll(/```console\n\$ npx pulumi-rimuhosting(.*)\n((?:.*\n)*?)```/g)].map(
  ([block, line = "", output = ""]) => ({ block, line: line.trim(), output }),
);

test("the page shows every command", () => {
  const names = ["orders", "strays", "catalog", "export", "doctor"];
  expect(names.filter((name) => !shown.some(({ line }) => line.split(" ")[0] === name))).toEqual([]);
});

test.each(shown)("the page shows what $line prints", async ({ block, line, output }) => {
  const { stdout, stderr } = await documentedCall(line);
  const printed = `${stdout}${stderr}`;
  expect(printed.split("\n").filter((one) => one.length > 100)).toEqual([]);
  if (!isWriting) {
    expect(output).toBe(printed);
    return;
  }
  const now = readFileSync(page, "utf8");
  writeFileSync(
    page,
    now.replace(block, () => `\`\`\`console\n$ npx pulumi-rimuhosting ${line}\n${printed}\`\`\``),
  );
});
