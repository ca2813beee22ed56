import type { Comment, Declarations } from "./declarations";
import { anchorOf, type LinkTo, memberList, paragraphs, shapeSection, table, wrapped } from "./markdown";
import { shapeOf, shapesWithin } from "./reading";

/** The functions that a program calls; each has an Output form, which the same section describes. */
export const functionNames = ({ functions }: Declarations): string[] =>
  [...functions.keys()].filter((name) => name.startsWith("get") && functions.has(`${name}Output`)).sort();

/** What each function's comment says about the key, and the word for the table. */
const keyPhrases = [
  [/Needs the API key/, "needed"],
  [/Needs no API key, and sends none/, "none sent"],
  [/The API key is sent if there is one/, "sent if there is one"],
] as const;

/** Whether the function needs the key, according to its comment. */
export function keyWord({ text }: Comment): string | undefined {
  const plain = text.replace(/\s+/g, " ");
  return keyPhrases.find(([phrase]) => phrase.test(plain))?.[1];
}

export function functionsPage(declarations: Declarations): string {
  const names = functionNames(declarations);
  const capitalised = (name: string): string => `${name[0]?.toUpperCase()}${name.slice(1)}`;
  const argsOf = (name: string) => shapeOf(declarations, `${capitalised(name)}Args`);
  const resultOf = (name: string) => shapeOf(declarations, `${capitalised(name)}Result`);
  const linkTo: LinkTo = (shape) => (declarations.shapes.has(shape) ? `#${anchorOf(shape)}` : undefined);
  const parts = names.flatMap((name) => [
    ...argsOf(name).members,
    ...resultOf(name).members,
    ...resultOf(name).bases.map((type) => ({ name: type, type, isOptional: false, text: "", examples: [] })),
  ]);
  return [
    "# Functions",
    paragraphs(
      "A function reads from the service and manages nothing. Each has two forms: one returns a promise and asks immediately; the one named `…Output` takes arguments that may be outputs, returns an output, and asks once the arguments are known. The last argument takes `provider` (another account) and `parent`; that of the Output form also `dependsOn`. [More about functions](../functions.md).",
    ),
    table(
      ["function", "API key", "what it does"],
      names.map((name) => {
        const comment = commentOf(declarations, name);
        return [`[\`${name}\`](#${anchorOf(name)})`, keyWord(comment) ?? "", firstSentence(comment.text)];
      }),
    ),
    ...names.flatMap((name) => {
      const [comment, output] = [commentOf(declarations, name), commentOf(declarations, `${name}Output`)];
      const [args, result] = [argsOf(name), resultOf(name)];
      return [
        `## ${name}`,
        paragraphs(comment.text),
        ...comment.examples,
        `**Arguments.** ${wrapped(args.text.replace("`VpsArgs`", "[`VpsArgs`](vps.md#arguments)"))}`,
        ...(args.members.length === 0 ? [] : [memberList(args.members, linkTo, "optional")]),
        wrapped(
          `**Result.** ${result.text} ${result.bases.map((base) => `All of [\`${base}\`](#${anchorOf(base)}).`).join(" ")}`,
        ),
        ...(result.members.length === 0 ? [] : [memberList(result.members, linkTo, "may be absent")]),
        `### ${name}Output`,
        wrapped(output.text),
        ...output.examples,
      ];
    }),
    "## Shapes",
    ...shapesWithin(declarations, parts).map((shape) =>
      shapeSection(shape, "###", linkTo, shape.name.endsWith("Args") ? "optional" : "may be absent"),
    ),
  ].join("\n\n");
}

function commentOf({ functions }: Declarations, name: string): Comment {
  const comment = functions.get(name);
  if (comment === undefined) throw new Error(`${name} is not declared`);
  return comment;
}

const firstSentence = (text: string): string => /^.*?[.](?=\s)/.exec(text.replace(/\s+/g, " "))?.[0] ?? text;
