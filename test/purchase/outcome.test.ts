import type { PartialFailure } from "../../provider/host/outcomes";
import { tagNames } from "../../provider/purchase/tags";
import { createServer } from "../../provider/run/create";
import type { Recorded } from "../../provider/server/server";
import {
  active,
  announcedUpdate,
  clock,
  contextWithKeysOf,
  desiredOf,
  newContext,
  partialFailureOf,
  sendings,
  simulator,
  surroundings,
  type TestContext,
} from "../server/support/simulated-service";

const web = desiredOf("web");
const newKey = (): TestContext => contextWithKeysOf(["web"]);
const minute = 60_000;

/** The order of a purchase whose answer was lost comes into being only now. */
const turnUp = (attempt: string | undefined): number =>
  simulator.world.placeOrder({
    domainName: "web.example.com",
    metaData: [
      { keyName: tagNames.key, value: web.__key },
      { keyName: tagNames.attempt, value: attempt ?? "" },
    ],
  }).orderOid;

describe("the order of a lost answer", () => {
  test("is looked for from the end of the call on, however long that hung", async () => {
    const context = newKey();
    let attempt: string | undefined;
    const newVps: typeof context.client.newVps = async (request, options) => {
      attempt = context.memory.ofKey(web.__key).sent?.attempt;
      simulator.faults.add({ call: "new-vps", how: "reset" });
      clock.advance(30 * minute);
      return context.client.newVps(request, options);
    };
    let orderOid: number | undefined;
    const sleep = async (durationMs: number): Promise<void> => {
      await context.sleep(durationMs);
      orderOid ??= turnUp(attempt);
    };
    const { outputs } = await createServer({ ...context, sleep, client: { ...context.client, newVps } }, web);
    expect(outputs.orderOid).toBe(orderOid);
  });

  test("is looked for too after a refusal that could not be checked", async () => {
    simulator.faults.add({ call: "new-vps", how: { status: 400 }, moment: "after-work" });
    simulator.faults.add({ call: "list-orders", how: { status: 403 }, after: 2, times: 2 });
    const { id } = await createServer(newKey(), web);
    expect({ sent: sendings(), active: active() }).toEqual({ sent: 1, active: [Number(id)] });
  });

  test("is not looked for where nothing was sent, though the search fails too", async () => {
    const context = newKey();
    let attempts = 0;
    surroundings.refusesConnection = () => true;
    const newVps: typeof context.client.newVps = (...request) => {
      if (++attempts === 4) simulator.faults.add({ call: "list-orders", how: { status: 403 }, times: 100 });
      return context.client.newVps(...request);
    };
    const startMs = clock.now();
    await expect(createServer({ ...context, client: { ...context.client, newVps } }, web)).rejects.toMatchObject({
      outcome: "not-sent",
    });
    expect(attempts).toBe(4);
    expect(clock.now() - startMs).toBeLessThan(10 * minute);
  });

  test("is not forgotten by a hook that has the creation repeated at once: nothing is sent again in these minutes", async () => {
    simulator.faults.add({ call: "new-vps", how: "reset", moment: "after-work" });
    simulator.variants.listLagMs = 86_400_000;
    const context = newKey();
    const failure = await partialFailureOf(createServer(context, web));
    simulator.variants.listLagMs = 0;
    expect(failure.id).toContain("pending-");
    expect((await createServer(context, web)).id).toBe(active().join());
    expect(sendings()).toBe(1);
  });
});

