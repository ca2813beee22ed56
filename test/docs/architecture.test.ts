import { readFileSync } from "node:fs";
import { join } from "node:path";

const repository = join(__dirname, "../..");
const page = "docs/architecture.md";

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
  const [, decisions = ""] = text.split("## Where each question is decided");
  const [named = ""] = decisions.split("## The simulator");
  const places = named.split(/\n(?=[|*])/).flatMap(placesIn);
  expect(places.length).toBeGreaterThan(30);
  const missing = places.flatMap(({ path, names }) => {
    const code = readFileSync(join(repository, "provider", path), "utf8");
    const lacks = (name: string): boolean =>
      !new RegExp(`\\b(function|const|class) ${name}\\b|^  ${name}\\(`, "m").test(code);
    return names.filter(lacks).map((name) => `${path} has no ${name}`);
  });
  expect(missing).toEqual([]);
});
