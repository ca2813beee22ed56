import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { pages } from "./reference/pages";
import { expectWritten } from "./written";

const written = pages();

test.each(Object.entries(written))("docs/reference/%s is written from the doc comments", (name, text) => {
  expectWritten(`docs/reference/${name}`, text);
});

/** The names that a program can import. */
function exportedFrom(entry: string): string[] {
  const text = readFileSync(join(__dirname, "../../provider", entry), "utf8");
  const { statements } = ts.createSourceFile(entry, text, ts.ScriptTarget.Latest, true);
  return statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement)) {
      const { exportClause: names, moduleSpecifier: file } = statement;
      if (names !== undefined && ts.isNamedExports(names)) return names.elements.map(({ name }) => name.text);
      return exportedFrom(`${(file as ts.StringLiteral).text}.ts`);
    }
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
    if (!isExported) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name }) => name.getText());
    return "name" in statement ? [(statement.name as ts.Identifier).text] : [];
  });
}

/** Types whose members a section lists under the name of what takes or returns them. */
const ofSection = /^(Vps|Provider|ReverseDns|Get\w+?)(Of\w+)?(Output)?(Args|Result|Options)$/;

test("the reference describes everything that a program can import", () => {
  const exported = exportedFrom("index.ts");
  expect(exported.length).toBeGreaterThan(50);
  const all = Object.values(written).join("\n");
  const isHeading = (name: string): boolean => new RegExp(`^#+ ${name}\\b`, "m").test(all);
  const missing = exported.filter((name) => {
    const [, owner = name] = ofSection.exec(name) ?? [];
    const form = name.replace(/^(get\w+)Output$/, "$1");
    return ![form, owner, `${owner.charAt(0).toLowerCase()}${owner.slice(1)}`].some(isHeading);
  });
  expect(missing).toEqual([]);
});

test("the page on testing names everything that can be imported for tests", () => {
  const page = readFileSync(join(__dirname, "../../docs/testing.md"), "utf8");
  expect(exportedFrom("testing/index.ts").filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
