import { perform } from "./command";
import { conclude } from "./conclusion";
import { History } from "./history";
import { drawConditions } from "./models/conditions";
import type { Chosen } from "./models/engine/context";
import { Random } from "./models/random";
import { Accidents } from "./models/service/accidents";
import type { Stack } from "./models/stack";
import { changeSomething } from "./people/person";
import { complete } from "./subject/variant";

const minuteMs = 60_000;

/** One whole history, the same for the same seed: some troubled runs, then calm ones that must fix everything. */
export async function play(seed: number): Promise<History> {
  const random = new Random(seed);
  const conditions = drawConditions(random);
  const history = new History(random, complete, new Accidents(random, conditions), conditions);
  history.note(JSON.stringify(conditions));
  for (let left = random.between(3, 8); left > 0; left--) {
    const stack = chooseStack(history);
    changeSomething(history, stack);
    await runSomething(history, stack);
    stack.backups.push(stack.state);
    await history.clock.pass(gapMs(history, stack));
  }
  await conclude(history);
  return history;
}

/** Mostly the one that the history is about. */
const chooseStack = ({ random, ours, other }: History): Stack =>
  other.program.length > 0 && random.chance(0.15) ? other : ours;

const ways = { plain: 84, replaceBoth: 4, replaceServer: 3, target: 6, targetReplace: 3 } as const;

async function runSomething(history: History, stack: Stack): Promise<void> {
  const { random } = history;
  const command = random.weighted({ up: 85, refresh: 10, destroy: 5 });
  const way = random.weighted(ways);
  const name = random.pick(stack.program)?.name;
  const names: ReadonlySet<string> = new Set(name === undefined ? [] : [name]);
  const targets = way.startsWith("target") && name !== undefined ? names : undefined;
  if (command !== "up") {
    await perform(history, stack, command, command === "destroy" ? { targets } : {});
    return;
  }
  const what = way === "replaceServer" ? "server" : "both";
  const replace = way === "plain" || way === "target" ? undefined : ({ names, what } as const);
  const chosen: Chosen = { replace, targets };
  // Many people let the command show its preview first, and stop if that fails.
  if (random.chance(0.25) && (await perform(history, stack, "preview", chosen)) !== "good") return;
  await perform(history, stack, "up", chosen);
}

function gapMs({ random }: History, { lastOutcome }: Stack): number {
  // After a killed run people run it again immediately: what it left behind may still be at work.
  if (lastOutcome === "killed" && random.chance(0.6)) return random.between(2, 60) * 1000;
  return random.chance(0.01) ? 30 * 60 * minuteMs : random.between(1, 20) * minuteMs;
}
