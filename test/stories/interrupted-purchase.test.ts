import { declaring, orderOf, until, web } from "./harness/servers";
import { readPendingOperations } from "./harness/state";
import { story } from "./harness/story";

story("the CLI alone dies and its host goes on: one order, found by the next up", async (stage) => {
  const { simulator } = stage;
  const stack = await stage.newStack({ program: declaring(web()) });
  const gate = simulator.hold("new-vps", { moment: "before-work" });
  const up = stack.upInBackground();
  await up.until(gate.reached);
  await up.killCli();
  expect(up.processes().map(({ role }) => role)).toContain("dynamic-host");
  expect(readPendingOperations(stack.stateText())).toMatchObject([{ operation: "creating" }]);
  stack.removeLock();
  const orderList = simulator.hold("list-orders", { moment: "before-work" });
  const again = stack.upInBackground();
  await again.until(orderList.reached);
  gate.release();
  await until(() => simulator.world.activeOrders().length === 1);
  orderList.release();
  (await again.done).expectOk();
  expect(simulator.world.activeOrders()).toHaveLength(1);
  expect(orderOf(stack)).toBe(simulator.world.activeOrders()[0]?.orderOid);
});

story.exhaustively(
  "the provider's host alone dies: the run fails, and the next up takes the order over",
  async (stage) => {
    const { simulator } = stage;
    const stack = await stage.newStack({ program: declaring(web()) });
    const gate = simulator.hold("new-vps", { moment: "before-work" });
    const up = stack.upInBackground();
    await up.until(gate.reached);
    up.killHost();
    (await up.done).expectFailure();
    gate.release();
    await until(() => simulator.world.activeOrders().length === 1);
    (await stack.up()).expectOk();
    expect(simulator.world.orders()).toHaveLength(1);
  },
);
