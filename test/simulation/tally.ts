import { play } from "./play";
import { type Finding, findings, never } from "./verdict/findings";

/** The number of histories with each finding, and the first of them. */
export interface Tally {
  readonly histories: number;
  /** Orders of the accounts. */
  readonly orders: number;
  readonly crashes: number;
  /** Runs of `up` and `destroy`, and those that asked for a person although nobody had given cause. */
  readonly runs: number;
  readonly refusals: number;
  readonly counts: ReadonlyMap<Finding, number>;
  readonly firstSeeds: ReadonlyMap<Finding, number>;
}

/** Plays one history for each seed. */
export async function playAll(seeds: readonly number[]): Promise<Tally> {
  const counts = new Map<Finding, number>();
  const firstSeeds = new Map<Finding, number>();
  let [orders, crashes, runs, refusals] = [0, 0, 0, 0];
  for (const seed of seeds) {
    const history = await play(seed);
    orders += history.orders().length;
    crashes += history.crashes;
    runs += history.runs;
    refusals += history.refusals;
    for (const finding of history.found.keys()) {
      counts.set(finding, (counts.get(finding) ?? 0) + 1);
      if (!firstSeeds.has(finding)) firstSeeds.set(finding, seed);
    }
  }
  return { histories: seeds.length, orders, crashes, runs, refusals, counts, firstSeeds };
}

/** The percentage of histories that show a finding. */
export const percentage = ({ counts, histories }: Tally, finding: Finding): number =>
  (100 * (counts.get(finding) ?? 0)) / histories;

/** The percentage of runs that asked for a person. */
export const refused = ({ refusals, runs }: Tally): number => (100 * refusals) / runs;

/** In plain words and numbers: the percentage of histories. */
export function table(tally: Tally): string {
  const rows = (Object.keys(findings) as Finding[]).map((finding) => {
    const seed = tally.firstSeeds.get(finding);
    const share = percentage(tally, finding).toFixed(2).padStart(6);
    return `${share} %  ${findings[finding]}${seed === undefined ? "" : ` (SIMULATION_SEED=${seed})`}`;
  });
  const asked = `${refused(tally).toFixed(2).padStart(6)} %  of ${tally.runs} runs asked for a person`;
  return [`of ${tally.histories} histories; what happened`, ...rows, asked].join("\n");
}

/** One shard's counts on one line, as JSON; those of all shards add up. */
export function figures({ histories, orders, crashes, runs, refusals, counts }: Tally): string {
  const forbidden = [...counts].reduce((total, [finding, count]) => total + (finding in never ? count : 0), 0);
  const strays = counts.get("surplus") ?? 0;
  return `simulation figures: ${JSON.stringify({ histories, purchases: orders, crashes, strays, runs, refused: refusals, forbidden })}`;
}
