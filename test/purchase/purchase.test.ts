import { PartialFailure, Refusal } from "../../provider/host/failures";
import { programHolder } from "../../provider/host/memory";
import { mayAppearUntilMs } from "../../provider/purchase/purchase";
import { tagNames } from "../../provider/purchase/tags";
import { cancel } from "../../provider/vps/cancel";
import { createServer } from "../../provider/vps/create";
import { updateServer } from "../../provider/vps/update";
import type { Fault } from "../../simulator/src/index";
import {
  clock,
  contextWithKeysOf,
  desiredOf,
  newContext,
  simulator,
  surroundings,
  type TestContext,
} from "../vps/support/simulated-service";

const failureOf = async (work: Promise<unknown>): Promise<Error> => {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof Error) return error;
  throw new Error("it was to fail");
};

const buy = (context: TestContext, name = "web") => createServer(context, desiredOf(name));
const sendings = (): number => simulator.journal.calls("new-vps").length;
const active = (): number[] => simulator.world.activeOrders().map(({ orderOid }) => orderOid);

const sentUntil = (seconds: number) => ({ attempt: "attempt-1", sentMs: -9_000, mayAppearUntilMs: seconds * 1000 });

/** How long something takes on the clock of the simulator. */
async function timeOf<T>(work: () => Promise<T>): Promise<{ readonly seconds: number; readonly result: T }> {
  const startMs = clock.now();
  const result = await work();
  return { seconds: (clock.now() - startMs) / 1000, result };
}

/** A call that changes something takes the service so long in these tests. */
const workSeconds = 20;

describe("whether to wait", () => {
  test("under a key of this run a server is bought at once", async () => {
    const { seconds } = await timeOf(() => buy(contextWithKeysOf(["web"])));
    expect(seconds).toBe(workSeconds);
    expect(active()).toHaveLength(1);
  });

  test("under an older key it is bought once no order can turn up any more", async () => {
    const context = newContext({ listLagSeconds: "40" });
    const { seconds } = await timeOf(() => buy(context));
    expect(seconds).toBe(40 + workSeconds);
    expect(context.progress[0]).toMatch(/ until \d\d:\d\d:\d\d UTC$/);
  });

  test("what another resource of the program has is left to it, whatever key it carries", async () => {
    const { id } = await buy(newContext());
    const context = newContext();
    context.memory.ofOrder(Number(id)).holders.add(programHolder("urn:pulumi:dev::shop::vps::app"));
    const failure = await failureOf(buy(context));
    expect(failure.message).toMatch(/^"web" and "app" have the same domainName .*, so "web" was not bought\./);
    const renamed = newContext();
    renamed.memory.ofOrder(Number(id)).holders.add(programHolder("urn:pulumi:dev::shop::vps::app"));
    const { id: other } = await createServer(renamed, desiredOf("web", { domainName: "other.example.com" }));
    expect(active()).toEqual([Number(id), Number(other)]);
  });

  test("what another resource of the program has counts towards the account's limit", async () => {
    const { id } = await buy(newContext());
    const context = newContext({ maxTotalMonthlyCostUsd: "10" });
    context.memory.ofOrder(Number(id)).holders.add(programHolder("urn:pulumi:dev::shop::vps::web"));
    const failure = await failureOf(buy(context, "app"));
    expect(failure.message).toContain("the account's orders together would cost USD 11.64 a month");
    expect(sendings()).toBe(1);
  });

  test("what an interrupted run has bought is adopted as soon as the lists show it", async () => {
    simulator.variants.listLagMs = 25_000;
    const { id } = await buy(contextWithKeysOf(["web"]));
    const { seconds, result } = await timeOf(() => buy(newContext()));
    expect(result.id).toBe(id);
    expect(seconds).toBeGreaterThanOrEqual(15);
    expect(seconds).toBeLessThanOrEqual(30);
    expect(sendings()).toBe(1);
  });

  test("an order that turns up only after that is an initialisation failure which names both", async () => {
    simulator.variants.listLagMs = 45_000;
    const first = await buy(contextWithKeysOf(["web"]));
    const failure = await failureOf(buy(newContext()));
    const [, second] = active();
    expect(failure).toBeInstanceOf(PartialFailure);
    expect(failure).toMatchObject({ id: String(second), properties: { orderOid: second } });
    expect(failure.message).toContain(`The state holds order ${second} (`);
    expect(failure.message).toContain(`also active, and billed: order ${first.id} (`);
    expect(active()).toHaveLength(2);
  });

  test("a replacement whose former server this process has just cancelled is bought at once, and adopts nothing", async () => {
    const { id, outputs } = await buy(newContext());
    const context = newContext();
    await cancel(context, outputs);
    const { seconds, result } = await timeOf(() => buy(context));
    expect(seconds).toBe(workSeconds);
    expect(result.id).not.toBe(id);
    expect(active()).toEqual([Number(result.id)]);
  });

  test("a creation that a hook repeats in the same run takes what it bought the first time", async () => {
    const context = contextWithKeysOf(["web"]);
    const first = await buy(context);
    expect((await buy(context)).id).toBe(first.id);
    expect(sendings()).toBe(1);
  });
});

