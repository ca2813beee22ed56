/** What is there of an object's parts. */
type Present<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

/** The same without the parts that are absent. */
export const present = <T extends object>(parts: T): Present<T> =>
  // The library's types know nothing of the names of entries.
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined && value !== null)) as Present<T>;

/** The names in a table. */
export function namesIn<T extends object>(table: T): Extract<keyof T, string>[] {
  const names: Extract<keyof T, string>[] = [];
  for (const name in table) names.push(name);
  return names;
}
