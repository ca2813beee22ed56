import { PartialFailure, Refusal } from "../../provider/host/outcomes";
import { cancel } from "../../provider/run/cancel";
import { createServer } from "../../provider/run/create";
import { readServer } from "../../provider/run/read";
import { diffVps } from "../../provider/server/plan-change";
import type { VpsInputs } from "../../provider/server/program";
import type { Recorded } from "../../provider/server/server";
import type { AboutOrder } from "../../provider/service/wire/order";
import type { CallName, Fault } from "../../simulator/src/index";
import {
  announcedUpdate,
  clock,
  desiredOf,
  newContext,
  otherHost,
  partialFailureOf,
  simulator,
  surroundings,
  type TestContext,
  update,
} from "../server/support/simulated-service";

type Args = Partial<VpsInputs>;
type Client = TestContext["client"];

const usual: Args = { distro: "deb12.64", memoryMb: 1024, diskSpaceMb: 20_480 };

/** A server that an earlier run has bought, and its next runs. */
async function begin(args: Args = usual) {
  const { id, outputs } = await createServer(newContext(), desiredOf("web", args));
  clock.advance(3_600_000);
  simulator.journal.clear();
  const up = (changes: Args, { recorded = outputs as Recorded, context = newContext(), ...hidden } = {}) =>
    announcedUpdate(context, id, recorded, { ...desiredOf("web", { ...args, ...changes }), ...hidden });
  return { id, outputs, up, order: () => simulator.world.order(Number(id)) };
}

const withClient = (change: (client: Client) => Partial<Client>, context = newContext()): TestContext => ({
  ...context,
  client: { ...context.client, ...change(context.client) },
});

const failureOf = (work: Promise<unknown>): Promise<unknown> => work.then(() => undefined).catch((error) => error);

const changing: readonly CallName[] = ["host-server", "parameters", "reinstall", "running-state"];
const calls = () => simulator.journal.entries.flatMap(({ call }) => call ?? []);
const sent = (...names: readonly CallName[]) =>
  calls().filter((call) => (names.length === 0 ? changing : names).includes(call));
const isSettled = (recorded: Recorded, args: Args) => !diffVps(recorded, desiredOf("web", args)).hasChanges;

describe("a server whose purchase was answered before it had an address", () => {
  const unaddressed = async () => {
    const { outputs, ...server } = await begin();
    const { primaryIp, secondaryIps, ...recorded } = outputs;
    return { ...server, recorded, outputs };
  };

  test("has it fetched once the service shows it, with one read, and what it costs now", async () => {
    const { up, recorded, outputs, id } = await unaddressed();
    const hidden = withClient(({ getOrder }) => ({
      getOrder: async (...asked) => {
        const { allocatedIps, ...order } = await getOrder(...asked);
        return order;
      },
    }));
    const still = await up({}, { recorded, context: hidden });
    expect([still, isSettled(still, usual)]).toEqual([recorded, false]);
    simulator.world.resizeOutside(Number(id), { memoryMb: 4096 });
    simulator.journal.clear();
    const settled = await up({}, { recorded });
    const { monthlyCost: _, monthlyRecurringFee: __, orderDescription: ___, ...kept } = outputs;
    expect(settled).toMatchObject(kept);
    expect([calls(), isSettled(settled, usual)]).toEqual([["get-order"], true]);
  });
});

