import { setTimeout } from "node:timers/promises";
import { createHost } from "../../provider/host/host";
import { unknownValueSentinel } from "../../provider/pulumi/properties";
import { reverseDnsProvider } from "../../provider/run/reverse-dns-provider";
import { type Simulator, startSimulator } from "../../simulator/src/index";

let simulator: Simulator;
let provider: Required<ReturnType<typeof reverseDnsProvider>>;
/** Each run has its own host process. */
let newRun: () => typeof provider;

const oid = 3_000_000_001;
const firstIp = "198.18.0.10";
const secondIp = "198.18.0.11";
const otherOid = 3_000_000_002;

beforeAll(async () => {
  simulator = await startSimulator({
    apiKeys: ["12345"],
    seed: {
      orders: [
        { orderOid: oid, domainName: "mail.example.com", primaryIp: firstIp, secondaryIps: [secondIp] },
        { orderOid: otherOid, domainName: "other.example.com", primaryIp: "198.18.0.20" },
      ],
    },
  });
  const settings: Record<string, string> = {
    "rimuhosting:baseUrl": simulator.url,
    "rimuhosting:apiKey": "12345",
    "rimuhosting:pollSeconds": "1",
  };
  newRun = () => {
    const host = createHost((key) => settings[key], undefined);
    return reverseDnsProvider(() => host) as typeof provider;
  };
});
beforeEach(() => {
  simulator.reset();
  provider = newRun();
});
afterAll(() => simulator.close());

const name = "mail.example.com";
/** What an earlier run has set. */
const create = async (inputs: object) => (await newRun().create({ __provider: "code", ...inputs })).outs as object;
const ptr = (ip: string) => simulator.world.ptr(ip);
const sent = () => simulator.journal.calls("ptr").map(({ matrix, body }) => [matrix["ip"], body]);

test("a creation refuses what a policy has changed after the check, by name, and a server that is cancelled", async () => {
  await expect(create({ orderOid: oid, name: "-mail" })).rejects.toThrow(
    /^No record was set: name is not a domain name: .*a policy that remediates/s,
  );
  await expect(create({ orderOid: "web", name })).rejects.toThrow("No record was set: orderOid must be an order's");
  simulator.world.cancelOutside(oid);
  await expect(create({ orderOid: oid, name })).rejects.toThrow("is cancelled: it no longer has an address.");
  expect(sent()).toEqual([]);
});

test.each([false, true])(
  "a change of the address clears the old record, at the latest in the next run (fails: %s)",
  async (fails) => {
    const olds = await create({ orderOid: oid, name });
    const news = { orderOid: oid, ip: secondIp, name };
    expect(await provider.diff("id", olds, news)).toEqual({ changes: true, replaces: [] });
    if (fails) {
      simulator.faults.add({ call: "ptr", how: { status: 400 }, after: 1 });
      await expect(provider.update("id", olds, news)).rejects.toThrow();
    }
    await provider.update("id", olds, news);
    expect([ptr(firstIp), ptr(secondIp)]).toEqual([undefined, name]);
  },
);

test("a refresh keeps an address that the program sets", async () => {
  const olds = await create({ orderOid: oid, ip: firstIp, name });
  simulator.world.changeIpOutside(oid, "198.18.0.99");
  expect(await provider.read("id", olds)).toMatchObject({ props: { ip: firstIp }, inputs: { ip: firstIp } });
});

test("a refresh notices that the server has lost an address which the program sets, and the next up says so", async () => {
  const program = { orderOid: oid, ip: firstIp, name };
  const olds = await create(program);
  const refreshed = async () => (await provider.read("id", olds)).props as object;
  expect(await provider.diff("id", await refreshed(), program)).toMatchObject({ changes: false });
  simulator.world.changeIpOutside(oid, "198.18.0.99");
  const seen = await refreshed();
  expect(seen).not.toEqual(olds);
  expect(await provider.diff("id", seen, program)).toMatchObject({ changes: true });
  await expect(provider.update("id", seen, program)).rejects.toThrow(`ip is ${firstIp}, which is not an address of`);
});

test.each([
  ["a server that is gone", () => simulator.world.cancelOutside(oid)],
  ["an address that the server no longer has", () => simulator.world.changeIpOutside(oid, "198.18.0.99")],
])("a deletion has nothing to clear for %s", async (_, happen) => {
  const olds = await create({ orderOid: oid, name });
  happen();
  simulator.journal.clear();
  await provider.delete("id", olds);
  expect(sent()).toEqual([]);
});

