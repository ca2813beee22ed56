import fc from "fast-check";

/** Words that only a library's own messages contain. */
export const rawWords =
  /invalid|expected|received|pattern|regex|\/\^|unrecognized|too (big|small)|<=|>=|NaN|(?<!is )undefined|\[object/i;

/** Values that no argument and no setting was made for. */
export const junk = fc.oneof(
  fc.constantFrom<unknown>(
    ...["", " ", "x y", "a:b", "-1", true, false, [], {}, [[]], [{}], [""], [0]],
    ...[0, -1, 1.5, 1e300, Number.NaN, Number.POSITIVE_INFINITY],
  ),
  fc.anything({ maxDepth: 3, withBigInt: false, withNullPrototype: false }),
);

/** The names inside a value: a complaint gives the path to the mistake, in upper or lower case. */
const namesIn = (value: unknown): string[] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, part]) => [name, ...namesIn(part)])
    : [];

/** A complaint without what it quotes of the value. A name may hold quotation marks itself. */
export function withoutGiven(reason: string, given: unknown): string {
  const names = namesIn(given)
    .filter((name) => name !== "")
    .sort((a, b) => b.length - a.length);
  const unquoted = names.reduce((words, name) => words.replaceAll(`"${name}"`, '""'), reason).replace(/"[^"]*"/g, '""');
  return names.reduce((words, name) => words.replaceAll(`.${name}`, ".…"), unquoted);
}
