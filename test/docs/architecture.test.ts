import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expectWritten } from "./written";

const repository = join(__dirname, "../..");
const page = "docs/architecture.md";

/** The imports between folders, as a drawing that repository pages show. */
function drawing(...choice: readonly string[]): string {
  const program = join(repository, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const options = ["--config", ".dependency-cruiser.cjs", "--output-type", "mermaid", ...choice];
  const args = [program, "provider", ...options];
  const text = execFileSync(process.execPath, args, { cwd: repository, encoding: "utf8", stdio: "pipe" });
  return `\`\`\`mermaid\n${text.trim()}\n\`\`\`\n`;
}

const drawings = {
  folders: ["--include-only", "^provider/[^/]+/", "--collapse", "^provider/[^/]+"],
};

test("the drawings of the architecture are what the code imports", () => {
  const text = Object.entries(drawings).reduce(
    (made, [mark, choice]) =>
      made.replace(
        new RegExp(`(<!-- ${mark} -->\n)[\\s\\S]*?(<!-- /${mark} -->)`),
        (_, start, end) => `${start}${drawing(...choice)}${end}`,
      ),
    readFileSync(join(repository, page), "utf8"),
  );
  expect(text.match(/^```mermaid$/gm)).toHaveLength(1);
  expectWritten(page, text);
}, 120_000);

interface Place {
  readonly path: string;
  readonly names: string[];
}

/** The paths that a row or an item of a list gives, each with the names that follow it there. */
function placesIn(item: string): Place[] {
  const places: Place[] = [];
  for (const [, word = ""] of item.matchAll(/`([^`\n]+)`/g)) {
    if (word.endsWith(".ts")) places.push({ path: word, names: [] });
    else places.at(-1)?.names.push(word);
  }
  return places;
}

test("what the architecture names is in the files that it names", () => {
  const text = readFileSync(join(repository, page), "utf8");
  const [, decisions = ""] = text.split("## Where is it decided");
  const [named = ""] = decisions.split("## The simulator");
  const places = named.split(/\n(?=[|*])/).flatMap(placesIn);
  expect(places.length).toBeGreaterThan(30);
  const missing = places.flatMap(({ path, names }) => {
    const code = readFileSync(join(repository, "provider", path), "utf8");
    const lacks = (name: string): boolean => !new RegExp(`\\b(function|const|class) ${name}\\b`).test(code);
    return names.filter(lacks).map((name) => `${path} has no ${name}`);
  });
  expect(missing).toEqual([]);
});
