import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { anchorOf } from "../../tools/reference/markdown";
import { pagesOfRepository } from "./pages";

const repository = join(__dirname, "../..");

const pages = pagesOfRepository();

/** A page's text without its code, where brackets are no links. */
const proseOf = (page: string): string =>
  readFileSync(join(repository, page), "utf8")
    .replace(/^\s*```.*?^\s*```$/gms, "")
    .replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, ""));

const links = pages.flatMap((page) =>
  Array.from(proseOf(page).matchAll(/\]\(([^)\s]+)\)/g), ([, target = ""]) => ({ page, target })).filter(
    ({ target }) => !/^[a-z]+:/.test(target),
  ),
);

/** Headings give anchors; the same one twice gives the second a number. */
function anchorsOf(page: string): Set<string> {
  const headings = readFileSync(join(repository, page), "utf8")
    .replace(/^\s*```.*?^\s*```$/gms, "")
    .matchAll(/^#+ (.*)$/gm);
  const seen = new Map<string, number>();
  return new Set(
    Array.from(headings, ([, heading = ""]) => {
      const anchor = anchorOf(heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1"));
      const count = seen.get(anchor) ?? 0;
      seen.set(anchor, count + 1);
      return count === 0 ? anchor : `${anchor}-${count}`;
    }),
  );
}

const targetOf = ({ page, target }: { page: string; target: string }) => {
  const [path = "", anchor] = target.split("#");
  return { file: path === "" ? page : normalize(join(dirname(page), path)), anchor };
};

test("every link between pages leads to a file and a heading that exist", () => {
  expect(links.length).toBeGreaterThan(100);
  const broken = links.filter((link) => {
    const { file, anchor } = targetOf(link);
    if (!existsSync(join(repository, file))) return true;
    return anchor !== undefined && (statSync(join(repository, file)).isDirectory() || !anchorsOf(file).has(anchor));
  });
  expect(broken).toEqual([]);
});

/** npm points the links of the package's own README at the repository. */
test("every link of a guide that the package ships leads to something that it ships too", () => {
  const { files } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as { files: string[] };
  const covers = (entry: string, file: string): boolean => file === entry || file.startsWith(`${entry}/`);
  const left = files.filter((entry) => entry.startsWith("!")).map((entry) => entry.slice(1));
  const isShipped = (file: string): boolean =>
    ["package.json", ...files].some((entry) => covers(entry, file)) && !left.some((entry) => covers(entry, file));
  const guides = pages.filter((page) => page !== "README.md" && isShipped(page));
  expect(guides.length).toBeGreaterThan(10);
  const elsewhere = links.filter((link) => guides.includes(link.page) && !isShipped(targetOf(link).file));
  expect(elsewhere).toEqual([]);
});

test("the indexes of users and of contributors lead to every page", () => {
  const indexes = ["docs/README.md", "docs/CONTRIBUTING.md"];
  const listed = new Set(links.filter(({ page }) => indexes.includes(page)).map((link) => targetOf(link).file));
  const isListed = (page: string): boolean => [page, dirname(page)].some((file) => listed.has(file));
  expect(pages.filter((page) => page.startsWith("docs/") && !indexes.includes(page) && !isListed(page))).toEqual([]);
});
