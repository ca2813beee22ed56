import { z } from "zod";
import { environmentVariable, settingNames } from "../../provider/service/environment";
import { settingTable } from "../../provider/service/settings";
import { type Declarations, readDeclarations } from "./declarations";
import { functionsPage } from "./functions-page";
import { type LinkTo, memberTable, paragraphs, table, typeText } from "./markdown";
import { defaultOf, meaningOf, shapeOf } from "./reading";
import { vpsPage } from "./vps-page";

const written = "<!-- Written by `npm run docs` from the doc comments in provider/. Edit those. -->";

/** Every generated page of the reference, by its file name. */
export function pages(): Readonly<Record<string, string>> {
  const declarations = readDeclarations();
  const bodies = {
    "vps.md": vpsPage(declarations),
    "reverse-dns.md": reverseDnsPage(declarations),
    "provider.md": providerPage(declarations),
    "functions.md": functionsPage(declarations),
  };
  return Object.fromEntries(Object.entries(bodies).map(([name, body]) => [name, `${written}\n\n${body}\n`]));
}

function reverseDnsPage(declarations: Declarations): string {
  const record = shapeOf(declarations, "ReverseDns");
  const args = shapeOf(declarations, "ReverseDnsArgs");
  const members = ["OfVps", "OfOrder", "OfAny"].flatMap(
    (form) => shapeOf(declarations, `ReverseDns${form}Args`).members,
  );
  const linkTo: LinkTo = (shape) => (shape === "Vps" ? "vps.md" : undefined);
  return [
    "# ReverseDns",
    paragraphs(record.text),
    ...record.examples,
    "## Arguments",
    paragraphs(args.text),
    memberTable(members, linkTo, "argument"),
    "The options are Pulumi's own, without `import` and `id`.",
    "## Outputs",
    memberTable(record.members, linkTo, "output"),
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
  return minimum === undefined || maximum === undefined ? [] : [`a whole number from ${minimum} to ${maximum}`];
}
