import { PartialFailure } from "../../../provider/apply/failures";
import { Preview } from "../../../provider/apply/preview/preview";
import { createServer } from "../../../provider/apply/server/create";
import type { Desired } from "../../../provider/plan/model";
import type { OwnedServer } from "../../../provider/schema/vps-outputs";
import { clock, desiredOf, newContext, simulator, type TestContext } from "../support/simulated-service";

/** One answer is never believed against what the state, or another answer, shows. */

const failureOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "nothing failed",
    (error: unknown) => (error instanceof PartialFailure ? error.reasons.join() : String(error)),
  );

const entryOf = ({ __declaredUrn, __key: key, orderOid, primaryIp: _, ...rest }: OwnedServer) => ({
  urn: __declaredUrn ?? "",
  key,
  orderOid,
  attempt: rest.__attempt,
});

const bought = async (name: string): Promise<OwnedServer> =>
  (await createServer(newContext(), desiredOf(name))).outputs;

const purchases = (): number => simulator.journal.calls("new-vps").length;

const previewed = async (desired: Desired, context: TestContext = newContext()): Promise<string> => {
  const failures = await new Preview(() => ({ ...context, context: () => context })).check({}, desired);
  return failures.map(({ reason }) => reason).join();
};

/** Orders of the account that no stack has bought. */
function placeByHand(count: number): void {
  for (let index = 0; index < count; index++) simulator.world.placeOrder({ domainName: `other-${index}.example.net` });
}

describe("a list that lacks orders which the state holds", () => {
  const behind = /lacks order \d+, which the stack has and which is not known to be cancelled/;

  test("is asked for again until it has them, and the stack's limit counts them all", async () => {
    const entries = [await bought("s0"), await bought("s1"), await bought("s2")].map(entryOf);
    simulator.variants.listLagMs = 60_000;
    const limited = newContext({ maxTotalMonthlyCostUsd: "20" });
    expect(await failureOf(createServer(limited, desiredOf("s3", {}, entries)))).toContain(
      "this stack's servers in this account would cost USD",
    );
    expect(purchases()).toBe(3);
  });

  test.each(["array", "null"] as const)(
    "is not believed if it stays empty (%s): nothing is bought",
    async (emptyList) => {
      const entries = [entryOf(await bought("s0"))];
      simulator.variants.listLagMs = 3_600_000;
      simulator.variants.emptyList = emptyList;
      const startMs = clock.now();
      expect(await failureOf(createServer(newContext(), desiredOf("s1", {}, entries)))).toMatch(behind);
      expect(clock.now() - startMs).toBeGreaterThanOrEqual(90_000);
      expect(clock.now() - startMs).toBeLessThan(120_000);
      expect(purchases()).toBe(1);
    },
  );

  test("fails the preview of a purchase, and the preview waits for it once, not for each server", async () => {
    const entries = [entryOf(await bought("s0"))];
    simulator.variants.listLagMs = 3_600_000;
    const context = newContext();
    const startMs = clock.now();
    for (const name of ["s1", "s2", "s3"])
      expect(await previewed(desiredOf(name, {}, entries), context)).toMatch(behind);
    expect(clock.now() - startMs).toBeLessThan(120_000);
  });

  test("is not waited for longer than the setting says", async () => {
    const entries = [entryOf(await bought("s0"))];
    simulator.variants.listLagMs = 3_600_000;
    const startMs = clock.now();
    const context = newContext({ listLagSeconds: "0" });
    expect(await failureOf(createServer(context, desiredOf("s1", {}, entries)))).toMatch(behind);
    expect(clock.now()).toBe(startMs);
  });

  test("is whole if the orders are cancelled", async () => {
    const entries = [entryOf(await bought("s0")), entryOf(await bought("s1"))];
    for (const { orderOid } of entries) simulator.world.cancelOutside(orderOid);
    await createServer(newContext(), desiredOf("s2", {}, entries));
    expect(simulator.world.activeOrders()).toHaveLength(1);
  });

  test("is whole if the orders are cancelled, by a service whose clock is behind its own dates too", async () => {
    const entries = [entryOf(await bought("s0")), entryOf(await bought("s1"))];
    for (const { orderOid } of entries) simulator.world.cancelOutside(orderOid);
    simulator.variants.dateErrorMs = -3 * 3_600_000;
    await createServer(newContext(), desiredOf("s2", {}, entries));
    expect(simulator.world.activeOrders()).toHaveLength(1);
  });

  test("is another account's if the orders are not known there", async () => {
    const entries = [{ ...entryOf(await bought("s0")), orderOid: 4711 }];
    expect(await failureOf(createServer(newContext(), desiredOf("s1", {}, entries)))).toContain(
      "Order 4711, which the stack has with this provider, is not known to the account that the key belongs to",
    );
    expect(purchases()).toBe(1);
  });

  test("says nothing about orders of other providers", async () => {
    const entries = [{ ...entryOf(await bought("s0")), orderOid: 4711, providerName: "eu" }];
    await createServer(newContext(), desiredOf("s1", {}, entries));
    expect(purchases()).toBe(2);
  });

  test("never enlarges a server under the stack's limit", async () => {
    const entries = [entryOf(await bought("s0")), entryOf(await bought("s1"))];
    simulator.variants.listLagMs = 3_600_000;
    const olds = { domainName: "s1.example.com", memoryMb: 1024 };
    const context = newContext({ maxTotalMonthlyCostUsd: "50" });
    const preview = new Preview(() => ({ ...context, context: () => context }));
    const desired = desiredOf("s1", { memoryMb: 4096 }, entries);
    const said = [await preview.check(olds, desired), context.warnings].flat().map((one) => JSON.stringify(one));
    expect(said.join()).toContain("maxTotalMonthlyCostUsd");
  });
});

