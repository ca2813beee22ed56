import { naive } from "./naive-provider";
import { play } from "./play";
import { complete, type Variant } from "./variant";
import { type Finding, findings } from "./verdict";

/** Played in about a minute on two cores. */
const histories = Number(process.env["SIMULATION_HISTORIES"] ?? 300);

interface Tally {
  readonly counts: Map<Finding, number>;
  readonly firstSeeds: Map<Finding, number>;
}

async function tally(variant: Variant, from: number, count: number): Promise<Tally> {
  const counts = new Map<Finding, number>();
  const firstSeeds = new Map<Finding, number>();
  for (let seed = from; seed < from + count; seed++) {
    const { found } = await play(seed, variant);
    for (const finding of found.keys()) {
      counts.set(finding, (counts.get(finding) ?? 0) + 1);
      if (!firstSeeds.has(finding)) firstSeeds.set(finding, seed);
    }
  }
  return { counts, firstSeeds };
}

test("x", async () => {
  const seed = process.env["SIMULATION_SEED"];
  if (seed !== undefined) {
    const history = await play(Number(seed), complete);
    console.log(history.trace.join("\n"));
    return;
  }
  const t0 = Date.now();
  const ours = await tally(complete, 1, histories);
  const t1 = Date.now();
  const theirs = await tally(naive, 1, Math.min(histories, 300));
  console.log(
    t1 - t0,
    (Object.keys(findings) as Finding[])
      .map(
        (f) =>
          `${f.padEnd(16)} ${ours.counts.get(f) ?? 0} (seed ${ours.firstSeeds.get(f)}) naive ${theirs.counts.get(f) ?? 0}`,
      )
      .join("\n"),
  );
}, 600_000);
