import { playAll } from "./tally";
import { complete } from "./variant";
import { weakened } from "./weakened";

/** Enough for the rarest consequence to show several times. */
const histories = Number(process.env["SIMULATION_HISTORIES"] ?? 1000);

test.each(Object.entries(weakened))(
  "without %s something goes wrong",
  async (_name, { variant, consequences }) => {
    const [whole, part] = [await playAll(complete, 1, histories), await playAll(variant, 1, histories)];
    console.log(
      _name,
      JSON.stringify([...part.counts]),
      JSON.stringify([...part.firstSeeds]),
      JSON.stringify([...whole.counts]),
    );
    const worse = consequences.filter((finding) => (part.counts.get(finding) ?? 0) > (whole.counts.get(finding) ?? 0));
    expect(worse).not.toEqual([]);
  },
  300_000,
);
