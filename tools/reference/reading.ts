import type { Declarations, Member, Shape } from "./declarations";

export function shapeOf({ shapes }: Declarations, name: string): Shape {
  const shape = shapes.get(name);
  if (shape === undefined) throw new Error(`${name} is not declared`);
  return shape;
}

const isEnd = String.raw`\.(?=\s|$)`;

/** What a doc comment says after "Default:". */
const defaultForm = new RegExp(String.raw`Default:\s((?:\`[^\`]*\`|(?!${isEnd})[^;])+)`);

/** The default of an optional argument, as its comment states it. */
export function defaultOf({ text }: Member): string {
  const [, stated = ""] = defaultForm.exec(text) ?? [];
  return stated.replace(/\s+/g, " ").trim();
}

/** What a setting means, without its default. */
export const meaningOf = ({ text }: Member): string =>
  text.replace(/\s(Secret:|Default:)\s.*$/s, "").replace(/\s+/g, " ");

/** A choice between shapes as one shape, with whatever one of them has. */
function merged(declarations: Declarations, shape: Shape): Shape {
  const parts = shape.alias?.split(" | ").map((name) => declarations.shapes.get(name));
  if (parts === undefined || !parts.every((part) => part !== undefined)) return shape;
  const all = parts.flatMap((part) => [...part.bases.map((base) => shapeOf(declarations, base)), part]);
  const different = [...new Set(all)];
  const text = `${shape.text} Its forms: ${different.map(({ name }) => `\`${name}\``).join(", ")}.`;
  return { ...shape, text, alias: undefined, members: different.flatMap(({ members }) => members) };
}

/** The shapes that these members are made of, in the order in which they occur, each once. */
export function shapesWithin(declarations: Declarations, members: readonly Member[]): Shape[] {
  const found = new Map<string, Shape>();
  const add = (member: Member): void => {
    for (const [name] of member.type.matchAll(/\b[A-Z]\w+\b/g)) {
      const declared = declarations.shapes.get(name);
      if (declared === undefined || found.has(name)) continue;
      const shape = merged(declarations, declared);
      found.set(name, shape);
      for (const base of shape.bases) add({ ...member, type: base });
      for (const inner of shape.members) add(inner);
      if (shape.alias !== undefined) add({ ...member, type: shape.alias });
    }
  };
  for (const member of members) add(member);
  return [...found.values()];
}
