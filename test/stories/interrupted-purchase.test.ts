import { activeOrders, counts, dieAt, orderOf, until } from "./harness/servers";
import { story } from "./harness/story";

const program = (args = `distro: "deb13.64", memoryMb: 2048`): string => `
  import * as rimuhosting from "pulumi-rimuhosting";
  const web = new rimuhosting.Vps("web", { domainName: "web.example.com", ${args} });
  export const orderOid = web.orderOid;
  export const password = web.password;
`;

story(
  "everything dies while the service works on the order: the next preview says so, the up takes the one order over, and its password is valid",
  async (stage) => {
    const { simulator } = stage;
    const stack = await stage.newStack({ program: program() });
    await dieAt(simulator, stack, "new-vps");
    expect(stack.findInState("web")).toBeUndefined();
    expect(stack.findInState("web key")).toBeDefined();
    const [order, ...others] = simulator.world.activeOrders();
    expect(others).toEqual([]);
    expect((await stack.preview()).expectOk().text).toContain(
      "bought by an interrupted run, is adopted; nothing is bought",
    );

    const again = (await stack.up()).expectOk();
    expect(orderOf(stack)).toBe(order?.orderOid);
    expect(again.text).toContain(`order ${order?.orderOid}, adopted: it was bought for this server already`);
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
    const { password } = await stack.outputs({ showSecrets: true });
    expect(password).toBe(simulator.world.rootPassword(order?.orderOid ?? 0));

    (await stack.refresh({ args: ["--clear-pending-creates"] })).expectOk();
    const quiet = (await stack.preview({ args: ["--expect-no-changes"] })).expectOk();
    expect(quiet.text).not.toContain("pending");
    (await stack.destroy()).expectOk();
    expect(simulator.world.activeOrders()).toEqual([]);
  },
);

story("the CLI alone dies and its host goes on: one order, found by the next up", async (stage) => {
  const { simulator } = stage;
  const stack = await stage.newStack({ program: program() });
  const gate = simulator.hold("new-vps", { moment: "before-work" });
  const up = stack.upInBackground();
  await up.until(gate.reached);
  await up.killCli();
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

story(
  "an answer is lost, and another one is an error although the order was made: both are found by their tags in the same up",
  async (stage) => {
    const { simulator } = stage;
    const stack = await stage.newStack({
      program: `${program()}\nnew rimuhosting.Vps("app", { domainName: "app.example.com" }, { dependsOn: web });`,
    });
    simulator.faults.add(
      { call: "new-vps", how: "reset", moment: "after-work" },
      { call: "new-vps", how: "response-type-error", moment: "after-work" },
    );
    (await stack.up()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 0 });
    expect(simulator.journal.calls("new-vps")).toHaveLength(2);
    expect(activeOrders(simulator)).toEqual([orderOf(stack), orderOf(stack, "app")]);
    const { password } = await stack.outputs({ showSecrets: true });
    expect(password).toBe(simulator.world.rootPassword(Number(orderOf(stack))));
  },
);

story.exhaustively(
  "the provider's host alone dies: the run fails, and the next up takes the order over",
  async (stage) => {
    const { simulator } = stage;
    const stack = await stage.newStack({ program: program() });
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
