/** The names in a table. */
export function namesIn<T extends object>(table: T): Extract<keyof T, string>[] {
  const names: Extract<keyof T, string>[] = [];
  for (const name in table) names.push(name);
  return names;
}
