import { z } from "zod";
import { environmentVariable, settingNames } from "../../../provider/service/environment";
import { settingTable } from "../../../provider/service/settings";
import { type Declarations, readDeclarations } from "./declarations";
import { functionsPage } from "./functions-page";
import { anchorOf, type LinkTo, memberList, paragraphs, shapeSection, table, typeText } from "./markdown";
import { defaultOf, meaningOf, shapeOf, shapesWithin } from "./reading";
import { vpsPage } from "./vps-page";

const written = "<!-- Written by `npm run docs` from the doc comments in provider/. Edit those. -->";

/** Every page of the reference, by its file name. */
export function pages(): Readonly<Record<string, string>> {
  const declarations = readDeclarations();
  const bodies = {
    "README.md": contents,
    "vps.md": vpsPage(declarations),
    "reverse-dns.md": reverseDnsPage(declarations),
    "provider.md": providerPage(declarations),
    "functions.md": functionsPage(declarations),
    "testing.md": testingPage(declarations),
  };
  return Object.fromEntries(Object.entries(bodies).map(([name, body]) => [name, `${written}\n\n${body}\n`]));
}

const contents = [
  "# Reference",
  "Every argument, output, option, function and setting, from the same comments that an editor shows.",
  table(
    ["page", "what it describes"],
    [
      ["[Vps](vps.md)", "a server: arguments, what a change of each does, options, outputs, its idempotency key"],
      ["[ReverseDns](reverse-dns.md)", "the name that an address resolves to"],
      ["[Provider and settings](provider.md)", "another account or address; every setting and where it comes from"],
      ["[Functions](functions.md)", "images, plans, data centres, orders, live status, prices"],
      ["[Testing](testing.md)", "mocks for unit tests of programs"],
      ["[Troubleshooting](errors.md)", "what each message means for money and data, and what to do"],
    ],
  ),
].join("\n\n");

const onThisPage =
  (declarations: Declarations): LinkTo =>
  (shape) =>
    declarations.shapes.has(shape) ? `#${anchorOf(shape)}` : undefined;

function reverseDnsPage(declarations: Declarations): string {
  const record = shapeOf(declarations, "ReverseDns");
  const args = shapeOf(declarations, "ReverseDnsArgs");
  const linkTo: LinkTo = (shape) => (shape === "Vps" ? "vps.md" : undefined);
  return [
    "# ReverseDns",
    paragraphs(record.text),
    ...record.examples,
    "## Arguments",
    paragraphs(args.text),
    memberList(args.members, linkTo, "optional"),
    "## Options",
    "Pulumi's own, such as `provider`, `parent`, `dependsOn` and `aliases`.",
    "## Outputs",
    memberList(record.members, linkTo, "may be absent"),
  ].join("\n\n");
}

function providerPage(declarations: Declarations): string {
  const provider = shapeOf(declarations, "Provider");
  const args = shapeOf(declarations, "ProviderArgs");
  const rows = settingNames.map((name) => {
    const member = args.members.find((one) => one.name === name);
    if (member === undefined) throw new Error(`Provider has no ${name}`);
    const type = [typeText(member.type, () => undefined), ...limitsOf(name), ...(name === "apiKey" ? ["secret"] : [])];
    return [`\`${name}\``, `\`${environmentVariable(name)}\``, type.join(", "), defaultOf(member), meaningOf(member)];
  });
  return [
    "# Provider and settings",
    paragraphs(provider.text),
    ...provider.examples,
    "## Settings",
    paragraphs(args.text),
    table(["setting", "environment", "type", "default", "meaning"], rows),
  ].join("\n\n");
}

/** The least and the most that a setting may be. */
function limitsOf(name: keyof typeof settingTable): string[] {
  const { minimum, maximum } = z.toJSONSchema(settingTable[name], { unrepresentable: "any", io: "output" });
  return minimum === undefined || maximum === undefined ? [] : [`${minimum} to ${maximum}`];
}

function testingPage(declarations: Declarations): string {
  const mocks = declarations.functions.get("rimuhostingMocks");
  const args = shapeOf(declarations, "RimuhostingMocksArgs");
  const linkTo: LinkTo = (shape) =>
    shape.startsWith("Get")
      ? `functions.md#${anchorOf(shape.replace(/^Get(\w+?)(Args|Result)$/, "get$1"))}`
      : onThisPage(declarations)(shape);
  const shapes = shapesWithin(declarations, args.members).filter(({ name }) =>
    ["MockedFunctions", "MockedAnswer", "Partially", "AnsweringService"].includes(name),
  );
  return [
    "# rimuhostingMocks",
    paragraphs(mocks?.text ?? ""),
    ...(mocks?.examples ?? []),
    "## Arguments",
    paragraphs(args.text),
    memberList(args.members, linkTo, "optional"),
    ...shapes.map((shape) => shapeSection(shape, "##", linkTo, "optional")),
  ].join("\n\n");
}
