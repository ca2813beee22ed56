import { cancel } from "../../../provider/apply/cancel/cancel";
import { PartialFailure } from "../../../provider/apply/failures";
import { createServer } from "../../../provider/apply/server/create";
import { updateServer } from "../../../provider/apply/server/update";
import { clock, desiredOf, newContext, simulator, surroundings } from "../support/simulated-service";

const failureOf = async (work: Promise<unknown>): Promise<Error> => {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof Error) return error;
  throw new Error("it was to fail");
};

const partialFailureOf = async (work: Promise<unknown>): Promise<PartialFailure> => {
  const error = await failureOf(work);
  if (error instanceof PartialFailure) return error;
  throw error;
};

/** The declaration with the option import. */
const importing = (id: string) => ({ ...desiredOf("web"), __import: id });

test("with a key that is refused, the error names the server, says that nothing was bought, and what to do", async () => {
  const { message } = await failureOf(createServer(newContext({ apiKey: "wrong" }), desiredOf("web")));
  expect(message).toContain('Nothing was bought for "web.example.com"');
  expect(message).toContain("Set a valid key");
  expect(message).toContain("if an explicit Provider is used, as apiKey in its arguments");
  expect(simulator.world.orders()).toEqual([]);
});

test("50 concurrent purchases need at most 52 lists, buy 50 servers and mix up none", async () => {
  const count = 50;
  for (const host of simulator.world.hosts) host.memoryMbTotal = 1_000_000;
  const context = newContext();
  const names = Array.from({ length: count }, (_, index) => `web-${index}`);
  const made = await Promise.all(names.map((name) => createServer(context, desiredOf(name))));

  expect(simulator.journal.calls("list-orders").length).toBeLessThanOrEqual(count + 2);
  expect(simulator.journal.calls("new-vps")).toHaveLength(count);
  expect(new Set(made.map(({ id }) => id)).size).toBe(count);
  for (const [index, { id, outputs }] of made.entries()) {
    const order = simulator.world.order(Number(id));
    expect(order.domainName).toBe(`${names[index]}.example.com`);
    expect(outputs.password).toBe(simulator.world.rootPassword(Number(id)));
    expect(order.metaData).toContainEqual({ keyName: "pulumi-rimuhosting.attempt", value: outputs.__attempt });
  }
  expect(context.warnings).toEqual([]);
});

test("50 purchases whose answers are all lost are found again, each by its own tag", async () => {
  for (const host of simulator.world.hosts) host.memoryMbTotal = 1_000_000;
  simulator.faults.add({ call: "new-vps", how: "reset", moment: "after-work", times: 50 });
  const context = newContext();
  const names = Array.from({ length: 50 }, (_, index) => `web-${index}`);
  const made = await Promise.all(names.map((name) => createServer(context, desiredOf(name))));
  expect(simulator.world.orders()).toHaveLength(50);
  for (const [index, { id }] of made.entries()) {
    expect(simulator.world.order(Number(id)).domainName).toBe(`${names[index]}.example.com`);
  }
});

test("with other ledgers ignored, a purchase succeeds and reports which of their orders are billed too", async () => {
  const first = await createServer(newContext(), desiredOf("web"));
  const context = newContext({ foreignOrders: "ignore" });
  const desired = desiredOf("web");
  const __ownership = { ...desired.__ownership, ledger: "another-ledger", keys: ["another-key"] };
  await createServer(context, { ...desired, __ledger: "another-ledger", __ownership });
  expect(simulator.world.orders()).toHaveLength(2);
  expect(context.warnings).toEqual([expect.stringContaining(`order ${first.id} (web.example.com`)]);
  expect(context.warnings[0]).toContain("Also billed, but bought under another ledger");
});

test("deleting an earlier entry of the resource does not cancel the order that was just adopted", async () => {
  const first = await createServer(newContext(), desiredOf("web"));
  const context = newContext();
  const again = await createServer(context, desiredOf("web"));
  expect(again.id).toBe(first.id);
  await cancel(context, first.outputs);
  expect(simulator.journal.calls("delete-vps")).toHaveLength(0);
  expect(context.warnings.at(-1)).toContain(`Order ${first.id} was not cancelled`);
});

test("no more purchases run at the same time than the setting allows", async () => {
  const gate = simulator.hold("new-vps");
  const context = newContext({ maxConcurrentPurchases: "2" });
  const buying = ["a", "b", "c"].map((name) => createServer(context, desiredOf(name)));
  while (gate.waiting() < 2) await new Promise((resolve) => setImmediate(resolve));
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(gate.waiting()).toBe(2);
  gate.release();
  await Promise.all(buying);
  expect(simulator.world.orders()).toHaveLength(3);
});

