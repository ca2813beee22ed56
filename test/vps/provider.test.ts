import { unknownValueSentinel } from "../../provider/engine/properties";
import { HostMemory, programHolder } from "../../provider/host/memory";
import { createServer } from "../../provider/vps/create";
import { vpsProvider } from "../../provider/vps/provider";
import { hostWithoutService } from "../host/support/host-without-service";
import { contextWithKeysOf, desiredOf, newContext, simulator } from "./support/simulated-service";

const withoutKey = hostWithoutService();

test("what differs from run to run is not kept, nor is the key's password: the next run would save everything again", async () => {
  const { check } = vpsProvider(() => withoutKey);
  const same = { domainName: "web.example.com", __key: "key-1", __urn: "web" };
  const news = { ...same, __keyPassword: "canary", __isPreview: true, __leftOut: ["distro"] };
  expect((await check?.(same, news))?.inputs).toEqual(same);
});

test.each(["distro", "memoryMb"])("an unknown %s passes unchanged", async (argument) => {
  const { check } = vpsProvider(() => withoutKey);
  const same = { domainName: "web.example.com", __key: "key-1", __urn: "web" };
  const news = { ...same, [argument]: unknownValueSentinel };
  expect(await check?.(same, { ...news, __isPreview: true })).toEqual({ inputs: news, failures: [] });
});

test("what a check takes out reaches the creation that follows in the same process", async () => {
  const context = contextWithKeysOf(["web"]);
  const host = { ...hostWithoutService(), memory: context.memory, context: () => context };
  const { check, create } = vpsProvider(() => host);
  const { inputs, failures } = (await check?.({}, { ...desiredOf("web"), __isPreview: false })) ?? {};
  expect({ failures, inputs }).toEqual({
    failures: [],
    inputs: expect.not.objectContaining({ __keyPassword: expect.anything() }),
  });
  const { id, outs } = await create(inputs);
  expect(simulator.world.rootPassword(Number(id))).toBe(desiredOf("web").__keyPassword);
  expect(outs).toMatchObject({ __key: desiredOf("web").__key, password: desiredOf("web").__keyPassword });
});

test.each([undefined, null])("a server whose key is %s is one failure, whatever else is wrong", async (__key) => {
  const { check } = vpsProvider(() => withoutKey);
  const { failures } = (await check?.({}, { domainName: "-bad-", memoryMB: 1, __key, __urn: "web" })) ?? {};
  expect(failures).toEqual([
    {
      property: "",
      reason: expect.stringMatching(
        /^the server has no idempotency key, [^.]*\. With --target [^.]*\. A transform [^.]* together with its own\.$/,
      ),
    },
  ]);
});

test("what an ignoreChanges of all inputs has taken away is one failure, not a server without its password", async () => {
  const { check } = vpsProvider(() => withoutKey);
  const saved = { domainName: "web.example.com", __key: "key-1", __urn: "web" };
  for (const olds of [saved, {}])
    expect((await check?.(olds, saved))?.failures).toEqual([
      { property: "", reason: expect.stringContaining('a transform sets ignoreChanges: ["*"] on it') },
    ]);
});

test("arguments that an up does not know are failures, and nothing else is looked at", async () => {
  const { check } = vpsProvider(() => withoutKey);
  const { failures } =
    (await check?.({}, { domainName: "web.example.com", __key: "key-1", __isPreview: false, __leftOut: ["distro"] })) ??
    {};
  expect(failures).toEqual([
    { property: "", reason: expect.stringMatching(/^distro is not known: it comes from a resource/) },
  ]);
});

describe("a diff", () => {
  const inputs = { domainName: "web.example.com", userOid: 1, __key: "key-1", __urn: "web" };
  const saved = { ...inputs, orderOid: 1, __managed: ["domainName", "userOid"] };
  /** Which no server can follow. */
  const refused = { ...inputs, userOid: 2 };

  test("that a refresh or a cascade asks for says nothing, throws nothing and calls nothing", async () => {
    const host = hostWithoutService();
    const said: string[] = [];
    const say = (_urn: string | undefined, text: string): void => void said.push(text);
    const reporter = { ...host.reporter, progress: say, summary: say, warn: say };
    const { diff } = vpsProvider(() => ({ ...host, reporter }));
    expect(await diff?.("1", saved, refused)).toMatchObject({ changes: true });
    expect(await diff?.("1", saved, { ...refused, domainName: "www.example.com" })).toMatchObject({ changes: true });
    expect(said).toEqual([]);
  });

  test("of what the program declares refuses what no update could do", async () => {
    const host = hostWithoutService();
    const { check, diff } = vpsProvider(() => host);
    await check?.(saved, { ...refused, __isPreview: false });
    await expect(diff?.("1", saved, refused)).rejects.toThrow("was not changed: the service cannot change userOid");
  });
});