describe("what is not bought", () => {
  test.each([true, false])("nothing is bought once the CLI has ended (key of this run: %s)", async (isKeyNew) => {
    surroundings.engine = () => "is-gone";
    const failure = await failureOf(buy(isKeyNew ? contextWithKeysOf(["web"]) : newContext()));
    expect(failure.message).toContain('Nothing was bought for "web.example.com": the run was stopped.');
    expect(sendings()).toBe(0);
  });

  test.each(["list-orders", "get-order"] as const)("nothing is bought if %s fails where it matters", async (call) => {
    simulator.world.placeOrder({ domainName: "web.example.com" });
    simulator.variants.tagsInLists = "missing";
    simulator.faults.add({ call, how: { status: 500, message: "Out of order." }, times: 20 });
    const failure = await failureOf(buy(contextWithKeysOf(["web"])));
    expect(failure.message).toContain("Out of order");
    expect(sendings()).toBe(0);
  });
});

const busy = { status: 503, retryAfter: "60" } as const;
type Moment = NonNullable<Fault["moment"]>;

/** One row for each kind of failure: what comes of it, and how often the purchase is sent, if the service did nothing, and if it did it. */
const failures: readonly {
  readonly name: string;
  readonly how: Fault["how"];
  readonly ifNotDone: { readonly sendings: number; readonly end: "bought" | "refused" | "pending" };
}[] = [
  { name: "a reset", how: "reset", ifNotDone: { sendings: 1, end: "pending" } },
  { name: "silence", how: "hang", ifNotDone: { sendings: 1, end: "pending" } },
  { name: "502 with a page", how: { status: 502, body: "html" }, ifNotDone: { sendings: 1, end: "pending" } },
  { name: "503 with a page", how: { status: 503, body: "html" }, ifNotDone: { sendings: 1, end: "pending" } },
  { name: "JSON that breaks off", how: "truncated-json", ifNotDone: { sendings: 1, end: "pending" } },
  { name: "a body that breaks off", how: "cut-mid-body", ifNotDone: { sendings: 1, end: "pending" } },
  { name: "a redirect", how: "redirect", ifNotDone: { sendings: 1, end: "pending" } },
  { name: "an answer without the order", how: { json: {} }, ifNotDone: { sendings: 1, end: "pending" } },
  { name: "429", how: { status: 429 }, ifNotDone: { sendings: 2, end: "bought" } },
  { name: "503 with Retry-After", how: busy, ifNotDone: { sendings: 1, end: "pending" } },
  { name: "400", how: { status: 400 }, ifNotDone: { sendings: 1, end: "refused" } },
  { name: "403", how: { status: 403 }, ifNotDone: { sendings: 1, end: "refused" } },
  { name: "200 with ERROR", how: "response-type-error", ifNotDone: { sendings: 1, end: "refused" } },
];

describe.each(failures)("a purchase that meets $name", ({ how, ifNotDone }) => {
  const outcome = async (moment: Moment): Promise<string> => {
    simulator.faults.add({ call: "new-vps", how, moment });
    const desired = { ...desiredOf("web"), __timeouts: { createMs: 1_000 } };
    return createServer(contextWithKeysOf(["web"]), desired).then(
      ({ id }) => (active().join() === id ? "bought" : "bought twice"),
      (error: unknown) => (error instanceof PartialFailure && error.id.startsWith("pending-") ? "pending" : "refused"),
    );
  };

  test(`which does nothing is ${ifNotDone.end}, and sent ${ifNotDone.sendings} times in all`, async () => {
    expect({ end: await outcome("before-work"), sendings: sendings() }).toEqual(ifNotDone);
    expect(active()).toHaveLength(ifNotDone.end === "bought" ? 1 : 0);
  });

  test("which has done it all the same is bought, and sent once", async () => {
    expect({ end: await outcome("after-work"), sendings: sendings() }).toEqual({ end: "bought", sendings: 1 });
  });
});