describe("a list that still shows a cancelled order as active", () => {
  const lagMs = 30_000;

  const cancelledJustNow = async (name: string): Promise<OwnedServer> => {
    const made = await bought(name);
    clock.advance(3_600_000);
    simulator.world.cancelOutside(made.orderOid);
    simulator.variants.listLagMs = lagMs;
    return made;
  };

  test("has nobody adopt it, in the preview or in the up: a server is bought", async () => {
    const { orderOid } = await cancelledJustNow("web");
    const context = newContext();
    expect(await previewed(desiredOf("web", {}, [], [1]), context)).toBe("");
    expect(context.summaries.join()).not.toContain("adopts order");
    const { id } = await createServer(newContext(), desiredOf("web", {}, [], [1]));
    expect(id).not.toBe(String(orderOid));
    expect(simulator.world.activeOrders()).toHaveLength(1);
  });

  test("refuses no purchase for an order that was once in the state", async () => {
    const { orderOid } = await cancelledJustNow("web");
    await createServer(newContext(), desiredOf("web", {}, [], [orderOid]));
    expect(simulator.world.activeOrders()).toHaveLength(1);
  });

  test("does not count it under the stack's limit", async () => {
    const { orderOid } = await cancelledJustNow("web");
    await createServer(newContext({ maxTotalMonthlyCostUsd: "8" }), desiredOf("db", {}, [], [orderOid]));
    expect(simulator.world.activeOrders()).toHaveLength(1);
  });

  test("may lack a newer one: it is waited for, and what an interrupted run has bought is adopted", async () => {
    const web = await bought("web");
    clock.advance(3_600_000);
    const stray = await bought("db");
    simulator.world.cancelOutside(web.orderOid);
    simulator.variants.listLagMs = lagMs;
    expect((await createServer(newContext(), desiredOf("db", {}, [], [1]))).id).toBe(String(stray.orderOid));
    expect(purchases()).toBe(2);
  });

  test("has nothing bought if it stays so", async () => {
    const { orderOid } = await cancelledJustNow("web");
    simulator.variants.listLagMs = 3_000_000;
    expect(await failureOf(createServer(newContext(), desiredOf("web", {}, [], [1])))).toContain(
      `still shows order ${orderOid}, which is cancelled`,
    );
    expect(purchases()).toBe(1);
  });

  test("costs one reading for each order that the state does not hold, and none for the others", async () => {
    const entries = [entryOf(await bought("a")), entryOf(await bought("b"))];
    const given = await bought("given");
    simulator.journal.clear();
    await createServer(newContext(), desiredOf("c", {}, entries, [given.orderOid]));
    expect(simulator.journal.calls("get-order")).toHaveLength(1);
  });
});

