import { PartialFailure, Refusal } from "../../provider/host/outcomes";
import { mayAppearUntilMs } from "../../provider/purchase/purchase";
import { tagNames } from "../../provider/purchase/tags";
import { cancel } from "../../provider/run/cancel";
import { createServer } from "../../provider/run/create";
import { ServiceError } from "../../provider/service/errors";
import type { Fault } from "../../simulator/src/index";
import {
  active,
  clock,
  contextWithKeysOf,
  desiredOf,
  newContext,
  partialFailureOf,
  sendings,
  simulator,
  surroundings,
  type TestContext,
  update,
} from "../server/support/simulated-service";

const failureOf = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => Promise.reject(new Error("it was to fail")),
    (reason: Error) => reason,
  );

const buy = (context: TestContext, name = "web") => createServer(context, desiredOf(name));

const sentUntil = (seconds: number) => ({ attempt: "attempt-1", sentMs: -9_000, mayAppearUntilMs: seconds * 1000 });

/** How long something takes on the clock of the simulator. */
async function timeOf<T>(work: () => Promise<T>): Promise<{ readonly seconds: number; readonly result: T }> {
  const startMs = clock.now();
  const result = await work();
  return { seconds: (clock.now() - startMs) / 1000, result };
}

/** A call that changes something takes the service so long in these tests. */
const workSeconds = 20;

test.each<[string, boolean, Record<string, string>, number]>([
  ["a key of this run", true, {}, 0],
  ["an older key, once no order can turn up any more", false, { listLagSeconds: "40" }, 40],
])("under %s a server is bought", async (_, isKeyNew, config, seconds) => {
  const context = isKeyNew ? contextWithKeysOf(["web"], config) : newContext(config);
  expect((await timeOf(() => buy(context))).seconds).toBe(seconds + workSeconds);
  expect(active()).toHaveLength(1);
});

test("a server that was stopped long after its purchase is adopted as it is, without a wait", async () => {
  const { id } = await buy(newContext());
  simulator.world.stopOutside(Number(id));
  clock.advance(2 * 3_600_000);
  expect(await timeOf(() => buy(newContext()))).toMatchObject({ seconds: 0, result: { id } });
});

test("nothing is bought with a key that cannot read an order of the state, unless that has ended", async () => {
  const { id } = await buy(newContext());
  simulator.world.cancelOutside(Number(id));
  const buyBeside = (saved: number) => {
    const context = newContext();
    context.memory.savedOrder = saved;
    return createServer(context, desiredOf("app"));
  };
  await expect(buyBeside(4711)).rejects.toThrow(Refusal);
  // The service may say so in two ways, or not at all.
  simulator.faults.add({ call: "get-order", how: { status: 403 } });
  await expect(buyBeside(Number(id))).rejects.toThrow(Refusal);
  simulator.faults.add({ call: "get-order", how: { status: 500 }, times: 100 });
  await expect(buyBeside(Number(id))).rejects.toThrow(ServiceError);
  simulator.faults.clear();
  expect(active()).toEqual([]);
  await buyBeside(Number(id));
  expect(active()).toHaveLength(1);
});

test("what another resource of the program has is left to it: beside it nothing is bought under its key, and it counts towards the limit", async () => {
  const { id } = await buy(newContext());
  const beside = async (name: string, domainName: string, config = {}): Promise<string> => {
    const context = newContext(config);
    context.memory.ofOrder(Number(id)).owners.add("urn:pulumi:dev::shop::vps::app");
    return createServer(context, desiredOf(name, { domainName })).then(
      () => "bought",
      ({ message }: Error) => message,
    );
  };
  expect(await beside("web", "other.example.com")).toMatch(
    /^other\.example\.com: not bought: .*"app" has it or imports it/,
  );
  expect(await beside("mail", "web.example.com")).toContain('"mail" and "app" have the same domainName.');
  expect(await beside("mail", "mail.example.com", { maxTotalMonthlyCostUsd: "10" })).toContain(
    "together would cost up to USD 11.64 a month",
  );
  expect(active()).toEqual([Number(id)]);
  expect(await beside("mail", "mail.example.com")).toBe("bought");
});

test("a creation that a hook repeats in the same run takes what it bought the first time", async () => {
  const context = contextWithKeysOf(["web"]);
  const first = await buy(context);
  expect((await buy(context)).id).toBe(first.id);
  expect(sendings()).toBe(1);
});

test.each([true, false])("nothing is bought once the CLI has ended (key of this run: %s)", async (isKeyNew) => {
  surroundings.engine = () => "stopped";
  const failure = await failureOf(buy(isKeyNew ? contextWithKeysOf(["web"]) : newContext()));
  expect(failure.message).toContain("web.example.com: not bought: the run was stopped.");
  expect(sendings()).toBe(0);
});

test.each(["list-orders", "get-order"] as const)("nothing is bought if %s fails where it matters", async (call) => {
  simulator.world.placeOrder({ domainName: "web.example.com" });
  simulator.variants.tagsInLists = "missing";
  simulator.faults.add({ call, how: { status: 500, message: "Out of order." }, times: 20 });
  expect((await failureOf(buy(contextWithKeysOf(["web"])))).message).toContain("Out of order");
  expect(sendings()).toBe(0);
});

const busy = { status: 503, retryAfter: "60" } as const;
type Moment = NonNullable<Fault["moment"]>;

