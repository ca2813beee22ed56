import type { History } from "../history";
import type { AccountOrder } from "../models/service/account";
import type { Stack } from "../models/stack";
import { keyOf, liveServers, orderOf } from "../models/stack-state";
import { tagNames } from "../subject/words";
import { cancelNamed } from "./advice";
import { declare, type ProgramChange } from "./program-changes";

/** A server that a person ordered without any program. */
function buyByHand(history: History, domainName: string): AccountOrder {
  const order = history.accounts.ours.buyByHand(domainName);
  history.note(`a person orders ${order.oid} by hand`);
  history.peoples.add(order.oid);
  return order;
}

/** What people do in the control panel, or import from there, by name. */
export const serviceChanges = {
  cancelOutside: (history, stack) => {
    const order = history.order(history.random.pick(liveServers(stack.state).map(orderOf)));
    if (order !== undefined) history.cancelByHand(order);
  },
  cancelNamed: (history) => cancelNamed(history),
  importServer: (history, stack) => {
    const { oid, domainName, memoryMb, dcLocation } = buyByHand(
      history,
      `by-hand-${history.random.hex(4)}.example.com`,
    );
    declare(history, stack, { domainName, memoryMb, dcLocation, provider: "default", imported: oid });
  },
  handOver: (history, stack) => handOver(history, stack),
  removeImports: (history, stack) => removeImports(history, stack),
} satisfies Record<string, ProgramChange>;

/** One declaration takes over the order of another, which may be the order of a purchase without an answer: the number is in the control panel. */
function handOver(history: History, stack: Stack): void {
  const { random, clock } = history;
  const given = random.pick(stack.program.filter((one) => stack.entryOf(one) !== undefined));
  const entry = given && stack.entryOf(given);
  if (entry === undefined) return;
  const oid = orderOf(entry);
  const isIts = (order: AccountOrder): boolean =>
    oid === undefined ? order.tags[tagNames.key] === keyOf(entry) : order.oid === oid;
  const order = history.orders().find((one) => isIts(one) && one.listedFromMs <= clock.nowMs);
  if (order === undefined || order.cancelled !== undefined) return;
  history.note(`hand order ${order.oid} over from ${given?.name}`);
  const { domainName, memoryMb, dcLocation } = order;
  stack.program = stack.program.filter((one) => one !== given);
  declare(history, stack, { domainName, memoryMb, dcLocation, provider: entry.provider, imported: order.oid });
}

/** They have no effect once the server is in the state. */
function removeImports(history: History, stack: Stack): void {
  if (stack.program.every(({ imported }) => imported === undefined)) return;
  history.note("take the import option out");
  stack.program = stack.program.map(({ imported: _, ...desired }) => desired);
}