describe("a record that is shared within a run", () => {
  const urnOf = (record: string): string => `urn:pulumi:dev::shop::pulumi-nodejs:rimuhosting:ReverseDns::${record}`;
  const [one, other] = [urnOf("one"), urnOf("other")];

  test("stays set when the old entry of a renamed declaration is deleted", async () => {
    const olds = await create({ orderOid: oid, name, __urn: one });
    const news = { orderOid: oid, name: "mx.example.com", __urn: other };
    await provider.check({}, news);
    await provider.create(news);
    await provider.delete("id", olds);
    expect(ptr(firstIp)).toBe("mx.example.com");
  });

  test("stays set when one of two entries for it goes, whether the program sets the address or not", async () => {
    for (const args of [{ ip: firstIp }, {}]) {
      const olds = await create({ orderOid: oid, name, __urn: one });
      const staying = { orderOid: oid, name, ...args, __urn: other };
      const kept = await create(staying);
      provider = newRun();
      await provider.check(staying, staying);
      expect(await provider.diff("id", kept, staying)).toMatchObject({ changes: false });
      await provider.delete("id", olds);
      expect(ptr(firstIp)).toBe(name);
    }
  });

  test("stays set when two declarations swap their addresses", async () => {
    const before = [
      { orderOid: oid, ip: firstIp, name: "one.example.com", __urn: one },
      { orderOid: oid, ip: secondIp, name: "other.example.com", __urn: other },
    ] as const;
    const olds = await Promise.all(before.map(create));
    const after = [
      { ...before[0], ip: secondIp },
      { ...before[1], ip: firstIp },
    ] as const;
    for (const [index, news] of after.entries()) {
      await provider.check(before[index] ?? {}, news);
      await provider.diff("id", olds[index] ?? {}, news);
      await provider.update("id", olds[index] ?? {}, news);
    }
    expect([ptr(firstIp), ptr(secondIp)]).toEqual(["other.example.com", "one.example.com"]);
  });

  test("is not overwritten in a later run either, whichever of the two the engine asks about first", async () => {
    const first = { orderOid: oid, name, __urn: one };
    const outs = await create(first);
    const second = { orderOid: oid, name: "mx.example.com", __urn: other };
    const kept = () => provider.check(first, first).then(() => provider.diff("id", outs, first));
    await kept();
    await expect(provider.check({}, second)).rejects.toThrow(`"one" and "other" are both for ${firstIp}`);
    provider = newRun();
    expect((await provider.check({}, second)).failures).toEqual([]);
    await expect(kept()).rejects.toThrow(`"other" and "one" are both for ${firstIp}`);
    expect(ptr(firstIp)).toBe(name);
  });

  /** A record and a newer one that an earlier run has set over it, before the next run. */
  async function twoForOneAddress() {
    const first = { orderOid: oid, name, __urn: one };
    const outs = await create(first);
    const second = { orderOid: oid, name: "mx.example.com", __urn: other };
    const newer = await create(second);
    provider = newRun();
    return { first, outs, second, newer };
  }

  test.each(["deleted", "given another address"])(
    "has its own name again once a newer declaration that was set over it is %s",
    async (end) => {
      const { first, outs, second, newer } = await twoForOneAddress();
      expect(ptr(firstIp)).toBe("mx.example.com");
      await provider.check(first, first);
      expect(await provider.diff("id", outs, first)).toMatchObject({ changes: false });
      if (end === "deleted") await provider.delete("id", newer);
      else await provider.update("id", newer, { ...second, ip: secondIp });
      expect(ptr(firstIp)).toBe(name);
    },
  );

  test("has its own name again, even if the engine asks about it only after the newer one has left its address", async () => {
    const { first, outs, second, newer } = await twoForOneAddress();
    await provider.update("id", newer, { ...second, ip: secondIp });
    await provider.check(first, first);
    expect(await provider.diff("id", outs, first)).toMatchObject({ changes: true });
    await provider.update("id", outs, first);
    expect([ptr(firstIp), ptr(secondIp)]).toEqual([name, "mx.example.com"]);
  });

  test("and even if it asks while the record is being cleared", async () => {
    const { first, outs, second, newer } = await twoForOneAddress();
    await provider.check(first, first);
    const asksWhileClearing = async () => {
      const isClearing = () => sent().some(([ip, body]) => ip === firstIp && JSON.stringify(body).includes('""'));
      while (!isClearing()) await setTimeout(1);
      return provider.diff("id", outs, first);
    };
    simulator.faults.add({ call: "ptr", how: { delayMs: 50 }, after: 1 });
    const [{ changes }] = await Promise.all([
      asksWhileClearing(),
      provider.update("id", newer, { ...second, ip: secondIp }),
    ]);
    expect({ changes, name: ptr(firstIp) }).toEqual({ changes: false, name });
  });

  test("moves to the server's first address when the program sets none any more, also in exchange with another", async () => {
    const ofFirst = { orderOid: oid, name: "one.example.com", __urn: one };
    const ofSecond = { orderOid: oid, ip: secondIp, name: "other.example.com", __urn: other };
    const outs = [await create(ofFirst), await create(ofSecond)] as const;
    const [toSecond, toFirst] = [
      { ...ofFirst, ip: secondIp },
      { orderOid: oid, name: ofSecond.name, __urn: other },
    ] as const;
    provider = newRun();
    for (const [olds, saved, news] of [
      [ofFirst, outs[0], toSecond],
      [ofSecond, outs[1], toFirst],
    ] as const) {
      expect((await provider.check(olds, news)).failures).toEqual([]);
      expect(await provider.diff("id", saved, news)).toMatchObject({ changes: true });
      await provider.update("id", saved, news);
    }
    expect([ptr(firstIp), ptr(secondIp)]).toEqual(["other.example.com", "one.example.com"]);
  });

  test("is cleared by a destroy, and by a run that no longer declares it, even after a refresh", async () => {
    const olds = await create({ orderOid: oid, name, __urn: one });
    const twin = await create({ orderOid: oid, name, __urn: other });
    await provider.diff("id", twin, { orderOid: oid, name, __urn: other });
    await provider.delete("id", olds);
    expect(ptr(firstIp)).toBeUndefined();
  });
});

