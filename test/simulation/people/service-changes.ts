import type { History } from "../history";
import type { AccountOrder } from "../models/service/account";
import type { Stack } from "../models/stack";
import { liveEntries, orderOf, type ProviderName } from "../models/stack-state";
import { tagNames } from "../subject/words";
import { cancelReported, removeImports } from "./advice";
import { declare, type ProgramChange } from "./program-changes";

const minuteMs = 60_000;

/** Orders that no state holds, and the provider through which a program reaches them. */
function free(history: History): { order: AccountOrder; provider: ProviderName }[] {
  const held = history.held();
  return history.conditions.providers.flatMap((provider) =>
    history
      .accountOf(provider)
      .active()
      .filter((order) => !held.has(order.oid) && !history.strangers.has(order))
      .map((order) => ({ order, provider })),
  );
}

/** Bought by an interrupted run of this stack, which will look for it. */
const isStrayOf = ({ state }: Stack, { oid, tags }: AccountOrder): boolean =>
  state.ledger?.id === tags[tagNames.ledger] && !state.everHeld.has(oid);

function importServer(history: History, stack: Stack, times: number): void {
  const found = free(history);
  const bought =
    found.length > 0 ? history.random.pick(found) : { order: buyByHand(history), provider: "default" as const };
  if (bought === undefined) return;
  adopt(history, stack, bought.order, bought.provider, times);
}

/** `import`, and the setting `adoptOrders` if another stack has bought the order. */
export function adopt(
  history: History,
  stack: Stack,
  order: AccountOrder,
  provider: ProviderName = "default",
  times = 1,
): void {
  const { oid, domainName, memoryMb, dcLocation, tags } = order;
  const ledger = tags[tagNames.ledger];
  if (ledger !== stack.state.ledger?.id) stack.configure("adoptOrders", String(oid));
  if (ledger !== undefined && history.stacks.some((one) => one !== stack && isStrayOf(one, order)))
    history.takenFromLiving.add(oid);
  const others = history.conditions.providers.filter((other) => history.accountOf(other).order(oid) !== undefined);
  for (let time = 0; time < times; time++) {
    const through = others[time % others.length] ?? provider;
    declare(history, stack, { domainName, memoryMb, dcLocation, provider: through, imported: oid });
  }
}

/** A server that a person ordered without any program. */
function buyByHand(history: History): AccountOrder {
  const order = history.accounts.ours.buyByHand("by-hand.example.com", 3 * minuteMs);
  history.note(`a person orders ${order.oid} by hand`);
  history.releases.set(order.oid, {
    atMs: history.clock.nowMs,
    by: history.other,
    how: "kept",
    isRememberable: false,
  });
  return order;
}

/** What people do at the service, or import from there, by name. */
export const serviceChanges = {
  cancelOutside: (history, stack) => {
    const order = history.order(history.random.pick(liveEntries(stack.state).map(orderOf)));
    if (order === undefined) return;
    history.note(`a person cancels order ${order.oid} at the service`);
    history.cancelByHand(order);
  },
  followReports: (history) => cancelReported(history),
  importServer: (history, stack) => importServer(history, stack, 1),
  /** Copied, and the number not changed. */
  importTwice: (history, stack) => importServer(history, stack, 2),
  removeImport: (history, stack) => {
    removeImports(history, stack);
  },
} satisfies Record<string, ProgramChange>;
