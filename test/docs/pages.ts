import { readdirSync } from "node:fs";
import { join } from "node:path";

const repository = join(__dirname, "../..");

const pagesIn = (folder: string): string[] =>
  readdirSync(join(repository, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md") && !name.includes("node_modules"))
    .map((name) => join(folder, name));

/** Every page of the repository, by its path. */
export function pagesOfRepository(): string[] {
  const top = readdirSync(repository).filter((name) => name.endsWith(".md"));
  return [...top, "simulator/README.md", ...pagesIn("docs"), ...pagesIn("examples")].sort();
}