describe("a list that is cut off", () => {
  const cutOff = () => {
    placeByHand(5);
    simulator.variants.listLimit = 5;
  };

  test("does not hide what an interrupted run has bought: the ledger's own orders are asked for", async () => {
    cutOff();
    const entries = [entryOf(await bought("s0"))];
    const stray = await bought("s1");
    const again = await createServer(newContext(), desiredOf("s1", {}, entries));
    expect(again.id).toBe(String(stray.orderOid));
    expect(purchases()).toBe(2);
  });

  test("does not hide it where the list shows all that the stack has, and the newest order alone is missing", async () => {
    const entries = [entryOf(await bought("s0"))];
    placeByHand(3);
    const stray = await bought("s1");
    simulator.variants.listLimit = 4;
    const context = newContext();
    const desired = desiredOf("s1", {}, entries);
    expect(await previewed(desired, context)).toBe("");
    expect(context.summaries.join()).toContain(`adopts order ${stray.orderOid}`);
    expect((await createServer(context, desired)).id).toBe(String(stray.orderOid));
    expect(purchases()).toBe(2);
  });

  test("does not hide it in a stack whose only purchase was interrupted", async () => {
    cutOff();
    const stray = await bought("s0");
    // The state has the ledger, and held something once.
    const again = await createServer(newContext(), desiredOf("s0", {}, [], [1]));
    expect(again.id).toBe(String(stray.orderOid));
    expect(purchases()).toBe(1);
  });

  test("lets nothing be bought if the service ignores the search for tags", async () => {
    cutOff();
    simulator.variants.metaSearch = "ignored";
    const entries = [entryOf(await bought("s0"))];
    await bought("s1");
    expect(await failureOf(createServer(newContext(), desiredOf("s1", {}, entries)))).toContain("cut off");
    expect(purchases()).toBe(2);
  });

  test("lets a fleet be bought, one server after the other", async () => {
    cutOff();
    const context = newContext();
    for (const name of ["a", "b", "c"]) await createServer(context, desiredOf(name, {}, [], [1]));
    expect(purchases()).toBe(3);
    expect(context.warnings).toEqual([]);
  });
});

test("a stack without a state buys nothing beside such a server, which a lost state may have adopted", async () => {
  const { orderOid } = simulator.world.placeOrder({ domainName: "web.example.com" });
  const because = `order ${orderOid} (web.example.com`;
  expect(await previewed(desiredOf("web"))).toContain(because);
  expect(await failureOf(createServer(newContext(), desiredOf("web")))).toContain(because);
  const ignoring = newContext({ foreignOrders: "ignore" });
  await createServer(ignoring, desiredOf("web"));
  expect(purchases()).toBe(1);
});

test("a server of the same name that nobody has bought by a program is named before another one is ordered", async () => {
  const { orderOid } = simulator.world.placeOrder({ domainName: "Web.example.com" });
  const entries = [entryOf(await bought("app"))];
  const context = newContext();
  expect(await previewed(desiredOf("web", {}, entries), context)).toBe("");
  expect(context.warnings.join()).toMatch(new RegExp(`order ${orderOid} .* which no stack has bought`));
  const importing = desiredOf("web", {}, entries);
  const other = newContext();
  await previewed({ ...importing, __ownership: { ...importing.__ownership, imports: [orderOid] } }, other);
  expect(other.warnings).toEqual([]);
});

test("an order that a list repeats is one order, and counts once", async () => {
  simulator.variants.listRepeats = true;
  const entries = [entryOf(await bought("s0"))];
  await createServer(newContext({ maxTotalMonthlyCostUsd: "12" }), desiredOf("s1", {}, entries));
  const stray = desiredOf("s1", {}, entries);
  const again = await createServer(newContext(), stray);
  expect(again.outputs.__unfinished).toBeUndefined();
  expect(purchases()).toBe(2);
});

