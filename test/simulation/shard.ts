import { numberOf } from "../volume";
import { play } from "./play";
import { figures, percentage, playAll, refused, table } from "./tally";
import { type Finding, findings, never } from "./verdict/findings";

/** The number of test files, each with its own part, so that they run in parallel. */
const shards = 2;

/** Of all shards together. */
const histories = Number(process.env["SIMULATION_HISTORIES"] ?? numberOf({ everyTime: 1_000, exhaustively: 50_000 }));

/** Plays a single history, and prints it. */
const replayed = process.env["SIMULATION_SEED"];

/** Every shard has its own seeds, the same in every run. */
const seedsOf = (shard: number): number[] =>
  Array.from({ length: Math.ceil(histories / shards) }, (_, index) => shard + index * shards);

/** Declares the tests of one shard. */
export function simulate(shard: number): void {
  // Only ends what hangs.
  jest.setTimeout(300_000 + histories * 100);
  if (replayed === undefined) playHistories(shard);
  else replay(shard, Number(replayed));
}

/** How far beyond a share, in percent, a sample may be by chance: two standard deviations. */
const samplingError = (percent: number, size: number): number => 2 * Math.sqrt((percent * (100 - percent)) / size);

function playHistories(shard: number): void {
  test("interrupted at any moment, the provider loses no server, silently doubles none and cancels none in use", async () => {
    const tally = await playAll(seedsOf(shard));
    console.log(`${table(tally)}\n${figures(tally)}`);
    const forbidden = (Object.keys(never) as Finding[]).filter((finding) => tally.counts.has(finding));
    const told = forbidden.map((finding) => `${findings[finding]}: SIMULATION_SEED=${tally.firstSeeds.get(finding)}`);
    expect(told).toEqual([]);
    expect(refused(tally)).toBeLessThanOrEqual(1 + samplingError(1, tally.runs));
    expect(percentage(tally, "surplus")).toBeLessThanOrEqual(4 + samplingError(4, tally.histories));
    expect(percentage(tally, "tooLate")).toBeLessThanOrEqual(0.3 + samplingError(0.3, tally.histories));
  });

  test("a seed plays the same history again, word for word", async () => {
    const [first, second] = [await play(shard), await play(shard)];
    expect(second.trace).toEqual(first.trace);
  });
}

function replay(shard: number, seed: number): void {
  (shard === 1 ? test : test.skip)(`the history of seed ${seed}`, async () => {
    const { trace, found } = await play(seed);
    console.log(trace.join("\n"));
    expect([...found.keys()].filter((finding) => finding in never)).toEqual([]);
  });
}