describe("a broken state", () => {
  const states = [{}, { orderOid: "x", ip: 7, name: null }, { orderOid: oid }, { ip: firstIp, __setFor: [] }];

  test("never makes a diff throw: unknown records are set again, anew if their server is replaced", async () => {
    for (const olds of states) {
      expect(await provider.diff("odd", olds, { orderOid: oid, name })).toEqual({ changes: true, replaces: [] });
      const news = { orderOid: unknownValueSentinel, ip: unknownValueSentinel, name: unknownValueSentinel };
      expect(await provider.diff("odd", olds, news)).toEqual({ changes: true, replaces: ["orderOid"] });
    }
    expect(await provider.diff("odd", {}, {})).toMatchObject({ replaces: [] });
  });

  test("without any usable part leaves the state, and nothing is cleared", async () => {
    for (const olds of [{}, { orderOid: oid }]) await provider.delete("odd", olds);
    expect(sent()).toEqual([]);
  });
});

test("an order's number is saved in one form, so that a refresh finds no change", async () => {
  const news = { __provider: "code", orderOid: String(oid), name };
  const { inputs } = await provider.check({}, news);
  const { id, outs } = await provider.create(inputs);
  expect((await provider.read(id, outs)).inputs).toEqual(inputs);
  simulator.journal.clear();
  for (const name of ["orderOid", "ip"]) {
    const unknown = { ...inputs, [name]: unknownValueSentinel };
    expect((await provider.check({}, unknown)).inputs).toEqual(unknown);
  }
  expect(simulator.journal.entries).toEqual([]);
});

test("a check leaves a record alone that is set already, and the rest to its creation if the service gives no answer", async () => {
  const set = { orderOid: oid, ip: "198.18.0.20", name };
  expect((await provider.check(set, { ...set, orderOid: String(oid), name: "mx.example.com" })).failures).toEqual([]);
  expect(simulator.journal.entries).toEqual([]);
  simulator.faults.add({ call: "get-order", how: { status: 500, retryAfter: 600 } });
  expect((await provider.check({}, set)).failures).toEqual([]);
  expect(simulator.journal.entries).toHaveLength(1);
});
