import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pages } from "../../tools/reference/pages";
import { expectWritten } from "./written";

const written = pages();

test.each(Object.entries(written))("docs/reference/%s is written from the doc comments", (name, text) => {
  expectWritten(`docs/reference/${name}`, text);
});

/** The names that a program can import. */
function exportedFrom(entry: string): string[] {
  const text = readFileSync(join(__dirname, "../../provider", entry), "utf8");
  const named = (form: RegExp): string[] => Array.from(text.matchAll(form), ([, name = ""]) => name);
  return [
    ...named(/^export (?:const|function|class|interface|type) (\w+)/gm),
    ...named(/^export (?:type )?\{ (.*) \}/gm).flatMap((names) => names.split(", ")),
    ...named(/^export (?:type )?\* from "(.*)";/gm).flatMap((file) => exportedFrom(`${file}.ts`)),
  ];
}

/** Types whose members a section lists under the name of what takes or returns them. */
const ofSection = /^(Vps|Provider|ReverseDns|Get\w+?)(Of\w+)?(Output)?(Args|Result|Options)$/;

test("the reference describes everything that a program can import", () => {
  const exported = exportedFrom("index.ts");
  expect(exported.length).toBeGreaterThan(50);
  const all = Object.values(written).join("\n");
  // A small type stands in the row of what has it.
  const isDescribed = (name: string): boolean => new RegExp(`^#+ ${name}\\b|\`${name}(\\[\\])?\``, "m").test(all);
  const missing = exported.filter((name) => {
    const [, owner = name] = ofSection.exec(name) ?? [];
    const form = name.replace(/^(get\w+)Output$/, "$1");
    return ![form, owner, `${owner.charAt(0).toLowerCase()}${owner.slice(1)}`].some(isDescribed);
  });
  expect(missing).toEqual([]);
});

test("the page on testing names everything that can be imported for tests", () => {
  const page = readFileSync(join(__dirname, "../../docs/testing.md"), "utf8");
  expect(exportedFrom("testing/index.ts").filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
