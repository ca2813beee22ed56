import { effectOf, secretArguments, type VpsArgument } from "../../../provider/vps/arguments";
import { shortMeanings } from "../tables";
import type { Declarations, Member } from "./declarations";
import { anchorOf, type LinkTo, memberList, paragraphs, shapeSection, table, typeText, wrapped } from "./markdown";
import { defaultOf, shapeOf, shapesWithin } from "./reading";

const isSecret = (name: string): boolean => secretArguments.some((argument) => argument === name);

/** What a change of this argument does. */
const effectNamed = (name: string): string => shortMeanings[effectOf(name as VpsArgument)];

export function vpsPage(declarations: Declarations): string {
  const vps = shapeOf(declarations, "Vps");
  const args = shapeOf(declarations, "VpsArgs");
  const linkTo: LinkTo = (shape) =>
    shape !== "Vps" && declarations.shapes.has(shape) ? `#${anchorOf(shape)}` : undefined;
  const nestedArgs = shapesWithin(declarations, args.members);
  const nestedOutputs = shapesWithin(declarations, vps.members);
  return [
    "# Vps",
    paragraphs(vps.text),
    ...vps.examples,
    "[Arguments](#arguments) · [What a change does](#what-a-change-does) · [Options](#options) · [Outputs](#outputs) · [Idempotency key](#idempotency-key)",
    "## Arguments",
    paragraphs(args.text),
    argumentTable(args.members),
    ...args.members.map((argument) => argumentSection(argument, linkTo)),
    ...nestedArgs.map((shape) => shapeSection(shape, "###", linkTo, "optional")),
    "## What a change does",
    paragraphs(
      "[The table in the README](../../README.md#what-a-change-does) says it for each argument. Several changes at once become one ordered list of steps. [Previews, prices and progress](../preview-and-cost.md) tells what a preview says about each; an argument that the program does not set is not managed.",
    ),
    "## Options",
    "`new rimuhosting.Vps(name, args, options)`",
    paragraphs(shapeOf(declarations, "VpsOptions").text),
    memberList(shapeOf(declarations, "VpsOptions").members, linkTo, "optional"),
    "## Outputs",
    "Each is a `pulumi.Output`. All arguments are outputs too, as last applied; `oid`s and `hostServerOid` have one form there, a number and a text.",
    memberList(vps.members, linkTo, "may be absent"),
    ...nestedOutputs.map((shape) => shapeSection(shape, "###", linkTo, "may be absent")),
    ...idempotencyKeySection(declarations),
    ...methodSection(declarations, "Vps.isInstance"),
  ].join("\n\n");
}

const argumentTable = (members: readonly Member[]): string =>
  table(
    ["argument", "type", "default", "a change"],
    members.map((member) => [
      `[\`${member.name}\`](#${anchorOf(member.name)})`,
      `\`${member.type}\`${isSecret(member.name) ? ", secret" : ""}`,
      member.isOptional ? defaultOf(member) : "**required**",
      effectNamed(member.name),
    ]),
  );

function argumentSection(member: Member, linkTo: LinkTo): string {
  const traits = [
    typeText(member.type, linkTo),
    member.isOptional ? "optional" : "required",
    ...(isSecret(member.name) ? ["secret"] : []),
  ];
  return [`### ${member.name}`, traits.join(", "), wrapped(member.text)].join("\n\n");
}

/** Not exported: `Vps` makes it. A person meets it in previews, in the state and on the command line. */
function idempotencyKeySection(declarations: Declarations): string[] {
  const key = shapeOf(declarations, "IdempotencyKey");
  return ["## Idempotency key", paragraphs(key.text), memberList(key.members, () => undefined, "may be absent")];
}

const methodSection = (declarations: Declarations, method: string): string[] => {
  const comment = declarations.methods.get(method);
  if (comment === undefined) throw new Error(`${method} is not documented`);
  return [`## ${method}`, paragraphs(comment.text), ...comment.examples];
};
