import { naive } from "./naive-provider";
import { play } from "./play";
import { percentage, playAll, type Tally } from "./tally";
import { complete } from "./variant";
import { type Finding, findings, never } from "./verdict";

/** Played in about a minute on two cores; the naive provider shows what it shows in fewer. */
const histories = Number(process.env["SIMULATION_HISTORIES"] ?? 10_000);
const naiveHistories = Math.min(histories, 1000);
const firstSeed = Number(process.env["SIMULATION_SEED"] ?? 1);
const isReplay = process.env["SIMULATION_SEED"] !== undefined;

const all = Object.keys(findings) as Finding[];

/** In plain words and numbers: in how many histories of a hundred. */
function table(ours: Tally, theirs: Tally): string {
  const rows = all.map((finding) => {
    const seed = ours.firstSeeds.get(finding);
    const [our, their] = [ours, theirs].map((tally) => percentage(tally, finding).toFixed(2).padStart(6));
    return `${our} %  ${their} %  ${findings[finding]}${seed === undefined ? "" : ` (SIMULATION_SEED=${seed})`}`;
  });
  const head = `of ${ours.histories} histories; a naive provider, of ${theirs.histories}; what happened`;
  return [head, ...rows].join("\n");
}

(isReplay ? test.skip : test)(
  "interrupted at any moment, the provider loses no server, doubles none in silence and cancels none in use",
  async () => {
    const ours = await playAll(complete, firstSeed, histories);
    const theirs = await playAll(naive, firstSeed, naiveHistories);
    console.log(table(ours, theirs));
    const forbidden = (Object.keys(never) as Finding[]).filter((finding) => ours.counts.has(finding));
    expect(forbidden.map((finding) => `${findings[finding]}: SIMULATION_SEED=${ours.firstSeeds.get(finding)}`)).toEqual(
      [],
    );
    expect(percentage(ours, "refused")).toBeLessThanOrEqual(1);
    const surplus = (["surplus", "untilRefresh", "untilDestroy"] as const).map((when) => percentage(ours, when));
    expect(surplus.reduce((total, part) => total + part)).toBeLessThanOrEqual(4);
    expect(theirs.counts.get("unreported")).toBeGreaterThan(0);
    expect(theirs.counts.get("lost")).toBeGreaterThan(0);
  },
  600_000,
);

test("a seed plays the same history again, word for word", async () => {
  const [first, second] = [await play(firstSeed, complete), await play(firstSeed, complete)];
  expect(second.trace).toEqual(first.trace);
  if (isReplay) console.log(first.trace.join("\n"));
});