describe("an order whose number cannot be read", () => {
  const odd = (orderOid: number) => {
    simulator.variants.oddOrders = { [orderOid]: { order_oid: 2 ** 53 + 2 } };
  };

  test("is in nobody's way but its own server's", async () => {
    placeByHand(1);
    const [stranger] = simulator.world.orders();
    odd(stranger?.orderOid ?? 0);
    await createServer(newContext(), desiredOf("web"));
    expect(purchases()).toBe(1);
  });

  test("refuses the purchase of the server that it may be", async () => {
    const stray = await bought("web");
    odd(stray.orderOid);
    expect(await failureOf(createServer(newContext(), desiredOf("web")))).toContain(
      "The number of an order in the account's list could not be read (web.example.com)",
    );
    expect(purchases()).toBe(1);
  });
});

describe("an answer to a purchase", () => {
  test("about another order is not believed: one's own is found by its tag", async () => {
    placeByHand(1);
    const [stranger] = simulator.world.orders();
    simulator.faults.add({ call: "new-vps", moment: "after-work", how: { aboutOrder: stranger?.orderOid ?? 0 } });
    const context = newContext();
    const { outputs } = await createServer(context, desiredOf("web"));
    expect(outputs.orderOid).not.toBe(stranger?.orderOid);
    expect(simulator.world.order(outputs.orderOid).domainName).toBe("web.example.com");
    expect(context.warnings.join()).toContain(`is about order ${stranger?.orderOid}, which is another's`);
  });

  test("about an order of the same name that was there before is not believed", async () => {
    simulator.world.placeOrder({ domainName: "web.example.com" });
    const [stranger] = simulator.world.orders();
    simulator.variants.tagsInLists = "missing";
    simulator.faults.add({ call: "new-vps", moment: "after-work", how: { aboutOrder: stranger?.orderOid ?? 0 } });
    const entries = [entryOf(await bought("app"))];
    const { outputs } = await createServer(newContext(), desiredOf("web", {}, entries));
    expect(outputs.orderOid).not.toBe(stranger?.orderOid);
  });

  test("that was swapped with another one gives each server its own order", async () => {
    simulator.faults.add({ call: "new-vps", moment: "after-work", how: "swapped-answers", times: 2 });
    const context = newContext();
    const made = await Promise.all(["web", "shop"].map((name) => createServer(context, desiredOf(name))));
    expect(made.map(({ id }) => simulator.world.order(Number(id)).domainName)).toEqual([
      "web.example.com",
      "shop.example.com",
    ]);
    for (const { id, outputs } of made) expect(outputs.password).toBe(simulator.world.rootPassword(Number(id)));
  });

  test("about another order leaves the purchase pending if its own never turns up", async () => {
    placeByHand(1);
    const [stranger] = simulator.world.orders();
    simulator.faults.add({ call: "new-vps", moment: "after-work", how: { aboutOrder: stranger?.orderOid ?? 0 } });
    simulator.variants.listLagMs = 86_400_000;
    const context = newContext();
    const failure = await failureOf(createServer(context, desiredOf("web")));
    expect(failure).toContain(`it was about order ${stranger?.orderOid}`);
    expect(failure).toContain("It may have been bought and may be billed");
  });

  test("is recorded with a warning if the service shows no tags at all", async () => {
    simulator.variants.oddOrders = {};
    const context = newContext();
    const { client } = context;
    const bare = <T extends { metaData?: unknown }>({ metaData: _, ...order }: T) => order;
    const tagless: typeof client = {
      ...client,
      newVps: async (...args) => {
        const answer = await client.newVps(...args);
        return { ...answer, order: bare(answer.order) };
      },
      getOrder: async (...args) => bare(await client.getOrder(...args)),
    };
    simulator.variants.tagsInLists = "missing";
    const { outputs } = await createServer({ ...context, client: tagless }, desiredOf("web"));
    expect(simulator.world.orders().map(({ orderOid }) => orderOid)).toEqual([outputs.orderOid]);
    expect(context.warnings.join()).toContain("the service does not show it with its tags");
  });

  test("whose order can be read nowhere says so, and not that its tags are missing", async () => {
    const context = newContext();
    const { client } = context;
    simulator.faults.add({ call: "list-orders", how: { status: 403 }, after: 1, times: 50 });
    simulator.faults.add({ call: "get-order", how: { status: 403 }, times: 50 });
    const untagged: typeof client = {
      ...client,
      newVps: async (...args) => {
        const answer = await client.newVps(...args);
        const { metaData: _, ...order } = answer.order;
        return { ...answer, order };
      },
    };
    const { outputs } = await createServer({ ...context, client: untagged }, desiredOf("web"));
    expect(outputs.orderOid).toBe(simulator.world.orders()[0]?.orderOid);
    expect(context.warnings.join()).toContain("could not be checked");
    expect(context.warnings.join()).not.toContain("does not show it with its tags");
  });

  test("before the server is installed is waited for until the server has an address", async () => {
    simulator.variants.installLagMs = 300_000;
    const { outputs } = await createServer(newContext(), desiredOf("web"));
    expect(outputs.primaryIp).toBe(simulator.world.order(outputs.orderOid).primaryIp);
  });
});

