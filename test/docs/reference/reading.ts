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

/** The shapes that these members are made of, in the order in which they occur, each once. */
export function shapesWithin(declarations: Declarations, members: readonly Member[]): Shape[] {
  const found = new Map<string, Shape>();
  const add = (member: Member): void => {
    for (const [name] of member.type.matchAll(/\b[A-Z]\w+\b/g)) {
      const shape = declarations.shapes.get(name);
      if (shape === undefined || found.has(name)) continue;
      found.set(name, shape);
      for (const base of shape.bases) add({ ...member, type: base });
      for (const inner of shape.members) add(inner);
      if (shape.alias !== undefined) add({ ...member, type: shape.alias });
    }
  };
  for (const member of members) add(member);
  return [...found.values()];
}