test.each<[string, Partial<ReturnType<TestContext["memory"]["ofKey"]>>, number]>([
  ["a key that an earlier run had", {}, 30],
  ["a new key", { isNew: true }, 0],
  ["a server that this process has cancelled", { hasCancelled: true }, 0],
  ["a new key under which it has sent an order", { isNew: true, sent: sentUntil(7) }, 7],
  [
    "a server that it has cancelled, and an order that it has sent since",
    { hasCancelled: true, sent: sentUntil(7) },
    7,
  ],
  ["an order that would have turned up by now", { sent: sentUntil(-7) }, -7],
])("how long an order may turn up: %s", (_, notes, seconds) => {
  const context = newContext();
  Object.assign(context.memory.ofKey("key-1"), notes);
  expect(mayAppearUntilMs({ ...context, nowMs: () => 0 }, "key-1")).toBe(seconds * 1000);
});

describe("what this process has sent", () => {
  const replacing = async (): Promise<TestContext> => {
    const { outputs } = await buy(newContext());
    const context = newContext();
    await cancel(context, outputs);
    return context;
  };

  test.each([{ status: 400 }, { status: 403 }, busy, { status: 429, retryAfter: "1" }] as const)(
    "is not sent again by a hook that repeats a replacement, though the service answered $status",
    async (how) => {
      const context = await replacing();
      simulator.variants.listLagMs = 25_000;
      simulator.faults.add({ call: "new-vps", how, moment: "after-work" });
      const first = await buy(context).catch(() => undefined);
      const { id } = await buy(context);
      expect({ sent: sendings(), active: active() }).toEqual({ sent: 1 + 1, active: [Number(id)] });
      // A busy service's own resend finds it, and calls it its own.
      expect(first?.id ?? id).toBe(id);
    },
  );

  test("is looked for as long as lists may lag before a hook that repeats a refused purchase buys", async () => {
    const context = await replacing();
    simulator.faults.add({ call: "new-vps", how: { status: 400 } });
    await failureOf(buy(context));
    const { seconds } = await timeOf(() => buy(context));
    expect(seconds).toBe(30 + workSeconds);
    expect(active()).toHaveLength(1);
  });
});

test("nothing is bought while the order that the diff has shown to be replaced is billed", async () => {
  const { outputs } = await buy(newContext());
  const context = newContext();
  context.memory.ofKey(outputs.__key ?? "").replacedOid = outputs.orderOid;
  const refused = await failureOf(buy(context));
  expect(refused).toBeInstanceOf(Refusal);
  expect(refused.message).toContain(`order ${outputs.orderOid} (`);
  expect({ sent: sendings(), active: active() }).toEqual({ sent: 1, active: [outputs.orderOid] });
});

describe("a purchase that the service has no time for", () => {
  test.each([
    ["90", 90],
    ["1", 30],
  ])(
    "is sent again once, when the service says (%s s) and its order cannot turn up any more",
    async (retryAfter, seconds) => {
      simulator.faults.add({ call: "new-vps", how: { status: 429, retryAfter }, times: 2 });
      const context = contextWithKeysOf(["web"]);
      await failureOf(buy(context));
      const [first, second, third] = simulator.journal.calls("new-vps");
      expect((second?.at ?? 0) - (first?.at ?? 0)).toBe((seconds + workSeconds) * 1000);
      expect(third).toBeUndefined();
      const between = simulator.journal
        .calls("list-orders")
        .filter(({ at }) => at >= (first?.at ?? 0) + seconds * 1000 && at <= (second?.at ?? 0));
      expect(between).not.toEqual([]);
    },
  );

  test("warns once of an order that is billed beside it", async () => {
    const { orderOid } = simulator.world.placeOrder({ domainName: "web.example.com" });
    simulator.world.cancelAtPeriodEndOutside(orderOid);
    simulator.faults.add({ call: "new-vps", how: { status: 429 } });
    const context = contextWithKeysOf(["web"]);
    await buy(context);
    expect(context.warnings).toHaveLength(1);
  });

  test("is not sent again if another run has bought the server meanwhile", async () => {
    simulator.faults.add({ call: "new-vps", how: { status: 429 } });
    const context = contextWithKeysOf(["web"]);
    let other: Awaited<ReturnType<typeof buy>> | undefined;
    const sleep = async (): Promise<void> => {
      other ??= await buy(newContext());
    };
    const { id } = await buy({ ...context, sleep });
    expect(active()).toEqual([Number(id)]);
    expect(other?.id).toBe(id);
  });
});