describe("an order that two resources of a program have", () => {
  const web = { domainName: "web.example.com", __key: "key-1", __urn: "urn:pulumi:dev::shop::x::web" };
  const app = { ...web, __key: "key-2", __urn: "urn:pulumi:dev::shop::x::app" };
  const saved = (inputs: typeof web) => ({ ...inputs, orderOid: 1, __managed: ["domainName"] });
  const both =
    '"app" and "web" are both order 1 (web.example.com): to delete one would cancel the server of both.\nTake one of them out of the program and run "pulumi up": that cancels nothing.';

  test("fails each run of the program, and no refresh", async () => {
    const host = hostWithoutService();
    const { check, diff } = vpsProvider(() => host);
    for (const one of [web, app]) {
      expect(await diff?.("1", saved(one), one)).toMatchObject({ changes: false });
      await check?.(one, { ...one, __isPreview: false });
    }
    expect(await diff?.("1", saved(web), web)).toMatchObject({ changes: false });
    await expect(diff?.("1", saved(app), app)).rejects.toThrow(both);
  });

  test("fails even if the import was looked at first", async () => {
    const host = hostWithoutService();
    const { check, diff } = vpsProvider(() => host);
    host.memory.ofOrder(1).holders.add(programHolder(web.__urn));
    await check?.(app, { ...app, __isPreview: false });
    await expect(diff?.("1", saved(app), app)).rejects.toThrow(both);
  });
});

describe("the delete of a server", () => {
  const urnOf = (name: string) => desiredOf(name).__urn;

  /** Of "web" with the key of web, after a check of a protected server, as in a taint: no diff is asked for. */
  async function deletedAfterCheckOf(guarded: Readonly<Record<string, unknown>>, imported?: number) {
    const adopted = imported === undefined ? {} : { __import: String(imported) };
    const { id, outputs } = await createServer(newContext(), { ...desiredOf("web"), ...adopted });
    const context = newContext();
    const host = { ...hostWithoutService(), memory: context.memory, context: () => context };
    const { check, delete: remove } = vpsProvider(() => host);
    const inputs = { ...desiredOf("web"), __isProtected: true, ...guarded };
    await check?.(inputs, { ...inputs, __isPreview: false });
    return Promise.resolve(remove?.(id, outputs)).then(
      () => "cancelled",
      (error: Error) => error.message,
    );
  }

  test.each<[string, Parameters<typeof deletedAfterCheckOf>[0], boolean]>([
    ["under its name", {}, false],
    ["under another name by now", { __urn: urnOf("app") }, false],
    ["under its name, with another key among the order's tags", {}, true],
    ["under another name by now, with another key among the order's tags", { __urn: urnOf("app") }, true],
  ])("is refused if the program protects it %s", async (_, guarded, isImported) => {
    const elsewhere = { ...desiredOf("old"), domainName: "web.example.com", __key: "another key" };
    const oid = isImported ? (await createServer(newContext(), elsewhere)).outputs.orderOid : undefined;
    expect(await deletedAfterCheckOf(guarded, oid)).toContain("was not cancelled: the program protects it");
    expect(simulator.journal.calls("delete-vps")).toEqual([]);
  });

  test.each<[string, Parameters<typeof deletedAfterCheckOf>[0]]>([
    ["another one has its name by now", { __key: "another key" }],
    ["another one is protected", desiredOf("app")],
    ["nothing protects it", { __isProtected: false }],
  ])("is carried out if %s", async (_, guarded) => {
    expect(await deletedAfterCheckOf(guarded)).toBe("cancelled");
    expect(simulator.world.activeOrders()).toEqual([]);
  });
});

