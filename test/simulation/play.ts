import { cancelWhatWasTold, changeSomething } from "./changes";
import { type Command, History } from "./history";
import { Accidents } from "./models/accidents";
import { Random } from "./models/random";
import type { ModelOrder } from "./models/service-model";
import { orderOf } from "./models/stack-state";
import type { Variant } from "./variant";
import { type Finding, unheld } from "./verdict";

const minuteMs = 60_000;

/** One whole history, the same for the same seed: some troubled runs, then calm ones that must put everything right. */
export async function play(seed: number, variant: Variant): Promise<History> {
  const random = new Random(seed);
  const history = new History(random, variant, new Accidents(random));
  for (let left = random.between(3, 8); left > 0; left--) {
    changeSomething(history);
    await runSomething(history);
    history.backups.push(history.state);
    await history.clock.pass(random.weighted(gaps) === "long" ? 30 * 60 * minuteMs : random.between(1, 20) * minuteMs);
  }
  await conclude(history);
  return history;
}

const gaps = { short: 99, long: 1 } as const;
const commands: Readonly<Record<Command, number>> = { up: 85, refresh: 10, destroy: 5 };

async function runSomething(history: History): Promise<void> {
  const { random } = history;
  const command = random.weighted(commands);
  const replaced = command === "up" && random.chance(0.08) ? random.pick(history.program) : undefined;
  await history.perform(command, new Set(replaced === undefined ? [] : [replaced.name]));
}

/** Nothing goes wrong any more: what is still wrong now stays wrong. */
async function conclude(history: History): Promise<void> {
  history.note("calm");
  history.accidents.isCalm = true;
  await history.clock.pass(afterPurchasesMs);
  if ((await history.perform("up")) !== "good") {
    await history.clock.pass(afterPurchasesMs);
    await history.perform("up");
  }
  const late = untold(history);
  await history.perform("refresh");
  const isGood = (await history.perform("up")) === "good";
  if (isGood) judgeServers(history);
  else judgeFailure(history);
  judgeSurplus(history, late);
  const served = new Set(history.program.flatMap((one) => (history.entryOf(one.name) ? [one.domainName] : [])));
  if (!isGood) await takeWayOut(history);
  await endStack(history, served);
}

/** Whatever was sent has come to light by then, and a purchase of unknown outcome is repeated. */
const afterPurchasesMs = 130 * minuteMs;

function judgeFailure(history: History): void {
  // Leftovers and surplus orders are counted by themselves.
  if (isLeftover(history) || history.toldLast.includes("Also active, and billed")) return;
  const isRefusal = history.toldLast.includes("Nothing was bought");
  const finding: Finding = !isRefusal ? "stuck" : history.isStateTouched ? "provoked" : "refused";
  history.find(finding, history.toldLast);
}

function judgeServers(history: History): void {
  for (const { name, domainName, memoryMb } of history.program) {
    const entry = history.entryOf(name);
    const order = history.service.order(entry && orderOf(entry));
    const isRight =
      order !== undefined && !order.cancelled && order.domainName === domainName && order.memoryMb === memoryMb;
    if (!isRight) history.find("different", `${name}: ${JSON.stringify(order)}`);
  }
}

/** Orders that nobody knows of, so far. */
const untold = (history: History): Set<number> =>
  new Set(
    surplusOf(history)
      .filter((order) => !history.isTold(order))
      .map(({ oid }) => oid),
  );

const surplusOf = ({ service, state, elsewhere }: History): ModelOrder[] => unheld(service, [state, elsewhere]);

function judgeSurplus(history: History, late: ReadonlySet<number>): void {
  for (const order of surplusOf(history)) {
    const finding = !history.isTold(order) ? "untilDestroy" : late.has(order.oid) ? "untilRefresh" : "surplus";
    history.find(finding, `order ${order.oid}`);
  }
}

/** Who does what the messages say gets what the program declares. */
async function takeWayOut(history: History): Promise<void> {
  cancelWhatWasTold(history);
  let outcome = await history.perform("up");
  if (outcome !== "good" && history.elsewhere.entries.length > 0) {
    history.note("remove the declarations of what another stack owns");
    history.program = history.program.filter(({ name }) => history.entryOf(name) !== undefined);
    outcome = await history.perform("up");
  }
  if (outcome === "good") judgeServers(history);
  else if (!isLeftover(history)) history.find("stuck", history.toldLast);
}

/** A stack that is given up says at each try what it leaves behind: for the other stack's servers that is right. */
const isLeftover = ({ toldLast }: History): boolean => toldLast.includes("Still active, and billed");

/** After a destroy no state tells of an order any more: whoever was not told now never hears of it. What was `served` is at least no server lost. */
async function endStack(history: History, served: ReadonlySet<string>): Promise<void> {
  await history.perform("destroy");
  await history.clock.pass(afterPurchasesMs);
  await history.perform("destroy");
  for (const order of unheld(history.service, [history.elsewhere]))
    if (!history.isTold(order))
      history.find(served.has(order.domainName) ? "unreported" : "lost", `order ${order.oid}`);
}