test("nothing is bought if the orders cannot be listed", async () => {
  simulator.faults.add({ call: "list-orders", how: { status: 500 }, times: 20 });
  await failureOf(createServer(newContext(), desiredOf("web")));
  expect(simulator.journal.calls("new-vps")).toEqual([]);
});

test("if the state cannot be read, a server is bought only if no order carries the tag", async () => {
  const unreadable = desiredOf("web", {}, "unreadable");
  const { id } = await createServer(newContext(), unreadable);
  const refused = await failureOf(createServer(newContext(), unreadable));
  expect(refused.message).toContain(`order ${id}`);
  expect(refused.message).toContain("saved state could not be read");
  // The way out: the next run reads it.
  await createServer(newContext(), desiredOf("web"));
  expect(simulator.world.orders()).toHaveLength(1);
});

test("an order of an interrupted run is adopted within a day only; later it can be imported, or cancelled to make way for a new one", async () => {
  const first = await createServer(newContext(), desiredOf("web"));
  clock.advance(23 * 3_600_000);
  expect((await createServer(newContext(), desiredOf("web"))).id).toBe(first.id);
  clock.advance(2 * 3_600_000);
  const refused = await failureOf(createServer(newContext(), desiredOf("web")));
  expect(refused.message).toContain("more than a day old");
  expect(refused.message).toContain(`import: "${first.id}"`);
  expect((await createServer(newContext(), importing(first.id))).id).toBe(first.id);
  simulator.world.cancelOutside(Number(first.id));
  expect((await createServer(newContext(), desiredOf("web"))).id).not.toBe(first.id);
});

test("two orders with the tag and none in the state are refused; once one is cancelled, the other is adopted", async () => {
  const desired = desiredOf("web");
  const made = await Promise.all(
    [1, 2].map(() => createServer(newContext(), desired).catch((error: PartialFailure) => error)),
  );
  const [one, other] = made.map(({ id }) => Number(id));
  const refused = await failureOf(createServer(newContext(), desired));
  expect(refused.message).toContain(`order ${one}`);
  expect(refused.message).toContain(`order ${other}`);
  expect((await createServer(newContext(), importing(String(other)))).id).toBe(String(other));
  simulator.world.cancelOutside(one ?? 0);
  expect((await createServer(newContext(), desired)).id).toBe(String(other));
});

test("an order due to end is not adopted, and its way out works: another name", async () => {
  const { id } = await createServer(newContext(), desiredOf("web"));
  simulator.world.cancelAtPeriodEndOutside(Number(id));
  const refused = await failureOf(createServer(newContext(), desiredOf("web")));
  expect(refused.message).toContain("due to be cancelled at the end of its period");
  await createServer(newContext(), desiredOf("shop"));
  expect(simulator.world.orders()).toHaveLength(2);
});

describe("a purchase without any outcome", () => {
  const hopeless = async () => {
    simulator.faults.add({ call: "new-vps", how: "reset" });
    return partialFailureOf(createServer(newContext(), desiredOf("web")));
  };
  const next = (failure: PartialFailure) =>
    updateServer(newContext(), failure.id, failure.properties, desiredOf("web"));

  test("is searched for as long as the setting says, and then remembered under its attempt", async () => {
    const startMs = clock.now();
    const failure = await hopeless();
    expect(failure.id).toBe(`pending-${failure.properties.__attempt}`);
    expect(failure.properties).toMatchObject({ __provider: "the provider's code", domainName: "web.example.com" });
    expect(clock.now() - startMs).toBeGreaterThan(15 * 60_000);
    expect(clock.now() - startMs).toBeLessThanOrEqual(20 * 60_000);
  });

  test("is not repeated within the hour, and repeated once after it", async () => {
    const failure = await hopeless();
    const still = await partialFailureOf(next(failure));
    expect(still.reasons.join()).toContain("no order with its tag has turned up yet");
    expect(simulator.world.orders()).toEqual([]);
    clock.advance(3_600_000);
    const outputs = await next(still);
    expect(simulator.world.orders().map(({ orderOid }) => orderOid)).toEqual([outputs.orderOid]);
  });

  test("is completed when its order turns up, however late", async () => {
    const failure = await hopeless();
    const [sent] = simulator.journal.calls("new-vps");
    await fetch(`${simulator.url}/r/orders/new-vps`, {
      method: "POST",
      headers: { authorization: "rimuhosting apikey=12345", "content-type": "application/json" },
      body: JSON.stringify(sent?.body),
    });
    clock.advance(3 * 3_600_000);
    const outputs = await next(failure);
    expect(simulator.world.orders().map(({ orderOid }) => orderOid)).toEqual([outputs.orderOid]);
    expect(outputs.__unfinished).toBeUndefined();
    expect(outputs.password).toBe(simulator.world.rootPassword(outputs.orderOid ?? 0));
  });
});

