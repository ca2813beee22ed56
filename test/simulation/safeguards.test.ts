import { History } from "./history";
import { type Accident, Accidents } from "./models/accidents";
import { Random } from "./models/random";
import type { Making } from "./models/service-model";
import { playAll, type Tally } from "./tally";
import { complete, type Variant } from "./variant";
import { weakened, withoutHolderCount, withoutPendingId } from "./weakened";

/** Enough for the rarest consequence to show. */
const histories = Number(process.env["SIMULATION_HISTORIES"] ?? 1000);

const minuteMs = 60_000;

let whole: Tally;
beforeAll(async () => {
  whole = await playAll(complete, 1, histories);
}, 300_000);

test.each(Object.entries(weakened))(
  "without %s something goes wrong",
  async (_safeguard, { variant, consequences }) => {
    const part = await playAll(variant, 1, histories);
    const isWorse = consequences.filter((finding) => {
      const before = whole.counts.get(finding) ?? 0;
      return (part.counts.get(finding) ?? 0) > before * 1.5;
    });
    expect(isWorse).not.toEqual([]);
  },
  300_000,
);

const web = { name: "web", domainName: "web.example.com", memoryMb: 1024, deleteBeforeReplace: true, aliases: [] };

/** Troubles as a story wants them, and no others. */
class Told extends Accidents {
  override isKilled = () => false;
  override ofRead = (): Accident => "none";
  override isStateReadable = () => true;
}

const historyWith = (accidents: Accidents, variant: Variant): History =>
  new History(accidents.random, variant, accidents);

/** A server goes from one declaration to another, which imports it, while the state cannot be read. */
async function handOver(variant: Variant): Promise<History> {
  const accidents = new Told(new Random(1));
  accidents.isCalm = true;
  const history = historyWith(accidents, variant);
  history.program = [web];
  await history.perform("up");
  accidents.isStateReadable = () => false;
  history.program = [{ ...web, name: "app", imported: Number(history.entryOf("web")?.id) }];
  await history.perform("up");
  return history;
}

test("a server that another declaration has taken over is cancelled only where holders are not counted", async () => {
  expect([...(await handOver(complete)).found.keys()]).toEqual([]);
  expect([...(await handOver(withoutHolderCount)).found.keys()]).toEqual(["inUseCancelled"]);
});

/** Purchases get no answer, and their orders are listed only after three quarters of an hour. */
class LateOrders extends Told {
  override ofPurchase = (): Accident => "answer-lost";
  override makingOf = (): Making => ({ installMs: 5 * minuteMs, hiddenMs: 45 * minuteMs });
}

async function runThreeTimes(variant: Variant): Promise<History> {
  const history = historyWith(new LateOrders(new Random(1)), variant);
  history.program = [web];
  for (let runs = 0; runs < 3; runs++) {
    await history.perform("up");
    await history.clock.pass(10 * minuteMs);
  }
  return history;
}

test("an order that is listed late is bought twice only where nothing remembers its purchase", async () => {
  expect((await runThreeTimes(complete)).service.active()).toHaveLength(1);
  expect((await runThreeTimes(withoutPendingId)).service.active().length).toBeGreaterThan(1);
});