describe("a purchase that cannot be sent", () => {
  const refusing = (times: number): (() => number) => {
    let refused = 0;
    surroundings.refusesConnection = () => refused < times && ++refused > 0;
    return () => refused;
  };

  test("is sent again, up to three times, each time after another look", async () => {
    const refused = refusing(3);
    await buy(contextWithKeysOf(["web"]));
    expect(refused()).toBe(3);
    const looks = simulator.journal.calls("list-orders").filter(({ path }) => path.includes("meta_search"));
    // One before each sending, and one after the purchase.
    expect(looks).toHaveLength(5);
    expect(active()).toHaveLength(1);
  });

  test("is given up after that: nothing was sent, so that a hook which repeats it need not wait", async () => {
    const refused = refusing(4);
    const context = contextWithKeysOf(["web"]);
    const failure = await failureOf(buy(context));
    expect(failure.message).toContain(
      `127.0.0.1:${new URL(simulator.url).port} could not be reached (ECONNREFUSED, 4 attempts)`,
    );
    expect(refused()).toBe(4);
    expect((await timeOf(() => buy(context))).seconds).toBe(workSeconds);
    expect(active()).toHaveLength(1);
  });

  test("is not sent again once the CLI has ended", async () => {
    const refused = refusing(1);
    surroundings.engine = () => (refused() > 0 ? "is-gone" : "runs");
    expect((await failureOf(buy(contextWithKeysOf(["web"])))).message).toContain("the run was stopped");
    expect({ refused: refused(), sent: sendings() }).toEqual({ refused: 1, sent: 0 });
  });
});

describe("50 purchases side by side", () => {
  const names = Array.from({ length: 50 }, (_, index) => `web-${index}`);
  beforeEach(() => {
    for (const host of simulator.world.hosts) host.memoryMbTotal = 1_000_000;
  });

  test("mix up nothing, and ask for at most 53 whole lists", async () => {
    const context = newContext();
    const made = await Promise.all(names.map((name) => buy(context, name)));
    const lists = simulator.journal.calls("list-orders").filter(({ path }) => !path.includes("meta_search"));
    expect(lists.length).toBeLessThanOrEqual(53);
    expect(sendings()).toBe(50);
    expect(new Set(made.map(({ id }) => id)).size).toBe(50);
    for (const [index, { id, outputs }] of made.entries()) {
      const order = simulator.world.order(Number(id));
      expect(order.domainName).toBe(`${names[index]}.example.com`);
      expect(outputs.password).toBe(simulator.world.rootPassword(Number(id)));
      expect(order.metaData).toEqual(
        expect.arrayContaining([
          { keyName: tagNames.key, value: `key-of-${names[index]}` },
          { keyName: tagNames.attempt, value: outputs.__attempt },
          { keyName: tagNames.name, value: `shop/dev/${names[index]}` },
        ]),
      );
    }
    expect(context.warnings).toEqual([]);
  });

  test("whose answers are all lost are found again, each by its own tag", async () => {
    simulator.faults.add({ call: "new-vps", how: "reset", moment: "after-work", times: 50 });
    const context = contextWithKeysOf(names);
    const made = await Promise.all(names.map((name) => buy(context, name)));
    expect(made.map(({ id }) => simulator.world.order(Number(id)).domainName)).toEqual(
      names.map((name) => `${name}.example.com`),
    );
    expect(active()).toHaveLength(50);
  });
});

test("a server that was bought but could not be stopped is in the state anyway, and the next up stops it", async () => {
  const desired = desiredOf("web", { runningState: "NOTRUNNING" });
  simulator.faults.add({ call: "running-state", how: { status: 400, message: "The host is under maintenance." } });
  const failure = await failureOf(createServer(newContext(), desired));
  if (!(failure instanceof PartialFailure)) throw failure;
  expect(failure.message).toContain("The host is under maintenance");
  expect(failure).toMatchObject({ id: active().join(), properties: { __provider: "the provider's code" } });
  await updateServer(newContext(), failure.id, failure.properties, desired);
  expect(simulator.world.orders()).toMatchObject([{ runningState: "NOTRUNNING" }]);
});
