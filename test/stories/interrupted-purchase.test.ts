import type { Simulator } from "rimuhosting-simulator";
import { plainProgram, plainProvider } from "./harness/plain-provider";
import { activeOrders, counts, declaring, dieAt, orderOf, quickStory, until, web } from "./harness/servers";
import { story } from "./harness/story";

const program = (args = `distro: "deb13.64", memoryMb: 2048`): string => `
  import * as rimuhosting from "pulumi-rimuhosting";
  const web = new rimuhosting.Vps("web", { domainName: "web.example.com", ${args} });
  export const orderOid = web.orderOid;
  export const password = web.password;
`;

quickStory(
  "everything dies while the service works on the order: the next up takes the one order over, and its password is valid",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: program() });
    await dieAt(simulator, stack, "new-vps");
    expect(stack.findInState("web")).toBeUndefined();

    const again = (await stack.up()).expectOk();
    const [order, ...others] = simulator.world.activeOrders();
    expect(others).toEqual([]);
    expect(orderOf(stack)).toBe(order?.orderOid);
    expect(again.text).toContain("was bought by an interrupted run of this program and is adopted; nothing is bought");
    expect(again.text).toContain("--clear-pending-creates");
    const { password } = await stack.outputs({ showSecrets: true });
    expect(password).toBe(simulator.world.rootPassword(order?.orderOid ?? 0));

    (await stack.refresh({ args: ["--clear-pending-creates"] })).expectOk();
    const quiet = (await stack.preview({ args: ["--expect-no-changes"] })).expectOk();
    expect(quiet.text).not.toContain("pending");
    (await stack.destroy()).expectOk();
    expect(simulator.world.activeOrders()).toEqual([]);
  },
);

story.exhaustively(
  "control: a plain provider buys a second server in the same case, and destroy leaves the first one running",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: plainProgram("web.example.com") });
    stack.project.writeFile("plain-provider.js", plainProvider);
    await dieAt(simulator, stack, "new-vps");
    (await stack.up()).expectOk();
    expect(simulator.world.activeOrders()).toHaveLength(2);
    (await stack.destroy()).expectOk();
    expect(simulator.world.activeOrders()).toHaveLength(1);
  },
);

quickStory("the CLI alone dies and its host goes on: one order, found by the next up", async (told) => {
  const { simulator } = told;
  const stack = await told.newStack({ program: program() });
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

quickStory.exhaustively("killed before the order was sent: the next up buys one", async (told) => {
  const stack = await told.newStack({ program: program() });
  await dieAt(told.simulator, stack, "list-orders", "before-work");
  (await stack.up()).expectOk();
  expect(told.simulator.world.orders()).toHaveLength(1);
});

quickStory("the answer is lost and the host lives: the order is found by its tag within the same up", async (told) => {
  const stack = await told.newStack({ program: program() });
  told.simulator.faults.add({ call: "new-vps", how: "reset", moment: "after-work" });
  (await stack.up()).expectOk();
  expect(told.simulator.world.orders()).toHaveLength(1);
  expect(told.simulator.journal.calls("new-vps")).toHaveLength(1);
  const { password } = await stack.outputs({ showSecrets: true });
  expect(password).toBe(told.simulator.world.rootPassword(Number(orderOf(stack))));
});

quickStory("the service reports an error although it made the order: the order is taken", async (told) => {
  const stack = await told.newStack({ program: program() });
  told.simulator.faults.add({ call: "new-vps", how: "response-type-error", moment: "after-work" });
  (await stack.up()).expectOk();
  expect(told.simulator.world.orders()).toHaveLength(1);
});

quickStory.exhaustively(
  "the service turns a purchase away for a while: it is sent once more, and bought once",
  async (told) => {
    const stack = await told.newStack({ program: program() });
    told.simulator.faults.add({ call: "new-vps", how: { status: 429, retryAfter: "1" } });
    (await stack.up()).expectOk();
    expect(told.simulator.journal.calls("new-vps")).toHaveLength(2);
    expect(told.simulator.world.orders()).toHaveLength(1);
  },
);

quickStory.exhaustively(
  "the provider's host alone dies: the run fails, and the next up takes the order over",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: program() });
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

quickStory(
  "no order turns up within the limit: an initialisation failure says so, refresh gives it the order's number",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: program() });
    simulator.faults.add({ call: "new-vps", how: "reset", moment: "before-work" });
    const failed = (await stack.up()).expectFailure();
    expect(failed.text).toContain("may have been bought and may be billed");
    expect(stack.findInState("web")?.id).toMatch(/^pending-/);

    // Within the hour nothing is bought in its place.
    (await stack.up()).expectFailure();
    expect(simulator.journal.calls("new-vps")).toHaveLength(1);

    // The order turns up after all: the service had only been slow.
    await resend(simulator, simulator.journal.calls("new-vps")[0]?.body);
    const [order] = simulator.world.orders();
    (await stack.refresh()).expectOk();
    expect(stack.findInState("web")?.id).toBe(String(order?.orderOid));
    (await stack.up()).expectOk();
    expect(simulator.world.orders()).toHaveLength(1);
    (await stack.destroy()).expectOk();
    expect(simulator.world.activeOrders()).toEqual([]);
  },
);

