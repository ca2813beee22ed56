import { setTimeout as wait } from "node:timers/promises";
import { createServer } from "../../../provider/apply/server/create";
import { SharedRead } from "../../../provider/apply/sharing";
import type { AboutOrder } from "../../../provider/schema/order";
import type { OrderList } from "../../../provider/schema/order-list";
import { desiredOf, newContext, simulator } from "../support/simulated-service";

/** How the work of buying grows with the number of servers: counts, never times. */

/** Buys servers, at the same time or one after the other, and counts what that takes. */
async function bought(count: number, { isAtOnce, gather }: { isAtOnce: boolean; gather?: () => Promise<void> }) {
  simulator.reset();
  for (const host of simulator.world.hosts) host.memoryMbTotal = 1_000_000;
  const context = newContext();
  // A list shows an unchanged order as the same object, because it is not read again.
  const read = new Set<AboutOrder>();
  const list = async (): Promise<OrderList> => {
    const listed = await context.client.listOrders({ includeInactive: false });
    for (const order of listed.orders) read.add(order);
    return listed;
  };
  const sharing = { ...context, orderList: new SharedRead(list, gather) };
  const programs = Array.from({ length: count }, (_, index) => desiredOf(`web-${index}`));
  if (isAtOnce) await Promise.all(programs.map((program) => createServer(sharing, program)));
  else for (const program of programs) await createServer(sharing, program);
  expect(simulator.world.activeOrders()).toHaveLength(count);
  return { lists: simulator.journal.calls("list-orders").length, readPerOrder: read.size / count };
}

test.each([true, false])(
  "each order is read as often in a large fleet as in a small one (at once: %s)",
  async (isAtOnce) => {
    const few = await bought(20, { isAtOnce });
    const many = await bought(60, { isAtOnce });
    expect(few.readPerOrder).toBeLessThanOrEqual(2);
    expect(many.readPerOrder / few.readPerOrder).toBeGreaterThan(0.8);
    expect(many.readPerOrder / few.readPerOrder).toBeLessThan(1.2);
  },
);

test("purchases side by side share lists: no more than one for each, and far fewer if a list waits for others to ask", async () => {
  const count = 40;
  const alone = await bought(count, { isAtOnce: true });
  expect(alone.lists).toBeLessThanOrEqual(count + 3);
  const gathered = await bought(count, { isAtOnce: true, gather: () => wait(20) });
  expect(gathered.lists).toBeLessThanOrEqual(count / 2);
});
