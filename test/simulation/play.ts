import { changeSomething } from "./changes";
import { type Command, History } from "./history";
import { liveEntries, orderOf } from "./models/stack-state";
import type { Variant } from "./variant";
import { type Finding, unheld } from "./verdict";

const minuteMs = 60_000;

/** One whole history, the same for the same seed: some troubled runs, then calm ones that must put everything right. */
export async function play(seed: number, variant: Variant): Promise<History> {
  const history = new History(seed, variant);
  const { random } = history;
  for (let left = random.between(3, 8); left > 0; left--) {
    changeSomething(history);
    await runSomething(history);
    history.backups.push(history.state);
    await history.clock.pass(random.weighted(gaps) === "long" ? 30 * 60 * minuteMs : random.between(1, 20) * minuteMs);
  }
  await conclude(history);
  return history;
}

const gaps = { short: 97, long: 3 } as const;
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
  await history.clock.pass(130 * minuteMs);
  let outcome = await history.perform("up");
  if (outcome !== "good") {
    await history.clock.pass(130 * minuteMs);
    outcome = await history.perform("up");
  }
  await history.perform("refresh");
  outcome = await history.perform("up");
  if (outcome !== "good") judgeFailure(history);
  else judgeServers(history);
  judgeSurplus(history);
  await history.perform("destroy");
  await history.clock.pass(130 * minuteMs);
  await history.perform("destroy");
  for (const { oid } of unheld(history.service, [history.elsewhere]))
    if (!history.isTold(oid)) history.find("unreported", `order ${oid}, after destroy`);
}

function judgeFailure(history: History): void {
  // Leftovers and surplus orders are counted by themselves.
  if (/Still active, and billed|Also active, and billed/.test(history.toldLast)) return;
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

function judgeSurplus(history: History): void {
  const served = new Set(liveEntries(history.state).map((entry) => history.service.order(orderOf(entry))?.domainName));
  for (const { oid, domainName } of unheld(history.service, [history.state, history.elsewhere])) {
    if (history.isTold(oid)) history.find("surplus", `order ${oid}`);
    else if (served.has(domainName)) history.find("unreported", `order ${oid}`);
    else history.find("lost", `order ${oid}`);
  }
}