quickStory.exhaustively(
  "an interrupted order that was asked for with other arguments is refused, and following the way out works",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: program() });
    await dieAt(simulator, stack, "new-vps");

    stack.project.write(program(`distro: "deb13.64", memoryMb: 4096`));
    const refused = (await stack.up()).expectFailure();
    const [order] = simulator.world.activeOrders();
    expect(refused.text).toContain(`order ${order?.orderOid}`);
    expect(refused.text).toContain("with other arguments than the program has now");
    expect(simulator.world.orders()).toHaveLength(1);

    stack.project.write(program());
    (await stack.up()).expectOk();
    expect(orderOf(stack)).toBe(order?.orderOid);
    stack.project.write(program(`distro: "deb13.64", memoryMb: 4096`));
    (await stack.up()).expectOk();
    expect(simulator.world.orders()).toHaveLength(1);
    expect(simulator.world.order(order?.orderOid ?? 0).sizes.memoryMb).toBe(4096);
  },
);

quickStory(
  "destroy after a crash fails while the order is billed and names it; with the order cancelled it succeeds",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: program() });
    await dieAt(simulator, stack, "new-vps");
    const [order] = simulator.world.activeOrders();
    const failed = (await stack.destroy()).expectFailure();
    expect(failed.text).toContain(`order ${order?.orderOid}`);
    expect(failed.text).toContain("straysOnDestroy");
    simulator.world.cancelOutside(order?.orderOid ?? 0);
    (await stack.destroy()).expectOk();
  },
);

/** The very request once more, as if the service had been slow to carry it out. */
async function resend(simulator: Simulator, body: unknown): Promise<void> {
  const headers = { authorization: "rimuhosting apikey=12345", "content-type": "application/json" };
  const answer = await fetch(`${simulator.url}/r/orders/new-vps`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
}

quickStory(
  "a purchase got no answer, and the resource is renamed or asks for another name: nothing more is bought",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: declaring(web()) });
    simulator.variants.listLagMs = 3_600_000;
    simulator.faults.add({ call: "new-vps", how: "reset", moment: "after-work" });
    (await stack.up()).expectFailure();

    stack.project.write(declaring(web()).replace("web.example.com", "other.example.com"));
    expect((await stack.preview()).expectOk().text).toContain("got no answer: the order may exist, and be billed");
    (await stack.up()).expectFailure();
    stack.project.write(declaring(web()).replace('"web"', '"app"'));
    for (const run of [await stack.preview(), await stack.up()])
      expect(run.expectFailure().text).toContain('add aliases: [{ name: "web" }] to the options of "app"');
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });

    simulator.variants.listLagMs = 0;
    stack.project.write(declaring(web(undefined, 'aliases: [{ name: "web" }]')).replace('"web"', '"app"'));
    (await stack.up()).expectOk();
    expect(orderOf(stack, "app")).toBe(activeOrders(simulator)[0]);
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
  },
);
