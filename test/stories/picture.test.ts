import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { draw } from "../../tools/demo/picture.cjs";
import { story } from "./harness/story";

const root = join(__dirname, "../..");
const file = join(root, "docs/preview.svg");

/** If this variable is set (`npm run docs`), the picture is drawn instead of compared. */
const isWriting = process.env["WRITE_DOCS"] === "1";

// biome-ignore lint/suspicious/noControlCharactersInRegex: it has to match the colour codes of the CLI's output
const plain = (text: string): string => text.replace(/\u001b\[[0-9;]*m/g, "");

story("the README's picture shows what a preview of the quickstart says", async (told) => {
  const stack = await told.newStack({ program: readFileSync(join(root, "examples/quickstart/index.ts"), "utf8") });
  (await stack.up()).expectOk();
  await stack.setConfig("memoryMb", "4096");
  await stack.setConfig("distro", "ubuntu2404.64");
  const { stdout } = (await stack.preview({ args: ["--color", "always", "--suppress-progress"] })).expectOk();
  const all = stdout.split("\n");
  const start = all.findIndex((line) => plain(line).includes("Vps web") && plain(line).includes("update"));
  const end = all.findIndex((line) => plain(line).startsWith("Resources:"));
  const shown = all
    .slice(start, end + 3)
    .filter((line, index, lines) => plain(line).trim() !== "" || index < lines.length - 1);
  const title = "A preview: the new price, and a warning that a reinstall loses all data";
  const picture = draw(["$ pulumi preview", ...shown], 100, title);
  if (isWriting) writeFileSync(file, picture);
  expect(readFileSync(file, "utf8")).toBe(picture);
});
