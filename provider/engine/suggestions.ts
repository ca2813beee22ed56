import leven from "leven";

/** The candidate that a misspelt word most likely means, or `undefined` if none is close. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: leven(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  // If nothing of the word would be left, it means none of them.
  const limit = Math.min(word.length - 1, Math.max(2, Math.floor(word.length / 3)));
  return best !== undefined && best.distance <= limit ? best.candidate : undefined;
}

/** Pulumi's resource options, which are not arguments. */
const options: readonly string[] = [
  "aliases",
  "customTimeouts",
  "deleteBeforeReplace",
  "dependsOn",
  "ignoreChanges",
  "import",
  "parent",
  "protect",
  "provider",
  "replaceOnChanges",
  "retainOnDelete",
];

export const isOption = (name: string): boolean => options.includes(name);

/**
 * What is wrong with the name of an option; `undefined` if nothing is. Pulumi ignores one that it does not know. One that resembles none
 * may be a newer Pulumi's.
 */
export function optionComplaint(name: string): string | undefined {
  if (isOption(name) || name === "providers") return undefined;
  const meant = nearest(name, options);
  return meant && `there is no option "${name}", so it would have no effect. Did you mean "${meant}"?`;
}