describe("the root password", () => {
  test("of a clone is what the service says, or not known: none was sent", async () => {
    const source = await bought("source");
    const clone = (name: string) =>
      desiredOf(name, { instantiationViaCloneOptions: { vpsOrderOidToClone: source.orderOid } });
    const named = await createServer(newContext(), clone("one"));
    expect(named.outputs.password).toBe(source.password);
    const context = newContext();
    const silent: typeof context.client = {
      ...context.client,
      newVps: async (...args) => {
        const { password: _, ...answer } = await context.client.newVps(...args);
        return answer;
      },
    };
    const { outputs } = await createServer({ ...context, client: silent }, clone("two"));
    expect(outputs.password).toBeUndefined();
  });

  test("is the one that the service names, if that is another than the requested one, with a warning", async () => {
    const context = newContext();
    const { client } = context;
    const other: typeof client = {
      ...client,
      newVps: async (...args) => ({ ...(await client.newVps(...args)), password: "set-by-the-service" }),
    };
    const { outputs } = await createServer(
      { ...context, client: other },
      desiredOf("web", { password: "requested-1" }),
    );
    expect(outputs.password).toBe("set-by-the-service");
    expect(context.warnings.join()).toContain("another root password than the requested one");
    expect(context.warnings.join()).not.toMatch(/set-by-the-service|requested-1/);
  });
});

test("a creation that a hook repeats within the hour buys nothing again: the host knows of the first one", async () => {
  simulator.faults.add({ call: "new-vps", how: "reset", moment: "after-work" });
  simulator.variants.listLagMs = 3_600_000;
  const context = newContext();
  const desired = desiredOf("web");
  expect(await failureOf(createServer(context, desired))).toContain("It may have been bought");
  simulator.variants.listLagMs = 7_200_000;
  expect(await failureOf(createServer(context, desired))).toContain("It may have been bought");
  expect(purchases()).toBe(1);
  simulator.variants.listLagMs = 0;
  expect((await createServer(context, desired)).id).toBe(String(simulator.world.orders()[0]?.orderOid));
  expect(purchases()).toBe(1);
});

test("an order of another ledger that was cancelled just now, and that a list still shows, delays a purchase and does not forbid it", async () => {
  const { outputs } = await createServer(newContext(), desiredOf("web"));
  clock.advance(3_600_000);
  simulator.world.cancelOutside(outputs.orderOid);
  simulator.variants.listLagMs = 60_000;
  const desired = desiredOf("web");
  const __ownership = { ...desired.__ownership, ledger: "another-ledger", keys: ["another-key"] };
  const context = newContext();
  const made = await createServer(context, { ...desired, __ledger: "another-ledger", __ownership });
  expect(simulator.world.activeOrders().map(({ orderOid }) => orderOid)).toEqual([made.outputs.orderOid]);
  expect(context.warnings).toEqual([]);
});
