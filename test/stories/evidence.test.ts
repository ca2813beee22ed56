import { ErrorHook } from "@pulumi/pulumi";
import { Vps } from "pulumi-rimuhosting";
import { calledIn } from "./harness/command-line";
import { openInlineStack } from "./harness/inline-stack";
import { activeOrders, counts, declaring, dieAt, orderOf, quickStory, web } from "./harness/servers";
import { startStorySimulator } from "./harness/simulator";

/** A list that lacks an order waits that long, not a minute and a half. */
const impatient = { env: { RIMUHOSTING_LISTLAGSECONDS: "1" } };
const strangers = {
  simulator: { seed: { orders: [{ orderOid: 3_000_000_001, domainName: "stranger.example.com" }] } },
};

quickStory(
  "a list that lags behind: a limit that counts orders refuses, and a killed purchase is not repeated",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({
      program: declaring({ name: "app" }),
      config: { "rimuhosting:maxTotalMonthlyCostUsd": "60" },
    });
    (await stack.up()).expectOk();
    stack.project.write(declaring({ name: "app" }, web()));
    await dieAt(simulator, stack, "new-vps");
    const orders = activeOrders(simulator);

    simulator.variants.listLagMs = 3_600_000;
    const refused = (await stack.up()).expectFailure();
    expect(refused.text).toContain(`lacks order ${orderOf(stack, "app")}`);
    expect(refused.text).toContain("Nothing was bought for");
    expect(activeOrders(simulator)).toEqual(orders);

    simulator.variants.listLagMs = 0;
    (await stack.up()).expectOk();
    expect(activeOrders(simulator)).toEqual(orders);
    expect(orders).toContain(orderOf(stack));
  },
  impatient,
);

quickStory(
  "a list that is cut off: the order of a killed purchase is asked for by itself, and adopted",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: declaring({ name: "app" }) });
    (await stack.up()).expectOk();
    stack.project.write(declaring({ name: "app" }, web()));
    await dieAt(simulator, stack, "new-vps");
    // The first page holds the oldest order alone.
    simulator.variants.listLimit = 1;
    (await stack.up()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 0 });
    expect(activeOrders(simulator)).toContain(orderOf(stack));
    expect(orderOf(stack)).not.toBe(orderOf(stack, "app"));
  },
);

quickStory(
  "answers about a stranger's order: no purchase, change or destroy touches it",
  async (told) => {
    const { simulator } = told;
    const stranger = 3_000_000_001;
    const about = (call: "new-vps" | "get-order" | "reinstall" | "delete-vps" | "parameters") =>
      simulator.faults.add({ call, moment: "after-work", how: { aboutOrder: stranger } });
    const stack = await told.newStack({ program: declaring(web()) });
    about("new-vps");
    await stack.up();
    (await stack.up()).expectOk();
    const order = orderOf(stack);
    expect(order).not.toBe(stranger);

    const changes = ['distro: "deb12.64", memoryMb: 2048', 'distro: "deb12.64", memoryMb: 4096'];
    for (const [at, change] of changes.entries()) {
      stack.project.write(declaring(web(change)));
      for (const call of ["get-order", at === 0 ? "reinstall" : "parameters"] as const) about(call);
      await stack.up();
      (await stack.up()).expectOk();
      expect(orderOf(stack)).toBe(order);
    }
    for (const call of ["get-order", "delete-vps"] as const) about(call);
    await stack.destroy();
    (await stack.destroy()).expectOk();
    expect(activeOrders(simulator)).toEqual([stranger]);
    expect(simulator.world.order(stranger).installation.count).toBe(1);
    expect(simulator.world.orders()).toHaveLength(2);
  },
  strangers,
);

