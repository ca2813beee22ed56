import { unknownValueSentinel } from "../../provider/pulumi/properties";
import { createServer } from "../../provider/run/create";
import { vpsProvider } from "../../provider/run/vps-provider";
import { hostWithoutService } from "../host/support/host-without-service";
import {
  clock,
  contextWithKeysOf,
  desiredOf,
  newContext,
  sendings,
  simulator,
  type TestContext,
} from "../server/support/simulated-service";

/** The provider of one run. */
const run = (context?: TestContext) => {
  const host = hostWithoutService();
  return vpsProvider(() => (context === undefined ? host : { ...host, ...context, context: () => context }));
};
const urnOf = (name: string) => desiredOf(name).__urn;
const same = { domainName: "web.example.com", __key: "key-1", __urn: "web" };
const reasonsOf = async (checked: ReturnType<NonNullable<ReturnType<typeof run>["check"]>> | undefined) =>
  ((await checked)?.failures ?? []).map(({ reason }) => reason);

describe("a check", () => {
  test("keeps neither what differs from run to run nor the key's password: the next run would save everything again", async () => {
    const ofOneRun = {
      __isPreview: true,
      __leftOut: ["distro"],
      __secret: ["features"],
      __importedElsewhere: { 1: "app" },
    };
    const news = { ...same, __keyPassword: "canary", ...ofOneRun };
    expect((await run().check?.(same, news))?.inputs).toEqual(same);
  });

  test("lets no message quote an argument that the program marks as secret, neither its old value nor its new one", async () => {
    const host = hostWithoutService();
    const [olds, news] = ["old", "new"].map((age) => ({
      ...same,
      features: `${age}-canary`,
      metaData: { role: age, pin: 471_147 },
    }));
    const ofOneRun = { __isPreview: true, __secret: ["features", "metaData"] };
    await vpsProvider(() => host).check?.(olds ?? {}, { ...news, ...ofOneRun });
    expect(host.redactor.clean("features (old-canary → new-canary), 471147")).toBe(
      "features ([secret] → [secret]), [secret]",
    );
  });

  test.each(["distro", "memoryMb"])("passes an unknown %s unchanged", async (argument) => {
    const news = { ...same, [argument]: unknownValueSentinel };
    expect(await run().check?.(same, { ...news, __isPreview: true })).toEqual({ inputs: news, failures: [] });
  });

  test("hands what it takes out to the creation that follows in the same process", async () => {
    const { check, create } = run(contextWithKeysOf(["web"]));
    const { inputs } = (await check?.({}, { ...desiredOf("web"), __isPreview: false })) ?? {};
    expect(inputs).not.toHaveProperty("__keyPassword");
    const { id, outs } = await create(inputs);
    expect(simulator.world.rootPassword(Number(id))).toBe(desiredOf("web").__keyPassword);
    expect(outs).toMatchObject({ __key: desiredOf("web").__key, password: desiredOf("web").__keyPassword });
  });

  test.each<[string, object, object, RegExp]>([
    ["without a key", {}, { domainName: "-bad-", memoryMB: 1, __urn: "web" }, /^the server has no idempotency key, /],
    ["whose key is null", {}, { ...same, __key: null }, /\. With --target [^.]*\. A transform/],
    ["whose inputs are all ignored", same, same, /a transform sets ignoreChanges: \["\*"\] on it/],
    ["whose inputs are all ignored at first", {}, same, /a transform sets ignoreChanges: \["\*"\] on it/],
    ["that lacks one", {}, { ...same, __isPreview: false, __leftOut: ["distro"] }, /^distro is not known: it/],
  ])("finds one failure for a server %s, and looks at nothing else", async (_, olds, news, reason) => {
    expect(await reasonsOf(run().check?.(olds, news))).toEqual([expect.stringMatching(reason)]);
  });

  test("waits once for a service that is down, however many servers are new, and asks again a minute later", async () => {
    const context = contextWithKeysOf(["a", "b", "c"]);
    const { check } = run(context);
    const listsFor = async (name: string) => {
      const before = simulator.journal.calls("list-orders").length;
      await check?.({}, { ...desiredOf(name), __isPreview: true });
      return simulator.journal.calls("list-orders").length - before;
    };
    simulator.faults.add({ call: "*", how: "reset", times: 100 });
    expect(await listsFor("a")).toBeGreaterThan(1);
    expect(await listsFor("b")).toBe(0);
    clock.advance(60_000);
    expect(await listsFor("c")).toBeGreaterThan(1);
  });

  test("finds nothing wrong in an import that it has looked at already", async () => {
    const { id, outputs } = await createServer(newContext(), desiredOf("web"));
    const { check } = run(newContext());
    const importing = { ...desiredOf("web"), __key: outputs.__key, __import: id, __isPreview: true };
    for (let look = 0; look < 2; look++) expect(await reasonsOf(check?.({}, importing))).toEqual([]);
  });

  test.each<[string, object, string]>([
    ["whose key is not in the state", { isKeySaved: false }, "the state has no idempotency key of it"],
    ["that the state keeps", { isRetained: true }, "retainOnDelete would leave both servers billed"],
    ["whose purchase has no known outcome", { orderOid: undefined, isPending: true }, "it has no known outcome"],
    ["that is to be imported", {}, "the import option is set"],
  ])("refuses to replace a server %s", async (_, saved, why) => {
    const { id } = await createServer(newContext(), desiredOf("web"));
    const { __saved: known, ...web } = desiredOf("web", { domainName: "new.example.com" });
    const asked = { ...web, __saved: { ...known, orderOid: Number(id), ...saved }, __isPreview: true };
    const imported = Object.keys(saved).length > 0 ? {} : { __import: id };
    await expect(run(newContext()).check?.({}, { ...asked, ...imported })).rejects.toThrow(why);
  });

  test("refuses to import an order that the state has for a server of another name", async () => {
    const { id } = await createServer(newContext(), desiredOf("web"));
    const { __saved: known, ...app } = desiredOf("app", { domainName: "web.example.com" });
    const saved = { ...known, others: { [id]: desiredOf("web").__urn } };
    const asked = { ...app, __saved: saved, __import: id, __isPreview: true };
    expect(await reasonsOf(run(newContext()).check?.({}, asked))).toEqual([
      expect.stringContaining('write aliases: [{ name: "web" }] in place of import'),
    ]);
  });

  test("says in previews alone that an order to import could not be read", async () => {
    simulator.faults.add({ call: "*", how: "reset", times: 100 });
    const warnedIn = async (isPreview: boolean) => {
      const context = newContext();
      await run(context).check?.({}, { ...desiredOf("web"), __import: "5", __isPreview: isPreview });
      return context.warnings.length;
    };
    expect([await warnedIn(true), await warnedIn(false)]).toEqual([1, 0]);
  });

  test("finds requested addresses taken, unless the order has them that an interrupted run has bought", async () => {
    const { primaryIp = "" } = (await createServer(newContext(), desiredOf("app"))).outputs;
    const ipRequest = { requestedIps: [primaryIp] };
    const inPreview = { ...desiredOf("web", { ipRequest }), __isPreview: true };
    expect(await reasonsOf(run(newContext()).check?.({}, inPreview))).toEqual([
      expect.stringContaining(`${primaryIp} is not available`),
    ]);
    simulator.reset();
    await createServer(newContext(), desiredOf("web", { ipRequest }));
    expect(await reasonsOf(run(newContext()).check?.({}, inPreview))).toEqual([]);
  });
});