/** One row for each kind of failure: what comes of it, and how often the purchase is sent, if the service did nothing. */
const failures: readonly (readonly [string, Fault["how"], "bought" | "refused" | "pending", number])[] = [
  ["a reset", "reset", "pending", 1],
  ["silence", "hang", "pending", 1],
  ["502 with a page", { status: 502, body: "html" }, "pending", 1],
  ["JSON that breaks off", "truncated-json", "pending", 1],
  ["a body that breaks off", "cut-mid-body", "pending", 1],
  ["a redirect", "redirect", "pending", 1],
  ["an answer without the order", { json: {} }, "pending", 1],
  ["429", { status: 429 }, "bought", 2],
  ["503 with Retry-After", busy, "pending", 1],
  ["400", { status: 400 }, "refused", 1],
  ["403", { status: 403 }, "refused", 1],
  ["200 with ERROR", "response-type-error", "refused", 1],
];

describe.each(failures)("a purchase that meets %s", (_, how, end, count) => {
  const outcome = async (moment: Moment): Promise<string> => {
    simulator.faults.add({ call: "new-vps", how, moment });
    const desired = { ...desiredOf("web"), __timeouts: { createMs: 1_000 } };
    return createServer(contextWithKeysOf(["web"]), desired).then(
      ({ id }) => (active().join() === id ? "bought" : "bought twice"),
      (error: unknown) => (error instanceof PartialFailure && error.id.startsWith("pending-") ? "pending" : "refused"),
    );
  };

  test(`which does nothing is ${end}, and sent ${count} times in all`, async () => {
    expect([await outcome("before-work"), sendings()]).toEqual([end, count]);
    expect(active()).toHaveLength(end === "bought" ? 1 : 0);
  });

  test("which has done it all the same is bought, and sent once", async () => {
    expect([await outcome("after-work"), sendings()]).toEqual(["bought", 1]);
  });
});

test.each<[string, Partial<ReturnType<TestContext["memory"]["ofKey"]>>, number]>([
  ["a key that an earlier run had", {}, 30],
  ["a new key", { isNew: true }, 0],
  ["a server that this process has cancelled", { hasCancelled: true }, 0],
  ["a new key under which it has sent an order", { isNew: true, sent: sentUntil(7) }, 7],
  ["the same of a server that it has cancelled", { hasCancelled: true, sent: sentUntil(7) }, 7],
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
});

describe("Ctrl-C while the service has not answered a purchase yet", () => {
  const stopped = async (moment: Moment) => {
    const gate = simulator.hold("new-vps", { moment });
    const buying = buy(contextWithKeysOf(["web"]));
    buying.catch(() => undefined);
    await gate.reached;
    surroundings.stop.abort();
    expect((await timeOf(() => buying.catch(() => undefined))).seconds).toBeLessThan(5);
    gate.release();
    surroundings.stop = new AbortController();
    return buying;
  };

  test("ends the run at once with the order, if there is one", async () => {
    const { id } = await stopped("after-work");
    expect([sendings(), active()]).toEqual([1, [Number(id)]]);
  });

  test("saves the purchase, if there is none yet, and the next run takes its order", async () => {
    const { id, properties } = await partialFailureOf(stopped("before-work"));
    const { orderOid } = await update(newContext(), id, properties, desiredOf("web"));
    expect([sendings(), active()]).toEqual([1, [orderOid]]);
  });
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
    surroundings.engine = () => (refused() > 0 ? "stopped" : "runs");
    expect((await failureOf(buy(contextWithKeysOf(["web"])))).message).toContain("the run was stopped");
    expect({ refused: refused(), sent: sendings() }).toEqual({ refused: 1, sent: 0 });
  });
});

describe("25 purchases side by side", () => {
  const names = Array.from({ length: 25 }, (_, index) => `web-${index}`);
  beforeEach(() => {
    for (const host of simulator.world.hosts) host.memoryMbTotal = 1_000_000;
  });

  test("mix up nothing, and ask for at most 28 whole lists", async () => {
    const context = newContext();
    const made = await Promise.all(names.map((name) => buy(context, name)));
    const lists = simulator.journal.calls("list-orders").filter(({ path }) => !path.includes("meta_search"));
    expect(lists.length).toBeLessThanOrEqual(28);
    expect(sendings()).toBe(25);
    expect(new Set(made.map(({ id }) => id)).size).toBe(25);
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
});

test.each([
  ["no password, and still has none", undefined, undefined, "the key's"],
  ["one that it still has", "First-passw0rd", "First-passw0rd", "First-passw0rd"],
  ["none, and has one now", undefined, "Second-passw0rd", "the key's"],
  ["one that it no longer has", "First-passw0rd", undefined, undefined],
  ["another one than now", "First-passw0rd", "Second-passw0rd", undefined],
])(
  "a server that a killed run has bought is adopted with the password that it has: the program had %s",
  async (_, before, after, expected) => {
    const programWith = (password: string | undefined) => desiredOf("web", password === undefined ? {} : { password });
    await createServer(newContext(), programWith(before));
    const context = newContext();
    const { outputs } = await createServer(context, programWith(after));
    const [order] = simulator.world.orders();
    expect(sendings()).toBe(1);
    expect(outputs.password).toBe(expected === "the key's" ? desiredOf("web").__keyPassword : expected);
    if (outputs.password !== undefined)
      expect(outputs.password).toBe(simulator.world.rootPassword(order?.orderOid ?? 0));
    const isOther = outputs.password !== (after ?? desiredOf("web").__keyPassword);
    expect(context.summaries.join().includes("with that run's password")).toBe(isOther);
  },
);