quickStory("a list that is refused, where nothing is to change: the up says so, and succeeds", async (told) => {
  const { simulator } = told;
  const stack = await told.newStack({ program: declaring(web()) });
  (await stack.up()).expectOk();
  simulator.faults.add({ call: "list-orders", times: 99, how: { status: 403 } });
  const quiet = (await stack.up({ args: ["--expect-no-changes"] })).expectOk();
  expect(quiet.text).toContain(
    "It could not be found out whether this stack is billed for orders that its state lacks",
  );
});

quickStory(
  "strays, of a stack whose servers are in two accounts: none is missed, and none is called one",
  async (told) => {
    const second = await startStorySimulator({ apiKeys: ["67890"], randomSeed: 2 });
    try {
      const eu = `const eu = new rimuhosting.Provider("eu", { apiKey: "67890", baseUrl: ${JSON.stringify(second.url)} });`;
      const inEu = `${eu} new rimuhosting.Vps("web", { domainName: "web.example.com" }, { provider: eu });`;
      const stack = await told.newStack({ program: `${declaring({ name: "app" })} ${inEu}` });
      (await stack.up()).expectOk();
      const strays = () => calledIn(told, stack.project.directory, ["strays", "--stack", "dev"]);
      expect(await strays()).toMatchObject({ code: 0 });

      const kept = activeOrders(second);
      stack.project.write(`${declaring({ name: "app" })} ${inEu.replaceAll("web", "db")}`);
      await dieAt(second, stack, "new-vps");
      const [lost] = activeOrders(second).filter((order) => !kept.includes(order));
      const found = await strays();
      expect(found.code).toBe(3);
      expect(found.stdout).toContain(String(lost));
      for (const order of [...activeOrders(told.simulator), ...kept]) expect(found.stdout).not.toContain(String(order));

      second.faults.add({ call: "list-orders", times: 99, how: { status: 403 } });
      const unsure = await strays();
      expect(unsure.code).toBe(9);
      expect(unsure.stdout + unsure.stderr).not.toContain("67890");
    } finally {
      await second.close();
    }
  },
);

quickStory.exhaustively(
  "a hook that asks for a failed purchase again, while the list lags behind: one order",
  async (told) => {
    const { simulator } = told;
    let tries = 0;
    const stack = await openInlineStack(told, {
      program: async () => {
        const again = new ErrorHook("again", () => {
          tries += 1;
          return tries < 3;
        });
        new Vps("web", { domainName: "web.example.com" }, { hooks: { onError: [again] } });
      },
    });
    simulator.variants.listLagMs = 3_600_000;
    simulator.faults.add({ call: "new-vps", moment: "after-work", how: "cut-mid-body" });
    await expect(stack.up()).rejects.toThrow("web.example.com");
    expect(tries).toBe(3);
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
    simulator.variants.listLagMs = 0;
    await stack.up();
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
    await stack.destroy();
    expect(activeOrders(simulator)).toEqual([]);
  },
  impatient,
);

quickStory(
  "one answer that shows a server as cancelled: no refresh, update or removal believes it, and none is bought or lost",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: declaring(web(), { name: "app" }, { name: "mail" }) });
    (await stack.up()).expectOk();
    const orders = activeOrders(simulator);
    const onceEnded = (name: string) => {
      const orderOid = Number(orderOf(stack, name));
      simulator.world.changeIpOutside(orderOid);
      const how = { aboutOrder: orderOid, cancelledAgoMs: 5_000 };
      simulator.faults.add({ call: "get-order", orderOid, moment: "after-work", how });
    };
    onceEnded("web");
    (await stack.up({ args: ["--refresh"] })).expectOk();
    expect(activeOrders(simulator)).toEqual(orders);
    expect(orders).toContain(orderOf(stack));

    onceEnded("app");
    stack.project.write(declaring(web(), { name: "mail" }));
    (await stack.up()).expectOk();
    onceEnded("mail");
    stack.project.write(declaring(web()));
    (await stack.up()).expectOk();
    expect(activeOrders(simulator)).toEqual([orderOf(stack)]);
  },
);