test("a refresh shows a change outside the program's arguments; the program's own diff does not", async () => {
  const { diff } = vpsProvider(() => withoutKey);
  const inputs = { domainName: "web.example.com", __key: "key-1", __urn: "ending" };
  const ending = { ...inputs, orderOid: 1, cancellationDate: "2026-04-01T00:00:00Z", __managed: ["domainName"] };
  expect(await diff?.("1", ending, inputs)).toEqual({ changes: true, replaces: [] });
  const remembering = { ...withoutKey, memory: new HostMemory() };
  const program = vpsProvider(() => remembering);
  await program.check?.(inputs, { ...inputs, __isPreview: false });
  expect(await program.diff?.("1", ending, inputs)).toEqual({ changes: false, replaces: [] });
});

describe("what a policy has changed after the check", () => {
  const provider = (context = contextWithKeysOf(["web"])) => {
    const host = { ...hostWithoutService(), memory: context.memory, context: () => context };
    return vpsProvider(() => host);
  };
  /** After a check of the program's own values, as the engine calls it. */
  const remediated = async (olds: object, changed: object) => {
    const { check, ...calls } = provider();
    const { inputs } = (await check?.(olds, { ...desiredOf("web"), __isPreview: false })) ?? {};
    return { ...calls, news: { ...inputs, ...changed } };
  };

  const wrong: [object, string][] = [
    [{ memoryMb: "2048" }, "memoryMb must be a whole number of MB, but is a string"],
    [{ memoryMb: -5 }, "memoryMb must be at least 1, but is -5."],
    [{ memoryMb: 2 }, "memoryMb is 2 MB, less than any plan has: sizes are in MB; did you mean 2048?"],
    [{ memoryMB: 2048 }, '"memoryMB" is not an argument of Vps; did you mean "memoryMb"?'],
    [{ domainName: undefined }, 'domainName is required, such as "web.example.com".'],
    [{ metaData: "web" }, "metaData must be an object"],
  ];

  test.each(wrong)("is checked before a purchase: %j buys nothing", async (changed, reason) => {
    const { create, news } = await remediated({}, changed);
    await expect(create(news)).rejects.toThrow(reason);
    await expect(create(news)).rejects.toThrow(/^Nothing was bought.*a policy that remediates/s);
    expect(simulator.journal.calls("new-vps")).toEqual([]);
  });

  test.each(wrong)("is checked before a change, in previews too: %j changes nothing", async (changed, reason) => {
    const bought = await remediated({}, {});
    const { id, outs } = await bought.create(bought.news);
    const before = simulator.journal.entries.length;
    const { update, diff, news } = await remediated(desiredOf("web"), changed);
    for (const refused of [diff?.(id, outs, news), update?.(id, outs, news)]) {
      await expect(refused).rejects.toThrow(reason);
      await expect(refused).rejects.toThrow(`order ${id}`);
    }
    expect(simulator.journal.entries).toHaveLength(before);
  });

  test("is carried out where it is right", async () => {
    const { create, news } = await remediated({}, { memoryMb: 2048 });
    expect((await create(news)).outs).toMatchObject({ memoryMb: 2048 });
  });
});

describe("an import of an order that another server of the program stands for", () => {
  const urnOf = (name: string) => desiredOf(name).__urn;

  /** "web" was bought and its domain name changes in the run in which "app" imports its order. */
  async function handedOver(first: "web" | "app"): Promise<string> {
    const { id, outputs } = await createServer(newContext(), desiredOf("web"));
    const context = newContext();
    const host = { ...hostWithoutService(), memory: context.memory, context: () => context };
    const { check, diff } = vpsProvider(() => host);
    const web = { ...desiredOf("web"), domainName: "other.example.com", __isPreview: true };
    const app = { ...desiredOf("web"), __urn: urnOf("app"), __key: "key of app", __import: id, __isPreview: true };
    const steps = {
      web: async () => {
        const checked = await check?.(desiredOf("web"), web);
        for (const { reason } of checked?.failures ?? []) throw new Error(reason);
        await diff?.(id, outputs, web);
      },
      app: async () => {
        for (const { reason } of (await check?.({}, app))?.failures ?? []) throw new Error(reason);
      },
    };
    try {
      await steps[first]();
      await steps[first === "web" ? "app" : "web"]();
    } catch (error) {
      return String(error);
    }
    return "both passed";
  }

  test.each([
    ["web", "belongs to another server of this program"],
    ["app", "imports an order that was bought for"],
  ] as const)("is refused, also in previews, if %s comes first", async (first, reason) => {
    expect(await handedOver(first)).toContain(reason);
  });
});