describe("what a move does to the sizes of a server", () => {
  const resizingMoves = (orderOid: number, sizes: Args) =>
    withClient(({ move }) => ({
      move: async (...given) => {
        const answer = await move(...given);
        simulator.world.resizeOutside(orderOid, sizes);
        return answer;
      },
    }));

  test("is held against the limit before a resize, and the move is in the state", async () => {
    const { up, id } = await begin();
    const hostServerOid = otherHost();
    const context = resizingMoves(Number(id), { diskSpaceMb: 40_960 });
    const failure = await partialFailureOf(up({ memoryMb: 2048, maxMonthlyCostUsd: 10, hostServerOid }, { context }));
    expect(failure.message).toMatch(/not changed: maxMonthlyCostUsd is 10, .* Done before: move; /);
    expect(failure.properties).toMatchObject({ hostServerOid, diskSpaceMb: 40_960 });
    expect(sent("parameters")).toEqual([]);
  });

  test("is in the state, so that the next run sets it back", async () => {
    const { up, id } = await begin();
    const moved = await up({ hostServerOid: otherHost() }, { context: resizingMoves(Number(id), { memoryMb: 2048 }) });
    expect(moved.memoryMb).toBe(2048);
    expect(diffVps(moved, desiredOf("web", usual)).changed).toEqual(["memoryMb"]);
  });
});