test.each<[string, object]>([
  ["takes its URN out", { __urn: undefined }],
  ["makes its key a number", { __key: 1 }],
])("nothing is bought for a server if a policy that remediates %s after the check", async (_, remediated) => {
  const { create } = run(contextWithKeysOf(["web"]));
  await expect(create({ ...desiredOf("web"), ...remediated })).rejects.toThrow(/^Nothing was bought: /);
  expect(sendings()).toBe(0);
});

describe("a diff", () => {
  const inputs = { ...same, userOid: 1 };
  const saved = { ...inputs, orderOid: 1, __managed: ["domainName", "userOid"] };
  /** Which no server can follow. */
  const refused = { ...inputs, userOid: 2 };

  test("that a refresh or a cascade asks for says, throws, calls and replaces nothing", async () => {
    const host = hostWithoutService();
    const said: string[] = [];
    const say = (_urn: string | undefined, text: string): void => void said.push(text);
    const reporter = { ...host.reporter, progress: say, summary: say, warn: say };
    const { diff } = vpsProvider(() => ({ ...host, reporter }));
    expect(await diff?.("1", saved, refused)).toMatchObject({ changes: true });
    expect(await diff?.("1", saved, { ...refused, domainName: "www.example.com" })).toEqual({
      changes: true,
      replaces: [],
    });
    expect(said).toEqual([]);
  });

  test("of what the program declares refuses what no update could do", async () => {
    const { check, diff } = run();
    const imported = { ...inputs, __import: "2" };
    await check?.(saved, { ...imported, __isPreview: false });
    await expect(diff?.("1", saved, imported)).rejects.toThrow("not changed: the import option names order 2");
  });

  test("of a refresh shows a change outside the program's arguments; the program's own does not", async () => {
    const located = { ...same, orderOid: 1, dcLocation: "DCDALLAS", __managed: ["domainName", "dcLocation"] };
    const ending = { ...same, orderOid: 1, cancellationDate: "2026-04-01T00:00:00Z", __managed: ["domainName"] };
    const { check, diff } = run();
    expect(await diff?.("1", ending, same)).toEqual({ changes: true, replaces: [] });
    expect(await diff?.("1", located, { ...same, dcLocation: "DCDALLAS" })).toMatchObject({ changes: false });
    await check?.(same, { ...same, __isPreview: false });
    expect(await diff?.("1", ending, same)).toEqual({ changes: false, replaces: [] });
  });
});

