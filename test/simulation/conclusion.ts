import { type CommandName, type CommandOptions, perform } from "./command";
import type { History } from "./history";
import type { Outcome, Stack } from "./models/stack";
import { cancelWhatWasTold, takeAdvice, takeOptionsBack } from "./people/advice";
import { says } from "./subject/words";
import type { Finding } from "./verdict/findings";
import { judgeServers } from "./verdict/servers";
import { isListedTooLate, unheldOrders } from "./verdict/unheld";

/** Whatever was sent has come to light by then, and a purchase of unknown outcome is repeated. */
const afterPurchasesMs = 130 * 60_000;

/** Nothing goes wrong any more: what is still wrong now stays wrong. */
export async function conclude(history: History): Promise<void> {
  history.note("calm");
  history.accidents.isCalm = true;
  const { ours } = history;
  const run = (name: CommandName, options?: CommandOptions): Promise<Outcome> => perform(history, ours, name, options);
  await history.clock.pass(afterPurchasesMs);
  await run("preview");
  if ((await upWithoutObjections(history)) !== "good") {
    await history.clock.pass(afterPurchasesMs);
    await run("up");
  }
  // What another stack bought is adopted, or named, by its own runs.
  for (const stack of [history.other, history.colleague])
    if (stack.program.length > 0) await perform(history, stack, "up");
  const late = untold(history);
  await run("refresh");
  const isGood = (await upWithoutObjections(history)) === "good";
  if (isGood) judgeServers(history, ours);
  else judgeFailure(history, ours);
  judgeSurplus(history, late);
  const served = new Set(ours.program.flatMap((one) => (ours.entryOf(one) ? [one.domainName] : [])));
  if (!isGood) await takeWayOut(history, ours);
  await endStacks(history, served);
}

/** Options that the provider objects to are a person's mistake. */
async function upWithoutObjections(history: History): Promise<Outcome> {
  const outcome = await perform(history, history.ours, "up");
  const hasChanged = outcome !== "good" && takeOptionsBack(history, history.ours);
  return hasChanged ? perform(history, history.ours, "up") : outcome;
}

function judgeFailure(history: History, { toldLast, isTouched, state }: Stack): void {
  // Leftovers and surplus orders are counted by themselves.
  if (says.leftover(toldLast) || says.strays(toldLast)) return;
  const isKeptInTheWay = [...history.releases.keys()].some(
    (oid) => history.isKept(oid) && toldLast.includes(String(oid)),
  );
  const isReplacing = state.entries.some((entry) => entry.isPendingReplacement);
  const isProvoked = isTouched || history.conditions.hasColleague || (isKeptInTheWay && !isReplacing);
  const finding: Finding = !says.nothingBought(toldLast) ? "stuck" : isProvoked ? "provoked" : "refused";
  history.find(finding, toldLast);
}

/** Orders that nobody knows of, so far. */
const untold = (history: History): Set<number> =>
  new Set(
    unheldOrders(history)
      .filter((order) => !history.knowledge.isTold(order))
      .map(({ oid }) => oid),
  );

function judgeSurplus(history: History, late: ReadonlySet<number>): void {
  for (const order of unheldOrders(history)) {
    const isTold = history.knowledge.isTold(order);
    if (!isTold && isListedTooLate(history, order)) continue;
    const finding = !isTold ? "untilDestroy" : late.has(order.oid) ? "untilRefresh" : "surplus";
    history.find(finding, `order ${order.oid}`);
  }
}

/** Who does what the messages say gets what the program declares. */
async function takeWayOut(history: History, stack: Stack): Promise<void> {
  let outcome: Outcome = stack.lastOutcome;
  // An `up` may name one server only, and the next one the next.
  const mostTries = stack.program.length + 2;
  for (let tries = 0; outcome !== "good" && tries < mostTries; tries++) {
    takeAdvice(history, stack);
    outcome = await perform(history, stack, "up");
  }
  if (outcome === "good") judgeServers(history, stack);
  else if (!says.leftover(stack.toldLast)) history.find("stuck", stack.toldLast);
}

/** After the last destroy no state tells of an order any more: whoever was not told now never hears of it. What was `served` is at least no server lost. */
async function endStacks(history: History, served: ReadonlySet<string>): Promise<void> {
  for (const stack of history.stacks) {
    if (stack.state.ledger === undefined && stack.state.entries.length === 0) continue;
    await perform(history, stack, "destroy");
    await history.clock.pass(afterPurchasesMs);
    await perform(history, stack, "destroy");
    cancelWhatWasTold(history);
  }
  judgeEnd(history, served);
}

function judgeEnd(history: History, served: ReadonlySet<string>): void {
  for (const order of unheldOrders(history)) {
    if (history.knowledge.isTold(order)) continue;
    const harm = served.has(order.domainName) ? "unreported" : "lost";
    history.find(isListedTooLate(history, order) ? "tooLate" : harm, `order ${order.oid}`);
  }
}