describe("a limit", () => {
  test.each<[string, Args, Record<string, string>, Fault["how"] | undefined, RegExp]>([
    ["of the server", { maxMonthlyCostUsd: 20 }, {}, undefined, /maxMonthlyCostUsd is 20, but the service's quote/],
    ["of the account", {}, { maxTotalMonthlyCostUsd: "20" }, undefined, /maxTotalMonthlyCostUsd is 20, but/],
    ["without a price", { maxMonthlyCostUsd: 999 }, {}, { status: 404 }, /cannot be enforced, because/],
    ["without an answer", { maxMonthlyCostUsd: 999 }, {}, "reset", /because the price is not known/],
  ])("%s is kept by the update itself, whatever the check could see", async (_, limit, config, how, words) => {
    const { up } = await begin();
    if (how !== undefined) simulator.faults.add({ call: "new-vm-pricing", how, times: 20 });
    const refused = await failureOf(up({ memoryMb: 65_536, ...limit }, { context: newContext(config) }));
    expect(refused).toBeInstanceOf(Refusal);
    expect(String((refused as Error).message)).toMatch(words);
    expect(sent()).toEqual([]);
  });

  test.each([{ maxMonthlyCostUsd: 10 }, {}])(
    "counts a size that was changed elsewhere and that the resize does not set back (%j)",
    async (limit) => {
      const { up, id } = await begin();
      simulator.world.resizeOutside(Number(id), { memoryMb: 4096 });
      const context = newContext({ maxTotalMonthlyCostUsd: "10" });
      await expect(up({ diskSpaceMb: 40_960, ...limit }, { context })).rejects.toThrow("USD 17.22");
      expect(sent()).toEqual([]);
    },
  );
});

describe("where the service does not show", () => {
  type Hide = (order: AboutOrder) => AboutOrder;
  const hiding = (hide: Hide, config: Record<string, string> = {}) =>
    withClient(
      ({ getOrder }) => ({ getOrder: async (...asked) => hide(await getOrder(...asked)) }),
      newContext({ idleMinutes: "0", ...config }),
    );
  const without =
    (...names: readonly (keyof AboutOrder)[]): Hide =>
    (order) => ({
      ...Object.fromEntries(Object.entries(order).filter(([name]) => !names.some((one) => one === name))),
      orderOid: order.orderOid,
    });
  const withoutDisk: Hide = ({ vpsParameters: { diskSpaceMb: _, ...vpsParameters } = {}, ...order }) => ({
    ...order,
    vpsParameters,
  });
  const sizes = without("vpsParameters");
  const running: Args = { ...usual, runningState: "RUNNING" };

  test.each<[string, Hide, () => Args, CallName]>([
    ["the sizes", sizes, () => ({ memoryMb: 2048 }), "parameters"],
    ["one of two", withoutDisk, () => ({ memoryMb: 2048, diskSpaceMb: 40_960 }), "parameters"],
    ["the second disk", sizes, () => ({ diskSpace2Mb: 4096 }), "parameters"],
    ["the image", without("distro"), () => ({ distro: "deb13.64" }), "reinstall"],
    ["the host", without("hostServerOid"), () => ({ hostServerOid: otherHost() }), "host-server"],
    ["the power", without("runningState"), () => ({ runningState: "NOTRUNNING" }), "running-state"],
    ["anything", without("vpsParameters", "distro", "hostServerOid"), () => ({ memoryMb: 2048 }), "parameters"],
  ])("%s, a change that it reports as done is made once, recorded, and not repeated", async (_, hide, change, call) => {
    const { up } = await begin(running);
    const wanted = change();
    const changed = await up(wanted, { context: hiding(hide) });
    expect(changed).toMatchObject(wanted);
    expect([sent(), isSettled(changed, { ...running, ...wanted })]).toEqual([[call], true]);
    await up(wanted, { recorded: changed, context: hiding(hide) });
    expect(sent()).toEqual([call]);
  });

  const maybe = "may have been carried out";

  test.each<[string, Args, Fault["how"] | undefined, Fault["moment"], string, number]>([
    ["a denied resize is not done", { memoryMb: 2048 }, "not-changed", "before-work", "was not resized", 1],
    ["one without an answer is not taken for done", { memoryMb: 2048 }, "reset", "before-work", maybe, 1],
    ["one whose answer is lost neither", { memoryMb: 2048 }, "reset", "after-work", maybe, 1],
    ["a disk is not shrunk below the state's", { diskSpaceMb: 10_240 }, undefined, undefined, "cannot shrink", 0],
  ])("the sizes, %s", async (_, change, how, moment = "before-work", words, count) => {
    const { up } = await begin();
    if (how !== undefined) simulator.faults.add({ call: "parameters", how, moment });
    await expect(up(change, { context: hiding(sizes) })).rejects.toThrow(words);
    expect(sent()).toHaveLength(count);
  });

  test.each<[Args, Args, (keyof AboutOrder)[]]>([
    [usual, { distro: "deb13.64" }, ["distro"]],
    [{ reinstallTriggers: [1] }, { reinstallTriggers: [2] }, []],
  ])("the image, a reinstall whose answer is lost is noticed by the boot", async (before, after, hidden) => {
    const { up } = await begin(before);
    simulator.faults.add({ call: "reinstall", how: "reset", moment: "after-work" });
    await up(after, { context: hiding(without(...hidden)) });
    expect(sent()).toEqual(["reinstall"]);
  });
});

test.each([
  { moment: "before-work", memoryMb: 1024, shows: "is what the order shows" },
  { moment: "after-work", memoryMb: 2048, shows: "is what the order shows" },
  { moment: "before-work", memoryMb: 1024, shows: "whose order cannot be read is not done" },
] as const)("a resize that is denied $moment $shows", async ({ moment, memoryMb, shows }) => {
  const { up, order } = await begin();
  simulator.faults.add({ call: "parameters", how: "not-changed", moment });
  if (shows.includes("read")) simulator.faults.add({ call: "get-order", how: { status: 403 }, after: 1, times: 9 });
  const outcome = await up({ memoryMb: 2048 }).then(({ memoryMb }) => memoryMb, String);
  expect(String(outcome)).toContain(memoryMb === 2048 ? "2048" : "was not resized: the service refused");
  expect([order().sizes.memoryMb, sent()]).toEqual([memoryMb, ["parameters"]]);
});

test.each<[CallName, Args]>([
  ["parameters", { memoryMb: 2048 }],
  ["host-server", { hostServerOid: "1318" }],
  ["reinstall", { distro: "deb13.64" }],
])("%s that is refused, and was done, is what the order shows", async (call, change) => {
  const { up } = await begin();
  simulator.faults.add({ call, how: { status: 400 }, moment: "after-work" });
  expect(await up(change)).toMatchObject(change);
  expect(sent()).toEqual([call]);
});

test("a reinstall that is refused is not done if somebody else has installed another image than the program's", async () => {
  const { up, id } = await begin();
  simulator.faults.add({ call: "reinstall", how: { status: 400 } });
  const context = withClient(({ reinstall }) => ({
    reinstall: (...given) => {
      simulator.world.reinstallOutside(Number(id), { distro: "rocky9.64" });
      return reinstall(...given);
    },
  }));
  await expect(up({ distro: "deb13.64" }, { context })).rejects.toThrow("was refused");
});

test.each<Fault["how"]>(["reset", { patch: {} }])(
  "a server that is cancelled while its resize (%j) is looked for has no further step",
  async (how) => {
    const { up, id } = await begin();
    simulator.faults.add({ call: "parameters", how });
    const context = newContext();
    const sleep = async (durationMs: number): Promise<void> => {
      simulator.world.cancelOutside(Number(id));
      await context.sleep(durationMs);
    };
    const changes = { memoryMb: 2048, distro: "deb13.64" };
    const failure = await partialFailureOf(up(changes, { context: { ...context, sleep } }));
    expect([failure.properties.orderOid, sent()]).toEqual([Number(id), ["parameters"]]);
  },
);

test.each<[string, Pick<Fault, "how" | "moment">, RegExp | undefined]>([
  ["is refused is not done", { how: { status: 400, message: "Being rebuilt." } }, /Being rebuilt/],
  ["is lost is not assumed done", { how: "reset" }, /no answer from .*\. Done before: resize; .*from "reinstall" on/],
  ["loses its answer is noticed", { how: "reset", moment: "after-work" }, undefined],
])("a reinstall right after a resize has booted the server that %s", async (_, fault, words) => {
  const { up, order } = await begin({ ...usual, reinstallTriggers: ["a"] });
  simulator.faults.add({ call: "reinstall", ...fault });
  const failure = await failureOf(up({ memoryMb: 4096, reinstallTriggers: ["b"] }));
  if (words !== undefined) expect((failure as PartialFailure<Recorded>).message).toMatch(words);
  expect([failure instanceof PartialFailure, order().installation.count]).toEqual(words ? [true, 1] : [false, 2]);
  expect(sent("reinstall")).toHaveLength(1);
});

test("a boot with the former image is no proof of a reinstall without an answer", async () => {
  const [{ up, id }, context] = [await begin(), newContext()];
  simulator.faults.add({ call: "reinstall", how: "reset" });
  const sleep = async (durationMs: number): Promise<void> => {
    for (const turn of ["stopOutside", "startOutside"] as const) simulator.world[turn](Number(id));
    await context.sleep(durationMs);
  };
  await expect(up({ distro: "deb13.64" }, { context: { ...context, sleep } })).rejects.toThrow(PartialFailure);
});

test("a server that is on the program's host already is moved by nobody, if its address is the same", async () => {
  const { up } = await begin();
  const hostServerOid = otherHost();
  const context = withClient(({ getOrder }) => ({
    getOrder: async (...given) => ({ ...(await getOrder(...given)), hostServerOid }),
  }));
  await up({ hostServerOid }, { context });
  expect([sent(), context.warnings, context.summaries.length]).toEqual([[], [], 1]);
});

describe("a move of 100 GB", () => {
  const large = { ...usual, diskSpaceMb: 60 * 1024, diskSpace2Mb: 40 * 1024 };
  const sixteenHoursMs = 16 * 3_600_000;

  test("whose answer is lost is watched for as long", async () => {
    const { up, order } = await begin(large);
    const hostServerOid = otherHost();
    const gate = simulator.hold("host-server", { moment: "during-work" });
    const context = newContext({ pollSeconds: "600" });
    const startMs = clock.now();
    const sleep = async (durationMs: number): Promise<void> => {
      if (clock.now() - startMs > sixteenHoursMs) gate.release();
      await context.sleep(durationMs);
    };
    await up({ hostServerOid }, { context: { ...context, sleep }, ...{ __timeouts: { updateMs: 100 } } });
    expect(String(order().hostServerOid)).toBe(hostServerOid);
    expect(clock.now() - startMs).toBeGreaterThan(sixteenHoursMs);
    expect(sent()).toEqual(["host-server"]);
  });
});

describe("once the engine is gone", () => {
  /** From the moment that this call has been sent. */
  const goneFrom = (call: CallName) => {
    surroundings.engine = () => (sent(call).length > 0 ? "stopped" : "runs");
  };

  test("a change starts no further step that costs money or data, and the next up does the rest", async () => {
    const { up } = await begin();
    const wanted = { hostServerOid: otherHost(), memoryMb: 4096, distro: "ubuntu2404.64" };
    goneFrom("parameters");
    const failure = await partialFailureOf(up(wanted));
    expect(sent()).toEqual(["host-server", "parameters"]);
    expect(failure.message).toMatch(
      /"reinstall" was not started, .* Done before: move, resize; .*\(from "reinstall" on\)/,
    );
    surroundings.engine = () => "runs";
    await up(wanted, { recorded: failure.properties });
    expect(sent()).toEqual(["host-server", "parameters", "reinstall"]);
  });

  test("a step that costs nothing, and brings the server to where the program wants it, is still made", async () => {
    const { up } = await begin();
    goneFrom("parameters");
    await up({ memoryMb: 4096, runningState: "NOTRUNNING" });
    expect(sent()).toEqual(["parameters", "running-state"]);
  });

  test("no first step is sent either", async () => {
    const { up } = await begin();
    surroundings.engine = () => "stopped";
    const failure = await failureOf(up({ distro: "ubuntu2404.64" }));
    expect(failure).toBeInstanceOf(Refusal);
    expect(String(failure)).toContain('"reinstall" was not started, because the run was stopped. The next "pulumi up"');
    expect(sent()).toEqual([]);
  });

  test.each<[CallName, Args, string]>([
    ["parameters", { memoryMb: 4096 }, "This call changed nothing."],
    ["reinstall", { distro: "ubuntu2404.64" }, "This call changed nothing."],
    ["delete-vps", {}, "The order was not cancelled, and is still billed."],
  ])("%s that was asked to wait is not sent again", async (call, args, words) => {
    const { up, outputs } = await begin();
    simulator.faults.add({ call, how: { status: 429, retryAfter: "90" }, times: 2 });
    goneFrom(call);
    expect(String(await failureOf(call === "delete-vps" ? cancel(newContext(), outputs) : up(args)))).toContain(words);
    expect(sent(call)).toEqual([call]);
  });
});

const [first, second] = ["First1Password", "Second2Password"];

/** Programs that are applied one after another; the last run is interrupted once the service has installed its image. */
test.each<[string, ...Args[]]>([
  ["with another password", { distro: "deb12.64", password: first }, { distro: "deb13.64", password: second }],
  [
    "with a password that waited for the next install",
    { distro: "deb12.64", password: first },
    { distro: "deb12.64", password: second },
    { distro: "deb13.64", password: second },
  ],
  ["without the password of before", { distro: "deb12.64", password: first }, { distro: "deb13.64" }],
  ["with a password for the first time", { distro: "deb12.64" }, { distro: "deb13.64", password: second }],
  ["with an image that was unset", {}, { distro: "rocky9.64", password: second }],
  [
    "with other triggers too",
    { distro: "deb12.64", password: first, reinstallTriggers: [1] },
    { distro: "deb13.64", password: second, reinstallTriggers: [2] },
  ],
])(
  "a reinstall %s that outlived its run is not repeated, and its password is known",
  async (_, start = {}, ...rest) => {
    const { id, outputs } = await createServer(newContext(), desiredOf("web", start));
    const up = (recorded: Recorded, args: Args) => announcedUpdate(newContext(), id, recorded, desiredOf("web", args));
    let saved: Recorded = outputs;
    for (const args of rest.slice(0, -1)) saved = await up(saved, args);
    const last = rest.at(-1) ?? {};
    // Killed between the last answer and saving the state.
    await up(saved, last);
    clock.advance(60_000);
    expect(isSettled(saved, last)).toBe(false);
    const settled = await up(saved, last);
    expect(settled.password).toBe(simulator.world.rootPassword(Number(id)));
    expect([sent("reinstall"), isSettled(settled, last)]).toEqual([["reinstall"], true]);
  },
);

test.each([429, 403, 500])(
  "a reinstall that was answered is not repeated where the order cannot be read since (%d)",
  async (status) => {
    const { up } = await begin({ ...usual, reinstallTriggers: [1] });
    simulator.faults.add({ call: "get-order", how: { status }, after: 1, times: 1000 });
    const recorded = await up({ reinstallTriggers: [2] });
    expect(recorded).toMatchObject({ reinstallTriggers: [2] });
    simulator.faults.clear();
    await up({ reinstallTriggers: [2] }, { recorded });
    expect(sent("reinstall")).toHaveLength(1);
  },
);

test("the password of a reinstall that succeeded without an answer is in the next state", async () => {
  const { up } = await begin({ ...usual, password: first });
  const after = { distro: "deb13.64", password: second };
  simulator.faults.add({ call: "reinstall", how: { status: 500 }, moment: "after-work" });
  simulator.faults.add({ call: "vps-status", how: { status: 500 }, times: 1000 });
  const { properties } = await partialFailureOf(up(after, { context: newContext({ pollSeconds: "600" }) }));
  simulator.faults.clear();
  expect(await up(after, { recorded: properties })).toMatchObject({ password: second });
  expect(sent("reinstall")).toHaveLength(1);
});

describe("a purchase of unknown outcome", () => {
  const stopped: Args = { runningState: "NOTRUNNING" };

  /** Some hours later. */
  async function pending(
    args: Args,
    moment: Fault["moment"] = "before-work",
    hours = 2,
  ): Promise<PartialFailure<Recorded>> {
    simulator.faults.add({ call: "new-vps", how: "reset", moment });
    const failure = await partialFailureOf(createServer(newContext(), desiredOf("web", args)));
    clock.advance(hours * 3_600_000);
    return failure;
  }
  const update = ({ id, properties }: PartialFailure<Recorded>, args: Args, context = newContext()) =>
    announcedUpdate(context, id, properties, desiredOf("web", args));

  test("whose order turns up while it is being installed is in the state with its address", async () => {
    Object.assign(simulator.variants, { listLagMs: 3_600_000, installLagMs: 2.4 * 3_600_000 });
    const outputs = await update(await pending({}, "after-work"), {});
    const [order] = simulator.world.orders();
    expect(outputs).toMatchObject({ orderOid: order?.orderOid, primaryIp: order?.primaryIp });
  });

  /** Its order turned up only after the run. */
  const late = async (hours?: number) => {
    simulator.variants.listLagMs = 1_200_000;
    const failure = await pending({}, "after-work", hours);
    return { failure, orderOid: Number(simulator.world.orders()[0]?.orderOid), context: newContext() };
  };

  test.each([
    [0.5, "RUNNING"],
    // Older than any installation takes: somebody has stopped it.
    [2, "NOTRUNNING"],
  ])(
    "whose order turns up with an address after %d h, but does not run, is in the state as %s",
    async (hours, state) => {
      const { failure, orderOid, context } = await late(hours);
      simulator.world.stopOutside(orderOid);
      const sleep = async (durationMs: number): Promise<void> => {
        simulator.world.startOutside(orderOid);
        await context.sleep(durationMs);
      };
      expect(await update(failure, {}, { ...context, sleep })).toMatchObject({ observedRunningState: state });
    },
  );

  test("is not settled by an order that another resource of the program has by now", async () => {
    const { failure, orderOid, context } = await late();
    context.memory.ofOrder(orderOid).owners.add("urn:pulumi:dev::shop::vps::app");
    await expect(update(failure, {}, context)).rejects.toThrow(Refusal);
  });

  test("is not settled by an order that was cancelled meanwhile: another one is bought", async () => {
    const { failure, orderOid } = await late();
    simulator.world.cancelOutside(orderOid);
    await update(failure, {});
    expect(simulator.world.activeOrders()).toHaveLength(1);
  });

  test("is settled by an order of another attempt, which is stopped as well, as by a creation", async () => {
    const failure = await pending(stopped);
    const stray = await createServer(newContext(), desiredOf("web"));
    const outputs = await update(failure, stopped);
    expect(outputs).toMatchObject({ orderOid: Number(stray.id), runningState: "NOTRUNNING" });
    simulator.world.order(Number(stray.id)).runningState = "RUNNING";
    await createServer(newContext(), desiredOf("web", stopped));
    expect(simulator.world.orders()).toMatchObject([{ runningState: "NOTRUNNING" }]);
  });

  test.each<Fault>([
    { call: "running-state", how: { status: 400 } },
    { call: "running-state", how: { status: 403 } },
    { call: "get-order", how: { status: 403 }, times: 20 },
  ])("that is ordered again is in the state although $call fails, and the next up buys none", async (fault) => {
    const failure = await pending(stopped);
    simulator.faults.add(fault);
    const failed = await partialFailureOf(update(failure, stopped));
    const [{ orderOid } = { orderOid: 0 }] = simulator.world.orders();
    expect(failed.properties).toMatchObject({ orderOid, __provider: "the provider's code" });
    expect(failed.properties.runningState).not.toBe("NOTRUNNING");
    expect(failed.message).toContain(`Order ${orderOid} was bought`);
    simulator.faults.clear();
    await update(failed, stopped);
    expect(simulator.world.orders()).toMatchObject([{ orderOid, runningState: "NOTRUNNING" }]);
  });
});

test("a refresh warns of a server that was renamed elsewhere, and says nothing of the label that a clone was ordered with", async () => {
  const { id, outputs } = await begin();
  const renamed = async (
    recorded: Partial<Recorded>,
    shown: Partial<AboutOrder> = { domainName: "new.example.com" },
  ) => {
    const context = withClient(({ getOrder }) => ({
      getOrder: async (...given) => {
        const { domainName: _, ...order } = await getOrder(...given);
        return { ...order, ...shown };
      },
    }));
    // The list differs from this state, so the order itself is read.
    await readServer(context, id, { ...outputs, monthlyRecurringFee: 0, ...recorded } as Recorded);
    return context.warnings;
  };
  expect(await renamed({})).toEqual([
    expect.stringMatching(/^order \d+ .* is called new\.example\.com at the service now\. Leave domainName as it is/),
  ]);
  const label = { vpsOrderOidToClone: 7, domainName: "new.example.com" };
  expect(await renamed({ instantiationViaCloneOptions: label })).toEqual([]);
  // Nor of what state or order does not tell.
  expect(await renamed({ distro: undefined }, {})).toEqual([]);
});

test.each<[string, Args, CallName]>([
  ["a reinstall", { distro: "deb13.64" }, "reinstall"],
  ["a resize", { memoryMb: 8192 }, "parameters"],
  ["a move", { hostServerOid: "1318" }, "host-server"],
])("%s that the diff of its run has not announced is not started", async (_, change, call) => {
  const { id, outputs } = await begin();
  const unannounced = update(newContext(), id, outputs, desiredOf("web", { ...usual, ...change }));
  expect(await partialFailureOf(unannounced)).toMatchObject({
    properties: { orderOid: Number(id) },
    message: expect.stringContaining("this run has not announced"),
  });
  expect(sent(call)).toEqual([]);
});
