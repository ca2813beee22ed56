import { play } from "./play";
import type { Variant } from "./variant";
import type { Finding } from "./verdict";

/** In how many histories each finding was made, and in which one first. */
export interface Tally {
  readonly histories: number;
  readonly counts: ReadonlyMap<Finding, number>;
  readonly firstSeeds: ReadonlyMap<Finding, number>;
}

/** Plays the histories of some seeds in a row. */
export async function playAll(variant: Variant, firstSeed: number, histories: number): Promise<Tally> {
  const counts = new Map<Finding, number>();
  const firstSeeds = new Map<Finding, number>();
  for (let seed = firstSeed; seed < firstSeed + histories; seed++) {
    const { found } = await play(seed, variant);
    for (const finding of found.keys()) {
      counts.set(finding, (counts.get(finding) ?? 0) + 1);
      if (!firstSeeds.has(finding)) firstSeeds.set(finding, seed);
    }
  }
  return { histories, counts, firstSeeds };
}

/** How many histories in a hundred show a finding. */
export const percentage = ({ counts, histories }: Tally, finding: Finding): number =>
  (100 * (counts.get(finding) ?? 0)) / histories;
