const kindOf = (value: unknown): string => (value === null ? "null" : Array.isArray(value) ? "list" : typeof value);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * How an answer differs from a captured body: names that it lacks, and values of another kind. `null` fits any kind, and a
 * list is represented by its first entry.
 */
export const departures = (captured: unknown, answer: unknown, path = "answer"): string[] => {
  if (captured === null || answer === null) return [];
  if (kindOf(captured) !== kindOf(answer)) return [`${path} is a ${kindOf(answer)}, not a ${kindOf(captured)}`];
  if (Array.isArray(captured) && Array.isArray(answer))
    return captured.length > 0 && answer.length > 0 ? departures(captured[0], answer[0], `${path}[0]`) : [];
  if (!isRecord(captured) || !isRecord(answer)) return [];
  return Object.entries(captured).flatMap(([key, value]) =>
    key in answer ? departures(value, answer[key], `${path}.${key}`) : [`${path}.${key} is missing`],
  );
};
