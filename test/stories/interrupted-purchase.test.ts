import { activeOrders, counts, declaring, dieAt, orderOf, sendAgain, until, web } from "./harness/servers";
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
    expect(again.text).toContain(`order ${order?.orderOid}, adopted: an interrupted run had bought it`);
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

story(
  "its resource is taken out after the kill: up and destroy fail and name the order, until it is declared again or cancelled",
  async (stage) => {
    const { simulator } = stage;
    const stack = await stage.newStack({ program: declaring(web()) });
    await dieAt(simulator, stack, "new-vps");
    const [order = 0] = activeOrders(simulator);
    stack.project.write(declaring());
    for (const run of [await stack.up(), await stack.up(), await stack.destroy()]) {
      const { text } = run.expectFailure();
      expect(text).toContain("Still billed, and bought under the idempotency key that is to be deleted");
      expect(text).toContain(`order ${order}`);
      expect(text).toContain('To keep it, run "pulumi up" with the server declared under its old name');
    }
    const backup = await stack.exportState();
    stack.project.write(declaring(web()));
    (await stack.up()).expectOk();
    expect(orderOf(stack)).toBe(order);
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });

    (await stack.importState(backup)).expectOk();
    simulator.world.cancelOutside(order);
    (await stack.destroy()).expectOk();
    expect(stack.state()).toEqual([]);
  },
);

story("the program changes after the kill: the order is adopted, and the next up changes it", async (stage) => {
  const { simulator } = stage;
  const stack = await stage.newStack({ program: program() });
  await dieAt(simulator, stack, "new-vps");
  stack.project.write(program(`distro: "deb13.64", memoryMb: 4096`));
  expect((await stack.up()).expectFailure().text).toContain("It differs from the program: memoryMb");
  (await stack.up()).expectOk();
  expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
  expect(simulator.world.activeOrders()).toMatchObject([{ sizes: { memoryMb: 4096 } }]);
});

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

story(
  "no order turns up in time: the run says so, and a refresh gives the resource its order once it is there",
  async (stage) => {
    const { simulator } = stage;
    const stack = await stage.newStack({ program: program() });
    simulator.faults.add({ call: "new-vps", how: "reset", moment: "before-work" });
    const failed = (await stack.up()).expectFailure();
    expect(failed.text).toContain("has turned up since");
    expect(stack.findInState("web")?.id).toMatch(/^pending-/);

    // The order turns up after all: the service had only been slow.
    await sendAgain(simulator, simulator.journal.calls("new-vps")[0]?.body);
    const [order] = simulator.world.orders();
    (await stack.refresh()).expectOk();
    expect(stack.findInState("web")?.id).toBe(String(order?.orderOid));
    (await stack.up()).expectOk();
    expect(simulator.world.orders()).toHaveLength(1);
    (await stack.destroy()).expectOk();
    expect(simulator.world.activeOrders()).toEqual([]);
  },
);

story("no order turns up in time, and there is none: the next up buys the server, once", async (stage) => {
  const { simulator } = stage;
  const stack = await stage.newStack({ program: program() });
  simulator.faults.add({ call: "new-vps", how: "reset", moment: "before-work" });
  (await stack.up()).expectFailure();
  (await stack.up()).expectOk();
  expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
  (await stack.destroy()).expectOk();
  expect(simulator.world.activeOrders()).toEqual([]);
});
