import { perform } from "./command";
import type { History } from "./history";
import type { Stack } from "./models/stack";
import { keyOf } from "./models/stack-state";
import { cancelNamed, takeAdvice } from "./people/advice";
import { tagNames } from "./subject/words";
import { judgeServers } from "./verdict/judge";

/** By then every request sent has shown its effect. */
const afterPurchasesMs = 130 * 60_000;

/** One `up` may name only one server, and the next `up` the next one. */
const mostTries = 8;

/** From now on nothing fails: what is still wrong stays wrong. */
export async function conclude(history: History): Promise<void> {
  history.note("calm");
  history.accidents.isCalm = true;
  await history.clock.pass(afterPurchasesMs);
  await perform(history, history.ours, "preview");
  const used = history.stacks.filter(({ program, state }) => program.length + state.length > 0);
  for (const stack of used) if ((await perform(history, stack, "up")) === "failed") takeAdvice(history, stack);
  const shown: string[] = [];
  for (const stack of used) {
    for (const command of ["refresh", "up"] as const) {
      await perform(history, stack, command);
      shown.push(stack.lastMessages);
    }
  }
  judgeSurplus(history, shown.join("\n"));
  for (const stack of used) {
    if (stack.lastOutcome === "good") judgeServers(history, stack);
    else await settle(history, stack, "up");
  }
  for (const stack of history.stacks) await settle(history, stack, "destroy");
  for (const order of history.unheld())
    if (!history.named.has(order.oid)) history.find("unreported", `order ${order.oid}`);
}

/** An order counts as reported when the last runs name it, or its stack's stopped at another error first. */
function judgeSurplus(history: History, shown: string): void {
  for (const { oid, domainName, tags } of history.unheld()) {
    const isOf = ({ state }: Stack): boolean =>
      state.some((entry) => entry.kind === "key" && keyOf(entry) === tags[tagNames.key]);
    const stack = history.stacks.find(isOf) ?? history.ours;
    const isServed = stack.program.some((one) => one.domainName === domainName && stack.entryOf(one) !== undefined);
    const isReported = stack.lastOutcome !== "good" || shown.includes(String(oid));
    history.find(isReported ? "surplus" : isServed ? "unreported" : "lost", `order ${oid}`);
  }
}

/** Following the messages leads to what is asked for. */
async function settle(history: History, stack: Stack, name: "up" | "destroy"): Promise<void> {
  for (let tries = 0; tries < mostTries; tries++) {
    if ((await perform(history, stack, name)) === "good") {
      if (name === "up") judgeServers(history, stack);
      cancelNamed(history);
      return;
    }
    if (!takeAdvice(history, stack)) cancelNamed(history);
  }
  history.find("stuck", stack.lastMessages);
}
