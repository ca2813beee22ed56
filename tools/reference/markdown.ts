import type { Member, Shape } from "./declarations";

const width = 100;

/** Words, and what must not be broken: code and links. */
const word = /(?:`[^`]*`|\[[^\]]*\]\([^)]*\)|\S)+/g;

/** Breaks a paragraph into lines that an editor shows whole. */
export function wrapped(text: string, indent = ""): string {
  const lines: string[] = [];
  for (const one of text.match(word) ?? []) {
    const line = lines.at(-1);
    if (line !== undefined && (line.length + one.length < width || startsBlock(one)))
      lines[lines.length - 1] += ` ${one}`;
    else lines.push(lines.length === 0 ? one : `${indent}${one}`);
  }
  return lines.join("\n");
}

/** At the start of a line it would begin a list, a heading or a quotation. */
const startsBlock = (one: string): boolean => /^([-+*#>|]|\d+[.)])/.test(one);

/** A doc comment's text: each paragraph on its own, its lists as they are. */
export const paragraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => (/^[-*] /m.test(paragraph) ? paragraph.trim() : wrapped(paragraph)))
    .join("\n\n");

/** The name of the shape that a type consists of, such as `VpsFileArgs[]`. */
const shapeIn = (type: string): string | undefined => /\b([A-Z]\w+)\b/.exec(type.replace(/"[^"]*"/g, ""))?.[1];

/** Tells where a shape is described. */
export type LinkTo = (shape: string) => string | undefined;

/** A type as code, with a link to the shape in it. */
export function typeText(type: string, linkTo: LinkTo): string {
  const shape = shapeIn(type);
  const target = shape === undefined ? undefined : linkTo(shape);
  return target === undefined ? `\`${type}\`` : `[\`${type}\`](${target})`;
}

/** How many members a paragraph can hold. */
export const few = 3;

/** Members with type and comment: a table, or a paragraph for a few. A `?` marks what may be left out or absent. */
export function memberTable(members: readonly Member[], linkTo: LinkTo, kind: string): string {
  const nameOf = ({ name, isOptional }: Member): string => `\`${name}${isOptional ? "?" : ""}\``;
  if (members.length <= few)
    return wrapped(members.map((one) => `${nameOf(one)} (${typeText(one.type, linkTo)}): ${one.text}`).join(" "));
  const rows = members.map((member) => [nameOf(member), typeText(member.type, linkTo), member.text]);
  return table([kind, "type", "meaning"], rows);
}

/** A section about a nested shape. Of members that are described on another page, it gives the names. */
export function shapeSection(shape: Shape, linkTo: LinkTo, isKnown: (member: Member) => boolean = () => false): string {
  const bases = shape.bases.map((base) => `It has everything that ${typeText(base, linkTo)} has.`);
  const alias = shape.alias === undefined ? [] : [`\`\`\`ts\ntype ${shape.name} = ${shape.alias};\n\`\`\``];
  const known = shape.members.filter(isKnown);
  const others = shape.members.filter((member) => !isKnown(member));
  const names = known.map(({ name }) => `\`${name}\``).join(", ");
  const pointer = known.length === 0 ? [] : [`Also, as in [\`Vps\`](vps.md): ${names}.`];
  const members = others.length === 0 ? [] : [memberTable(others, linkTo, "property")];
  return [`### ${shape.name}`, wrapped([shape.text, ...bases, ...pointer].join(" ")), ...alias, ...members].join(
    "\n\n",
  );
}

/** A cell of a table: a bar in a type would end it. */
const cell = (text: string): string => text.replaceAll("|", "\\|").replace(/\s+/g, " ");

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

/** The anchor that a heading gets on a repository page. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
