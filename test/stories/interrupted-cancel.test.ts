import { activeOrders, counts, declaring, dieAt, orderOf, quickStory, until, web } from "./harness/servers";
import { story } from "./harness/story";

const nothing = 'import "pulumi-rimuhosting";';

quickStory(
  "a cancellation that the service says it did and did not: destroy fails, names the order, and the next one ends it",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: declaring(web()) });
    (await stack.up()).expectOk();
    const [orderOid = 0] = activeOrders(simulator);
    simulator.faults.add({
      call: "delete-vps",
      how: { json: { delete_server_response: { response_type: "OK", cancel_messages: ["Done."] } } },
    });
    const failed = (await stack.destroy()).expectFailure();
    expect(failed.text).toContain(`order ${orderOid} (web.example.com, ordered 20`);
    expect(failed.text).toContain("still shows it active: it is billed");
    expect(orderOf(stack)).toBe(orderOid);

    simulator.faults.add({ call: "delete-vps", how: { status: 400, message: "Please talk to support first." } });
    const refused = (await stack.destroy()).expectFailure();
    expect(refused.text).toContain("Please talk to support first");
    expect(refused.text).toContain("cancel it in the control panel");
    (await stack.destroy()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 1 });
  },
);

story(
  "a cancellation that only meets faults: the row says so and for how long it waits, and the end says what is billed",
  async (told) => {
    const { simulator } = told;
    const env = { RIMUHOSTING_POLLSECONDS: "1", RIMUHOSTING_STATETIMEOUTMINUTES: "1" };
    const stack = await told.newStack({ program: declaring(web()), env });
    (await stack.up()).expectOk();
    const [orderOid = 0] = activeOrders(simulator);
    simulator.faults.add({ call: "delete-vps", how: { status: 500 }, times: 30 });
    const destroy = stack.destroyInBackground();
    const says = (words: string) => destroy.until(until(() => destroy.text.includes(words)));
    await says(
      `Cancelling order ${orderOid} failed inside the service (500, ServerException): Something went wrong. Trying again …`,
    );
    await says(
      `Cancelling order ${orderOid} failed inside the service in 4 attempts (500, ServerException): Something went wrong; ` +
        `waiting up to 1 min 00 s until order ${orderOid} shows as cancelled`,
    );
    const ended = (await destroy.done).expectFailure();
    expect(ended.text).toContain(`order ${orderOid} (web.example.com, ordered 20`);
    expect(ended.text).toContain("still shows it active: it is billed.\n");
    expect(orderOf(stack)).toBe(orderOid);
    simulator.faults.clear();
    (await stack.destroy()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 1 });
  },
);

quickStory.exhaustively(
  "answers to a cancellation are lost, before and after the work: it is cancelled within the same run",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: declaring(web()) });
    (await stack.up()).expectOk();
    simulator.faults.add(
      { call: "delete-vps", how: "reset", moment: "before-work" },
      { call: "delete-vps", how: { status: 502, body: "html" }, moment: "before-work" },
      { call: "delete-vps", how: "truncated-json", moment: "after-work" },
    );
    (await stack.destroy()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 1 });
    expect(simulator.journal.calls("delete-vps")).toHaveLength(3);
  },
);

quickStory.exhaustively("an answer that says forbidden or not found never counts as cancelled", async (told) => {
  const { simulator } = told;
  const stack = await told.newStack({ program: declaring(web()) });
  (await stack.up()).expectOk();
  for (const status of [403, 404]) {
    simulator.faults.add({ call: "get-order", how: { status, message: "No." } });
    (await stack.destroy()).expectFailure();
    expect(orderOf(stack)).toBe(activeOrders(simulator)[0]);
    simulator.faults.add({ call: "list-orders", how: { status, message: "No." } });
    simulator.faults.add({ call: "get-order", how: { status, message: "No." } });
    (await stack.refresh()).expectFailure();
    expect(orderOf(stack)).toBe(activeOrders(simulator)[0]);
    simulator.faults.clear();
  }
});

quickStory(
  "everything dies during a cancellation: the next destroy ends what is left and nothing else",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: declaring(web(), { name: "app" }) });
    (await stack.up()).expectOk();
    const [one = 0, other = 0] = activeOrders(simulator);
    const before = simulator.hold("delete-vps", { moment: "before-work", orderOid: one });
    const after = simulator.hold("delete-vps", { moment: "after-work", orderOid: other });
    const destroy = stack.destroyInBackground();
    await destroy.until(Promise.all([before.reached, after.reached]));
    await destroy.killEverything();
    after.release();
    stack.removeLock();
    const again = stack.destroyInBackground();
    before.release();
    (await again.done).expectOk();
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 2 });
    expect(stack.state()).toEqual([]);
  },
);

quickStory.exhaustively(
  "the CLI dies while its host cancels: the next up finds the order gone and takes it out of the state",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: declaring(web(), { name: "app" }) });
    (await stack.up()).expectOk();
    stack.project.write(declaring({ name: "app" }));
    const gate = simulator.hold("delete-vps");
    const up = stack.upInBackground();
    await up.until(gate.reached);
    await up.killCli();
    gate.release();
    await until(() => activeOrders(simulator).length === 1);
    stack.removeLock();
    (await stack.up()).expectOk();
    expect(stack.findInState("web")).toBeUndefined();
    expect(activeOrders(simulator)).toEqual([orderOf(stack, "app")]);
  },
);

quickStory(
  "cancel at the end of the period: the order gets its date, the state lets it go, and it is neither a stray nor taken back",
  async (told) => {
    const { simulator } = told;
    const atPeriodEnd = 'distro: "deb13.64", cancel: "at-period-end"';
    const stack = await told.newStack({ program: declaring(web(atPeriodEnd)) });
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

quickStory.exhaustively(
  "of two entries with one order, which an edit has left, neither loses what the other holds",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: declaring(web(), { name: "app" }) });
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
    expect(removed.text).toContain("Still billed, bought for this server, and not in this stack's state");
    expect(removed.text).toContain(`order ${orders.web} (`);
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 0 });

    simulator.world.cancelOutside(orders.web);
    (await stack.up()).expectOk();
    (await stack.destroy()).expectOk();
    expect(simulator.world.activeOrders()).toEqual([]);
  },
);
