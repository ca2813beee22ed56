import type { History } from "../history";
import type { AccountOrder } from "../models/service/account";
import type { Stack } from "../models/stack";
import { liveServers, orderOf } from "../models/stack-state";
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
  removeImports: (history, stack) => removeImports(history, stack),
} satisfies Record<string, ProgramChange>;

/** They have no effect once the server is in the state. */
function removeImports(history: History, stack: Stack): void {
  if (stack.program.every(({ imported }) => imported === undefined)) return;
  history.note("take the import option out");
  stack.program = stack.program.map(({ imported: _, ...desired }) => desired);
}