describe("the run after a lost answer", () => {
  /** The CLI is killed while the order is looked for, `elapsedMs` ago. */
  async function killed(elapsedMs: number, aheadMs = 0): Promise<PartialFailure<Recorded>> {
    simulator.faults.add({ call: "new-vps", how: "reset" });
    const context = newContext({}, aheadMs);
    context.memory.ofKey(web.__key).isNew = true;
    const progress = (): void => {
      if (sendings() > 0) surroundings.engine = () => "stopped";
    };
    const failure = await partialFailureOf(
      createServer({ ...context, reporter: { ...context.reporter, progress } }, web),
    );
    surroundings.engine = () => "runs";
    clock.advance(elapsedMs);
    return failure;
  }

  const next = ({ id, properties }: PartialFailure<Recorded>, context = newContext()) =>
    announcedUpdate(context, id, properties, web);

  /** How many minutes the next run takes, to the nearest whole one. */
  async function minutesOf(failure: PartialFailure<Recorded>): Promise<number> {
    const startMs = clock.now();
    await next(failure);
    return Math.round((clock.now() - startMs) / minute);
  }

  test("adopts the order if it turns up meanwhile", async () => {
    const failure = await killed(0);
    const context = newContext();
    const startMs = clock.now();
    let orderOid: number | undefined;
    const sleep = async (durationMs: number): Promise<void> => {
      await context.sleep(durationMs);
      if (clock.now() > startMs + 3 * minute) orderOid ??= turnUp(failure.properties.__attempt);
    };
    const outputs = await next(failure, { ...context, sleep });
    expect(outputs.orderOid).toBe(orderOid);
    expect(outputs.__sentAt).toBeUndefined();
    expect(sendings()).toBe(1);
  });

  test.each([
    ["ahead by a year", 365 * 24 * 60 * minute],
    ["behind by a year", -365 * 24 * 60 * minute],
  ])("waits no longer than these minutes if the clock of the former was %s", async (_, aheadMs) => {
    expect(await minutesOf(await killed(0, aheadMs))).toBeLessThanOrEqual(10);
    expect(active()).toHaveLength(1);
  });
});

describe("an answer to a purchase", () => {
  test("about an order that shows no tags anywhere is believed, with a warning that recovery is off", async () => {
    const context = newKey();
    const { client } = context;
    const bare = <T extends { metaData?: unknown }>({ metaData: _, ...order }: T) => order;
    simulator.variants.tagsInLists = "missing";
    const tagless: typeof client = {
      ...client,
      newVps: async (...args) => {
        const answer = await client.newVps(...args);
        return { ...answer, order: bare(answer.order) };
      },
      getOrder: async (...args) => bare(await client.getOrder(...args)),
    };
    const { outputs } = await createServer({ ...context, client: tagless }, web);
    expect(active()).toEqual([outputs.orderOid]);
    expect(context.warnings).toEqual([
      expect.stringContaining("if this run is interrupted before it ends, look for the order in the control panel"),
    ]);
  });

  test("about an order of another name is not believed, even if no search shows its own at first", async () => {
    const context = newKey();
    const { client } = context;
    const { orderOid: other } = simulator.world.placeOrder({ domainName: "other.example.com" });
    simulator.faults.add({ call: "list-orders", how: { status: 403 }, after: 2 });
    const newVps: typeof client.newVps = async (...args) => ({
      ...(await client.newVps(...args)),
      order: await client.getOrder(other),
    });
    const { outputs } = await createServer({ ...context, client: { ...client, newVps } }, web);
    expect(active()).toEqual([other, outputs.orderOid]);
    expect(context.warnings).toEqual([expect.stringContaining(`is about order ${other}`)]);
  });

  test("is believed where nothing can be read after it: what was bought must reach the state", async () => {
    const context = newKey();
    simulator.faults.add({ call: "list-orders", how: { status: 403 }, after: 2, times: 50 });
    simulator.faults.add({ call: "get-order", how: { status: 403 }, times: 50 });
    const { outputs } = await createServer(context, web);
    expect(active()).toEqual([outputs.orderOid]);
    expect(context.warnings).toEqual([]);
  });
});

test.each([
  ["set-by-the-service", "set-by-the-service", 1],
  ["********", "requested-1", 0],
  ["[hidden]", "requested-1", 0],
])("a root password that the service names as %s is %s", async (named, recorded, warningCount) => {
  const context = newKey();
  const newVps: typeof context.client.newVps = async (...args) => ({
    ...(await context.client.newVps(...args)),
    password: named,
  });
  const named1 = { ...context, client: { ...context.client, newVps } };
  const { outputs } = await createServer(named1, { ...web, password: "requested-1" });
  expect([outputs.password, context.warnings.length]).toEqual([recorded, warningCount]);
  expect(context.warnings.join()).not.toMatch(/set-by-the-service|requested-1/);
});

test("the root password of a clone is what the service says, or not known: none was sent", async () => {
  const source = (await createServer(newKey(), web)).outputs;
  const clone = desiredOf("one", { instantiationViaCloneOptions: { vpsOrderOidToClone: source.orderOid } });
  expect((await createServer(contextWithKeysOf(["one"]), clone)).outputs.password).toBe(source.password);
  simulator.faults.add({ call: "new-vps", how: "reset", moment: "after-work" });
  const two = { ...clone, ...desiredOf("two"), instantiationViaCloneOptions: clone.instantiationViaCloneOptions };
  expect((await createServer(contextWithKeysOf(["two"]), two)).outputs.password).toBeUndefined();
});
