import type { Variant } from "./models/provider-under-test";
import { play } from "./play";
import { tagNames } from "./subject/words";
import { type Finding, findings, never } from "./verdict/findings";

/** The number of histories with each finding, and the first of them. */
export interface Tally {
  readonly histories: number;
  /** Orders that the provider bought. */
  readonly purchases: number;
  readonly crashes: number;
  readonly counts: ReadonlyMap<Finding, number>;
  readonly firstSeeds: ReadonlyMap<Finding, number>;
}

/** Plays one history for each seed. */
export async function playAll(variant: Variant, seeds: readonly number[]): Promise<Tally> {
  const counts = new Map<Finding, number>();
  const firstSeeds = new Map<Finding, number>();
  let [purchases, crashes] = [0, 0];
  for (const seed of seeds) {
    const history = await play(seed, variant);
    purchases += history.orders().filter(({ tags }) => tags[tagNames.attempt] !== undefined).length;
    crashes += history.crashes;
    for (const finding of history.found.keys()) {
      counts.set(finding, (counts.get(finding) ?? 0) + 1);
      if (!firstSeeds.has(finding)) firstSeeds.set(finding, seed);
    }
  }
  return { histories: seeds.length, purchases, crashes, counts, firstSeeds };
}

/** The percentage of histories that show a finding. */
export const percentage = ({ counts, histories }: Tally, finding: Finding): number =>
  (100 * (counts.get(finding) ?? 0)) / histories;

/** In plain words and numbers: the percentage of histories. */
export function table(ours: Tally, theirs: Tally): string {
  const rows = (Object.keys(findings) as Finding[]).map((finding) => {
    const seed = ours.firstSeeds.get(finding);
    const [our, their] = [ours, theirs].map((tally) => percentage(tally, finding).toFixed(2).padStart(6));
    return `${our} %  ${their} %  ${findings[finding]}${seed === undefined ? "" : ` (SIMULATION_SEED=${seed})`}`;
  });
  const head = `of ${ours.histories} histories; a naive provider, of ${theirs.histories}; what happened`;
  return [head, ...rows].join("\n");
}

/** One shard's counts on one line, as JSON; those of all shards add up. */
export function figures({ histories, purchases, crashes, counts }: Tally): string {
  const sum = (kinds: readonly string[]): number =>
    [...counts].reduce((total, [finding, count]) => total + (kinds.includes(finding) ? count : 0), 0);
  return `simulation figures: ${JSON.stringify({
    histories,
    purchases,
    crashes,
    strays: sum(["stray", "untilRefresh", "untilDestroy", "tooLate"]),
    refused: sum(["refused"]),
    provoked: sum(["provoked"]),
    forbidden: sum(Object.keys(never)),
  })}`;
}
