import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const folder = join(__dirname, "../../provider/functions");

const statements = readdirSync(folder).flatMap((name) => {
  const text = readFileSync(join(folder, name), "utf8");
  return [...ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true).statements];
});

/** The properties of every interface of the functions, each with its comment. */
function interfaces(): Map<string, string[]> {
  return new Map(
    statements.filter(ts.isInterfaceDeclaration).map(({ name, members }) => [
      name.text,
      members.map((member) => {
        const comments = ts.getJSDocCommentsAndTags(member).map((comment) => comment.getText());
        return `${member.name?.getText() ?? "[any]"}: ${comments.join(" ")}`;
      }),
    ]),
  );
}

const all = interfaces();

/** Those with only an index signature have no arguments, and both forms share them. */
const plainForms = statements
  .filter(ts.isFunctionDeclaration)
  .map(({ name }) => `G${name?.text.slice(1)}Args`)
  .filter((name) => !name.endsWith("OutputArgs") && all.get(name)?.some((member) => !member.startsWith("[any]:")));

test("functions with arguments are found", () => expect(plainForms).toContain("GetVpsPriceArgs"));

test.each(plainForms)("%s has an Output form that documents each argument in the same words", (name) => {
  expect(all.get(name.replace(/Args$/, "OutputArgs"))).toEqual(all.get(name));
});
