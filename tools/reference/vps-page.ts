import { argumentsWith, type Effect, secretArguments } from "../../provider/server/arguments";
import type { Declarations, Member } from "./declarations";
import { anchorOf, type LinkTo, memberTable, paragraphs, shapeSection, table, typeText } from "./markdown";
import { defaultOf, meaningOf, shapeOf, shapesWithin } from "./reading";

export function vpsPage(declarations: Declarations): string {
  const vps = shapeOf(declarations, "Vps");
  const args = shapeOf(declarations, "VpsArgs");
  const options = shapeOf(declarations, "VpsOptions");
  const key = shapeOf(declarations, "IdempotencyKey");
  const nested = [args, vps].map(({ members }) => shapesWithin(declarations, members));
  const described = nested.flat();
  const linkTo: LinkTo = (shape) => (described.some(({ name }) => name === shape) ? `#${anchorOf(shape)}` : undefined);
  return [
    "# Vps",
    paragraphs(vps.text),
    ...vps.examples,
    "[Arguments](#arguments) · [Options](#options) · [Outputs](#outputs) · [Idempotency key](#idempotency-key)",
    "## Arguments",
    paragraphs(args.text),
    paragraphs("[What a change does](../what-a-change-does.md) explains the column *change*."),
    argumentTable(args.members, linkTo),
    ...(nested[0] ?? []).map((shape) => shapeSection(shape, linkTo)),
    "## Options",
    paragraphs(`\`new rimuhosting.Vps(name, args, options)\`. ${options.text}`),
    memberTable(options.members, linkTo, "option"),
    "## Outputs",
    paragraphs("Each is a `pulumi.Output`. Every `…Oid` is a number, except `hostServerOid`, which is text."),
    memberTable(vps.members, linkTo, "output"),
    ...(nested[1] ?? []).map((shape) => shapeSection(shape, linkTo)),
    "## Idempotency key",
    paragraphs(key.text),
    memberTable(key.members, linkTo, "output"),
  ].join("\n\n");
}

const isSecret = (name: string): boolean => secretArguments.some((argument) => argument === name);

/** What a change does, in a word; the page on changes has the sentence. */
const changeWords: Readonly<Record<Effect, string>> = {
  resize: "resized",
  move: "moved",
  image: "**reinstalled**",
  "first-boot": "next install",
  power: "started, stopped",
  restart: "restarted",
  replace: "**replaced**",
  refused: "refused",
  behaviour: "saved",
};
const effects = Object.keys(changeWords) as Effect[];

const changeWordOf = (name: string): string =>
  effects.flatMap((effect) => (argumentsWith(effect).some((one) => one === name) ? [changeWords[effect]] : [])).join();

/** What an argument means, without what its own columns say. */
const plainMeaning = (member: Member): string =>
  meaningOf(member)
    .replace("Always treated as secret. ", "")
    .replace(/ ?\b(A change|Growing) (?:[^.`]|`[^`]*`)*\./g, "");

const argumentTable = (members: readonly Member[], linkTo: LinkTo): string =>
  table(
    ["argument", "type", "default", "change", "meaning"],
    members.map((member) => [
      `\`${member.name}\``,
      `${typeText(member.type, linkTo)}${isSecret(member.name) ? ", secret" : ""}`,
      member.isOptional ? defaultOf(member) : "**required**",
      changeWordOf(member.name),
      plainMeaning(member),
    ]),
  );