describe("an order that two resources of a program have", () => {
  const web = { ...same, __urn: "urn:pulumi:dev::shop::x::web" };
  const app = { ...web, __key: "key-2", __urn: "urn:pulumi:dev::shop::x::app" };
  const saved = (inputs: typeof web) => ({ ...inputs, orderOid: 1, __managed: ["domainName"] });
  const both = '"app" and "web" are both order 1 (web.example.com)';

  test("fails each run of the program, and no refresh", async () => {
    const { check, diff } = run();
    for (const one of [web, app]) {
      expect(await diff?.("1", saved(one), one)).toMatchObject({ changes: false });
      await check?.(one, { ...one, __isPreview: false });
    }
    expect(await diff?.("1", saved(web), web)).toMatchObject({ changes: false });
    await expect(diff?.("1", saved(app), app)).rejects.toThrow(both);
  });

  test("fails even if the import was looked at first", async () => {
    const context = newContext();
    const { check, diff } = run(context);
    context.memory.ofOrder(1).owners.add(web.__urn);
    await check?.(app, { ...app, __isPreview: false });
    await expect(diff?.("1", saved(app), app)).rejects.toThrow(both);
  });
});

/** Of "web" with the key of web, after a check of a server as in a taint: no diff is asked for. */
test.each<[string, object, boolean, "refused" | "carried out"]>([
  ["its own name is protected", {}, false, "refused"],
  ["the name that it has by now is protected", { __urn: urnOf("app") }, false, "refused"],
  ["its own name is protected, with another key among the order's tags", {}, true, "refused"],
  ["the name by now is protected, with another key among the tags", { __urn: urnOf("app") }, true, "refused"],
  ["another one has its name by now", { __key: "another key" }, false, "carried out"],
  ["another one is protected", desiredOf("app"), false, "carried out"],
  ["nothing protects it", { __isProtected: false }, false, "carried out"],
])("where %s (%j, %s), the delete of a server is %s", async (_, guarded, isImported, outcome) => {
  const bought = { ...desiredOf("old"), domainName: "web.example.com", __key: "another key" };
  const oid = isImported ? (await createServer(newContext(), bought)).id : undefined;
  const { id, outputs } = await createServer(newContext(), { ...desiredOf("web"), ...(oid && { __import: oid }) });
  const { check, delete: remove } = run(newContext());
  const inputs = { ...desiredOf("web"), __isProtected: true, ...guarded };
  await check?.(inputs, { ...inputs, __isPreview: false });
  const deleting = Promise.resolve(remove?.(id, outputs));
  if (outcome === "refused") await expect(deleting).rejects.toThrow("was not cancelled: the program protects it");
  else await deleting;
  expect(simulator.journal.calls("delete-vps")).toHaveLength(outcome === "refused" ? 0 : 1);
});

/** After a check of the program's own values, as the engine calls it. */
test("what a policy has changed after the check is checked before a purchase and a change, in previews too", async () => {
  const remediated = async (olds: object, changed: object) => {
    const { check, ...calls } = run(contextWithKeysOf(["web"]));
    const { inputs } = (await check?.(olds, { ...desiredOf("web"), __isPreview: false })) ?? {};
    return { ...calls, news: { ...inputs, ...changed } };
  };
  const wrong: [object, RegExp][] = [
    [{ memoryMb: "2048" }, /memoryMb must be a whole number of MB, but is a string/],
    [{ memoryMb: 2 }, /memoryMb is 2 MB, less than any plan has/],
    [{ memoryMB: 2048 }, /"memoryMB" is not an argument of Vps/],
    [{ domainName: undefined }, /domainName is required/],
  ];
  for (const [changed, reason] of wrong) {
    const { create, news } = await remediated({}, changed);
    await expect(create(news)).rejects.toThrow(reason);
    await expect(create(news)).rejects.toThrow(/not bought.*a policy that remediates/s);
  }
  expect(simulator.journal.calls("new-vps")).toEqual([]);
  const { create, news } = await remediated({}, { memoryMb: 2048 });
  const { id, outs } = await create(news);
  expect(outs).toMatchObject({ memoryMb: 2048 });
  const before = simulator.journal.entries.length;
  for (const [changed, reason] of wrong) {
    const { update, diff, news } = await remediated(desiredOf("web"), changed);
    for (const refused of [diff?.(id, outs, news), update?.(id, outs, news)]) {
      await expect(refused).rejects.toThrow(reason);
      await expect(refused).rejects.toThrow(`order ${id}`);
    }
  }
  expect(simulator.journal.entries).toHaveLength(before);
});
