import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fencedBlocks } from "./markdown";
import { pagesOfRepository } from "./pages";

const repository = join(__dirname, "../..");

test("no command has a comment behind it, which zsh takes for arguments when it is pasted", () => {
  const commands = pagesOfRepository().flatMap((page) =>
    fencedBlocks(readFileSync(join(repository, page), "utf8"))
      .filter(({ language }) => ["sh", "console"].includes(language))
      .flatMap(({ text }) => text.split("\n").map((line) => `${page}: ${line}`)),
  );
  expect(commands.length).toBeGreaterThan(100);
  expect(commands.filter((line) => / #/.test(line))).toEqual([]);
});
