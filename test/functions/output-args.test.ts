import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const folder = join(__dirname, "../../provider/functions");

/** The properties of every interface of the functions, each with its comment. */
function interfaces(): Map<string, string[]> {
  const statements = readdirSync(folder).flatMap((name) => {
    const text = readFileSync(join(folder, name), "utf8");
    return [...ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true).statements];
  });
  return new Map(
    statements.filter(ts.isInterfaceDeclaration).map(({ name, members }) => [
      name.text,
      members.map((member) => {
        const comments = ts.getJSDocCommentsAndTags(member).map((comment) => comment.getText());
        return `${member.name?.getText()}: ${comments.join(" ")}`;
      }),
    ]),
  );
}

const all = interfaces();
const outputForms = [...all.keys()].filter((name) => name.endsWith("OutputArgs"));

test("every function that takes arguments has an Output form of them", () => {
  expect(outputForms).toEqual(
    expect.arrayContaining(["GetOrderOutputArgs", "GetPricingPlansOutputArgs", "GetVpsPriceMoveOutputArgs"]),
  );
});

test.each(outputForms)("%s explains each argument as the plain form does", (name) => {
  expect(all.get(name)).toEqual(all.get(name.replace(/OutputArgs$/, "Args")));
});