test("a creation that is called again in the same run takes what it bought the first time", async () => {
  const context = newContext();
  const web = desiredOf("web");
  const first = await createServer(context, web);
  const again = await createServer(context, web);
  expect(again.id).toBe(first.id);
  expect(simulator.world.orders()).toHaveLength(1);
});

describe("a purchase that cannot be sent", () => {
  const refusing = (times: number) => {
    let refused = 0;
    surroundings.refusesConnection = () => refused < times && ++refused > 0;
    return () => refused;
  };

  test("is sent again, up to three times, each time after another search", async () => {
    const refused = refusing(3);
    await createServer(newContext(), desiredOf("web"));
    expect(refused()).toBe(3);
    expect(simulator.journal.calls("list-orders")).toHaveLength(5);
    expect(simulator.world.orders()).toHaveLength(1);
  });

  test("is given up after that, and nothing was bought", async () => {
    const refused = refusing(4);
    const failure = await failureOf(createServer(newContext(), desiredOf("web")));
    expect(failure.message).toContain(
      'Ordering "web.example.com" could not reach 127.0.0.1:'.concat(new URL(simulator.url).port, " in 4 attempts"),
    );
    expect(refused()).toBe(4);
    expect(simulator.world.orders()).toEqual([]);
  });

  test.each([
    ["is-gone", "the Pulumi CLI that asked for it ended"],
    ["stops", "the run was asked to stop"],
  ] as const)("is not sent again once the engine %s", async (engine, reason) => {
    const refused = refusing(1);
    surroundings.engine = () => (refused() > 0 ? engine : "runs");
    const failure = await failureOf(createServer(newContext(), desiredOf("web")));
    expect(failure.message).toBe(
      `Nothing was bought for "web.example.com": ${reason} before its turn came. Run "pulumi up" again.`,
    );
    expect(refused()).toBe(1);
    expect(simulator.journal.calls("new-vps")).toEqual([]);
  });

  test("is not sent again if another run has bought the server meanwhile", async () => {
    refusing(1);
    const web = desiredOf("web");
    const sleep = async () => void (await createServer(newContext(), web));
    const { id } = await createServer({ ...newContext(), sleep }, web);
    expect(simulator.world.orders().map(({ orderOid }) => String(orderOid))).toEqual([id]);
  });
});

test("a purchase that is rejected twice is abandoned: the service refused, and nothing was created", async () => {
  simulator.faults.add({ call: "new-vps", how: { status: 429 }, times: 2 });
  const failure = await failureOf(createServer(newContext(), desiredOf("web")));
  expect(failure.message).toContain("too many requests");
  expect(simulator.journal.calls("new-vps")).toHaveLength(2);
  expect(simulator.world.orders()).toEqual([]);
});

test("a purchase that was rejected but carried out anyway is accepted, not sent again", async () => {
  simulator.faults.add({ call: "new-vps", how: { status: 429 }, moment: "after-work" });
  await createServer(newContext(), desiredOf("web"));
  expect(simulator.journal.calls("new-vps")).toHaveLength(1);
  expect(simulator.world.orders()).toHaveLength(1);
});

test("a server that was bought but could not be stopped is in the state anyway, and the next up stops it", async () => {
  const desired = desiredOf("web", { runningState: "NOTRUNNING" });
  simulator.faults.add({ call: "running-state", how: { status: 400, message: "The host is under maintenance." } });
  const failure = await partialFailureOf(createServer(newContext(), desired));
  expect(failure.reasons.join()).toContain("The host is under maintenance");
  const [order] = simulator.world.orders();
  expect(failure.id).toBe(String(order?.orderOid));
  expect(failure.properties).toMatchObject({ orderOid: order?.orderOid, __provider: "the provider's code" });
  await updateServer(newContext(), failure.id, failure.properties, desired);
  expect(simulator.world.orders()).toMatchObject([{ runningState: "NOTRUNNING" }]);
});

test("the program's time-out applies to the purchase, and its order is found anyway", async () => {
  simulator.faults.add({ call: "new-vps", how: "hang", moment: "after-work" });
  const desired = { ...desiredOf("web"), __timeouts: { createMs: 50 } };
  const { id } = await createServer(newContext(), desired);
  expect(simulator.world.orders()).toMatchObject([{ orderOid: Number(id) }]);
});
