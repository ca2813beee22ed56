import type { Comment, Declarations, Member, Shape } from "./declarations";
import { anchorOf, few, type LinkTo, memberTable, paragraphs, shapeSection, wrapped } from "./markdown";
import { shapeOf, shapesWithin } from "./reading";

/** The functions that a program calls; each has an Output form, which the same section describes. */
const functionNames = ({ functions }: Declarations): string[] =>
  [...functions.keys()].filter((name) => name.startsWith("get") && functions.has(`${name}Output`)).sort();

const introduction = `Functions read from the service and manage nothing. \`getX\` returns a promise and asks at once;
in a CommonJS program, such as the template's, \`await\` needs a function around it: \`export = async () => { … }\`.
\`getXOutput\` accepts outputs as arguments, and asks once they are known. A last argument takes \`provider\` and
\`parent\`, and for \`getXOutput\` also \`dependsOn\`. \`getDistributions\` and \`getPricingPlans\` need no API key and
send none. A \`?\` marks what you may leave out of an argument, and what may be absent from a result.
[More](../guides.md#functions)`;

export function functionsPage(declarations: Declarations): string {
  const names = functionNames(declarations);
  // What a type stands for fits into the row of what has it.
  const isSection = (shape: Shape | undefined): boolean => shape !== undefined && shape.alias === undefined;
  const linkTo: LinkTo = (shape) => (isSection(declarations.shapes.get(shape)) ? `#${anchorOf(shape)}` : undefined);
  const isServers = isOutputOf(shapeOf(declarations, "Vps"), shapeOf(declarations, "VpsArgs"));
  const sections = names.map((name) => functionSection(declarations, name, linkTo));
  return [
    "# Functions",
    paragraphs(introduction),
    names.map((name) => `[\`${name}\`](#${anchorOf(name)})`).join(" · "),
    ...sections,
    "## Shapes",
    ...shapesWithin(
      declarations,
      names.flatMap((name) => partsOf(declarations, name)),
    )
      .filter(isSection)
      .map((shape) => shapeSection(shape, linkTo, isServers)),
  ].join("\n\n");
}

function functionSection(declarations: Declarations, name: string, linkTo: LinkTo): string {
  const comment = commentOf(declarations, name);
  const { args, result } = shapesOf(declarations, name);
  const bases = result.bases.map((base) => `All of [\`${base}\`](#${anchorOf(base)}).`);
  return [
    `## ${name}`,
    paragraphs(comment.text),
    inOneBlock([...comment.examples, ...commentOf(declarations, `${name}Output`).examples]),
    ...(args.members.length === 0 ? [] : [memberTable(args.members, linkTo, "argument")]),
    ...resultParts(["**Result.**", ...bases].join(" "), result.members, linkTo),
  ].join("\n\n");
}

function resultParts(text: string, members: readonly Member[], linkTo: LinkTo): string[] {
  if (members.length === 0) return [wrapped(text)];
  const described = memberTable(members, linkTo, "property");
  return members.length <= few ? [wrapped(`${text} ${described}`)] : [wrapped(text), described];
}

/** Whether a server has an output of the same name and type, which its own page describes. */
const isOutputOf =
  (...shapes: readonly Shape[]) =>
  ({ name, type }: Member): boolean =>
    shapes.some(({ members }) => members.some((member) => member.name === name && member.type.includes(type)));

const inOneBlock = (examples: readonly string[]): string => examples.join("\n").replaceAll("```\n```ts\n", "");

function shapesOf(declarations: Declarations, name: string) {
  const capitalised = `${name[0]?.toUpperCase()}${name.slice(1)}`;
  return { args: shapeOf(declarations, `${capitalised}Args`), result: shapeOf(declarations, `${capitalised}Result`) };
}

/** Whatever a function's arguments and its result are made of. */
function partsOf(declarations: Declarations, name: string) {
  const { args, result } = shapesOf(declarations, name);
  const bases = result.bases.map((type) => ({ name: type, type, isOptional: false, text: "", examples: [] }));
  return [...args.members, ...result.members, ...bases];
}

function commentOf({ functions }: Declarations, name: string): Comment {
  const comment = functions.get(name);
  if (comment === undefined) throw new Error(`${name} is not declared`);
  return comment;
}
