import { perform } from "./command";
import { conclude } from "./conclusion";
import { History } from "./history";
import { drawConditions } from "./models/conditions";
import type { Variant } from "./models/provider-under-test";
import { Random } from "./models/random";
import { Accidents } from "./models/service/accidents";
import { Oddities } from "./models/service/oddities";
import type { Stack } from "./models/stack";
import { changeSomething, shareProgram } from "./people/person";
import { resizeGroup } from "./people/program-changes";

const minuteMs = 60_000;

/** Where the seeds begin of what was added to the histories later. */
const oddSeeds = 0x4000_0000;
const groupSeeds = 0x2000_0000;

/** One whole history, the same for the same seed: some troubled runs, then calm ones that must fix everything. */
export async function play(seed: number, variant: Variant): Promise<History> {
  const random = new Random(seed);
  const odd = new Random(seed + oddSeeds);
  const grouping = new Random(seed + groupSeeds);
  const conditions = drawConditions(random, odd);
  const accidents = new Accidents(random, new Oddities(odd, conditions));
  const history = new History(random, variant, accidents, conditions);
  history.note(JSON.stringify(conditions));
  if (conditions.hasColleague) {
    history.colleague.configure("foreignOrders", "ignore");
    if (random.chance(0.5)) history.ours.configure("foreignOrders", "ignore");
  }
  for (let left = random.between(3, 8); left > 0; left--) {
    const stack = chooseStack(history);
    changeSomething(history, stack);
    if (stack.lastOutcome === "good" && grouping.chance(0.1)) resizeGroup(history, stack);
    await runSomething(history, stack);
    stack.backups.push(stack.state);
    await history.clock.pass(gapMs(history, stack));
  }
  await conclude(history);
  return history;
}

/** Mostly the one that the history is about. */
function chooseStack(history: History): Stack {
  const { random, ours, other, colleague, conditions } = history;
  if (conditions.hasColleague && ours.program.length > 0 && random.chance(0.3)) {
    shareProgram(history);
    return colleague;
  }
  return other.program.length > 0 && random.chance(0.15) ? other : ours;
}

const commands = { up: 85, refresh: 10, destroy: 5 } as const;

async function runSomething(history: History, stack: Stack): Promise<void> {
  const { random } = history;
  const command = random.weighted(commands);
  if (command !== "up") {
    await perform(history, stack, command);
    return;
  }
  const one = random.pick(stack.program)?.name;
  const chosen = new Set(one === undefined ? [] : [one]);
  const how = random.weighted({ plain: 86, replace: 7, target: 5, targetReplace: 2 });
  const options = {
    replace: how === "replace" || how === "targetReplace" ? chosen : new Set<string>(),
    targets: one !== undefined && (how === "target" || how === "targetReplace") ? chosen : undefined,
  };
  // Many people let the command show its preview first, and stop if that fails.
  if (random.chance(0.25) && (await perform(history, stack, "preview", options)) !== "good") return;
  await perform(history, stack, "up", options);
}

function gapMs({ random }: History, { lastOutcome }: Stack): number {
  // After a killed run people run it again immediately: what it left behind may still be at work.
  if (lastOutcome === "killed" && random.chance(0.6)) return random.between(2, 60) * 1000;
  return random.weighted({ short: 99, long: 1 }) === "long" ? 30 * 60 * minuteMs : random.between(1, 20) * minuteMs;
}
