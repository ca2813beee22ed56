import { activeOrders, counts, declaring, dieAt, orderOf, web } from "./harness/servers";
import { story } from "./harness/story";

const nothing = 'import "pulumi-rimuhosting";';

story(
  "cancel at the end of the period: the order gets its date, the state lets it go, and it is neither a stray nor taken back",
  async (stage) => {
    const { simulator } = stage;
    const atPeriodEnd = 'distro: "deb13.64", cancel: "at-period-end"';
    const stack = await stage.newStack({ program: declaring(web(atPeriodEnd)) });
    (await stack.up()).expectOk();
    const [orderOid = 0] = activeOrders(simulator);
    await dieAt(simulator, stack, "cancelled", "before-work", () => stack.destroyInBackground());
    const ended = (await stack.destroy()).expectOk();
    expect(stack.state()).toEqual([]);
    expect(simulator.journal.calls("delete-vps")).toEqual([]);
    expect(simulator.journal.calls("cancelled")).toHaveLength(1);
    expect(simulator.world.order(orderOid)).toMatchObject({ runningState: "RUNNING" });
    expect(simulator.world.order(orderOid).cancellationAtMs).toBeGreaterThan(Date.now());
    expect(ended.text).not.toContain("Still billed");

    // The same name is free again: what is to end is nobody's.
    (await stack.up()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 0 });
    expect(orderOf(stack)).not.toBe(orderOid);
    stack.project.write(nothing);
    simulator.faults.add({ call: "cancelled", how: "reset", moment: "after-work" });
    const removed = (await stack.up()).expectOk();
    expect(removed.text).toMatch(/runs, and is billed, until \d{4}-/);
    expect(simulator.journal.calls("cancelled")).toHaveLength(2);
  },
);

story.exhaustively(
  "of two entries with one order, which an edit has left, neither loses what the other holds",
  async (stage) => {
    const { simulator } = stage;
    const stack = await stage.newStack({ program: declaring(web(), { name: "app" }) });
    (await stack.up()).expectOk();
    const orders = { web: Number(orderOf(stack)), app: Number(orderOf(stack, "app")) };
    // A state edited by hand: "web" names the order of "app".
    const edited = (await stack.exportState({ showSecrets: true })).replaceAll(String(orders.web), String(orders.app));
    (await stack.importState(edited)).expectOk();
    stack.project.write(declaring({ name: "app" }));
    const removed = (await stack.up()).expectFailure();
    expect(removed.text).toContain(
      `Order ${orders.app} was not cancelled, because another resource of this run holds it`,
    );
    expect(removed.text).toContain("Still billed under");
    expect(removed.text).toContain(`order ${orders.web} (`);
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 0 });

    simulator.world.cancelOutside(orders.web);
    (await stack.up()).expectOk();
    (await stack.destroy()).expectOk();
    expect(simulator.world.activeOrders()).toEqual([]);
  },
);
