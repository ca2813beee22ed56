import { type CommandName, type CommandOptions, perform } from "./command";
import type { History } from "./history";
import type { Outcome, Stack } from "./models/stack";
import { cancelReported, takeAdvice, takeOptionsBack } from "./people/advice";
import { says } from "./subject/words";
import type { Finding } from "./verdict/findings";
import { isListedTooLate, judgeServers, unheldOrders } from "./verdict/orders";

/** By then every request sent has shown its effect, and purchases of unknown outcome are repeated. */
const afterPurchasesMs = 130 * 60_000;

/** By then lists show what was bought in calm times. */
const listedAfterMs = 60 * 60_000;

/** From now on nothing fails: what is still wrong stays wrong. */
export async function conclude(history: History): Promise<void> {
  history.note("calm");
  history.accidents.isCalm = true;
  history.cutListsOff(false);
  const { ours } = history;
  const run = (name: CommandName, options?: CommandOptions): Promise<Outcome> => perform(history, ours, name, options);
  await history.clock.pass(afterPurchasesMs);
  await run("preview");
  if ((await upWithoutObjections(history)) !== "good") {
    await history.clock.pass(afterPurchasesMs);
    await run("up");
  }
  // What another stack bought is adopted or reported by its own runs.
  for (const stack of [history.other, history.colleague])
    if (stack.program.length > 0) await perform(history, stack, "up");
  const late = unreported(history);
  await run("refresh");
  const isGood = (await upWithoutObjections(history)) === "good";
  if (isGood) judgeServers(history, ours);
  else judgeFailure(history, ours);
  judgeSurplus(history, late);
  const served = new Set(ours.program.flatMap((one) => (ours.entryOf(one) ? [one.domainName] : [])));
  if (!isGood) await takeWayOut(history, ours);
  await endStacks(history, served);
}

/** Options that the provider rejects are a person's mistake. */
async function upWithoutObjections(history: History): Promise<Outcome> {
  const outcome = await perform(history, history.ours, "up");
  const hasChanged = outcome !== "good" && takeOptionsBack(history, history.ours);
  return hasChanged ? perform(history, history.ours, "up") : outcome;
}

function judgeFailure(history: History, { lastMessages, isTouched, state }: Stack): void {
  // Leftovers and strays are counted separately.
  if (says.remainingStrays(lastMessages) || says.strays(lastMessages)) return;
  const isKeptInTheWay = [...history.releases.keys()].some(
    (oid) => history.isKept(oid) && lastMessages.includes(String(oid)),
  );
  const isReplacing = state.entries.some((entry) => entry.isPendingReplacement);
  const isProvoked = isTouched || history.conditions.hasColleague || (isKeptInTheWay && !isReplacing);
  const finding: Finding = !says.nothingBought(lastMessages) ? "stuck" : isProvoked ? "provoked" : "refused";
  history.find(finding, lastMessages);
}

/** Orders not yet known to anybody. */
const unreported = (history: History): Set<number> =>
  new Set(
    unheldOrders(history)
      .filter((order) => !history.knowledge.isReported(order))
      .map(({ oid }) => oid),
  );

function judgeSurplus(history: History, late: ReadonlySet<number>): void {
  for (const order of unheldOrders(history)) {
    const isReported = history.knowledge.isReported(order);
    if (!isReported && isListedTooLate(history, order)) continue;
    const finding = !isReported ? "untilDestroy" : late.has(order.oid) ? "untilRefresh" : "stray";
    history.find(finding, `order ${order.oid}`);
  }
}

/** Following the messages leads to what the program declares. */
async function takeWayOut(history: History, stack: Stack): Promise<void> {
  let outcome: Outcome = stack.lastOutcome;
  // One `up` may report only one server, and the next `up` the next one.
  const mostTries = stack.program.length + 2;
  for (let tries = 0; outcome !== "good" && tries < mostTries; tries++) {
    takeAdvice(history, stack);
    if (says.listBehind(stack.lastMessages)) await history.clock.pass(listedAfterMs);
    outcome = await perform(history, stack, "up");
  }
  if (outcome === "good") judgeServers(history, stack);
  else if (!says.remainingStrays(stack.lastMessages) && !isTaken(history, stack))
    history.find("stuck", stack.lastMessages);
}

/** What an interrupted run has bought, and a person has imported elsewhere although the guide says not to. */
const isTaken = ({ takenFromLiving }: History, { lastMessages }: Stack): boolean =>
  says.strays(lastMessages) && [...takenFromLiving].some((oid) => lastMessages.includes(String(oid)));

/**
 * After the last destroy no state knows an order any more: what was not reported by now never will be.
 * What was `served` is at least not a lost server.
 */
async function endStacks(history: History, served: ReadonlySet<string>): Promise<void> {
  for (const stack of history.stacks) {
    if (stack.state.ledger === undefined && stack.state.entries.length === 0) continue;
    await perform(history, stack, "destroy");
    await history.clock.pass(afterPurchasesMs);
    const outcome = await perform(history, stack, "destroy");
    if (outcome !== "good" && !says.remainingStrays(stack.lastMessages)) history.find("stuck", stack.lastMessages);
    cancelReported(history);
  }
  judgeEnd(history, served);
}

function judgeEnd(history: History, served: ReadonlySet<string>): void {
  for (const order of unheldOrders(history)) {
    if (history.knowledge.isReported(order)) continue;
    const harm = served.has(order.domainName) ? "unreported" : "lost";
    history.find(isListedTooLate(history, order) ? "tooLate" : harm, `order ${order.oid}`);
  }
}
