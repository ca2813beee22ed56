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

/** Those that are written by hand: the others are derived from the promise form's arguments, comments included. */
const written = [...all.keys()].filter((name) => name.endsWith("OutputArgs") && all.get(name)?.length !== 0);

test("an Output form's arguments, where they are written by hand, are documented in the words of the promise form", () => {
  for (const name of written) expect(all.get(name)).toEqual(all.get(name.replace(/OutputArgs$/, "Args")));
});
