import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { exitCodes } from "../../provider/cli/command/command";
import { type Simulator, startSimulator } from "../../simulator/src/index";
import { boughtByShop, calls, clock, keyOf, shopState, simulator } from "./support/account";

const web = 3017759921;
const db = 3017760508;
const strayOid = 3094412230;

const straysOf = (state: string, options = "") => calls(`strays - ${options}`, { stdin: PassThrough.from([state]) });

const found = async (state: string) => {
  const { code, stdout } = await straysOf(state, "--json");
  const { strays } = JSON.parse(stdout) as { strays: { orderOid: number }[] };
  return { code, strays: strays.map(({ orderOid }) => orderOid) };
};

test.each([
  { what: "the order of an interrupted purchase is one", saved: {}, strays: [strayOid] },
  {
    what: "so is one whose server was deleted from the state",
    saved: { held: { web, "web-2": strayOid } },
    strays: [db],
  },
  { what: "an order that a server holds is none", saved: { held: { web, db, "web-2": strayOid } }, strays: [] },
  {
    what: "an order whose key the state has not may be one",
    saved: { keys: ["web", "db"] },
    strays: [],
    code: exitCodes.failed,
  },
])("$what", async ({ saved, strays, code = strays.length > 0 ? exitCodes.found : exitCodes.done }) => {
  expect(await found(shopState(saved))).toEqual({ code, strays });
});

test("a server of the state that is due to end is in the account, and no failure", async () => {
  for (const orderOid of [web, db]) simulator.world.cancelAtPeriodEndOutside(orderOid);
  const { code, stdout } = await straysOf(shopState({ held: { web, db, "web-2": strayOid } }));
  expect({ code, stdout }).toEqual({ code: exitCodes.done, stdout: expect.stringContaining("No strays: every order") });
});

test("after a lost state, it fails and names the orders whose keys went with it, unless they are known", async () => {
  for (const state of [shopState({ held: {}, keys: [] }), shopState({ held: {}, keys: [] }).replace(/shop-dev/, "x")]) {
    const { stderr, stdout, code } = await straysOf(state);
    expect(code).toBe(exitCodes.failed);
    expect(stdout).toContain("No strays were found, but the search is incomplete.");
    expect(stderr.replace(/\s+/g, " ")).toContain("This state has no idempotency key, so no order can be matched");
    expect(stderr.replace(/\s+/g, " ")).toMatch(
      new RegExp(
        `billed orders of shop/dev \\(USD .* a month\\) were bought under keys that this state does not have, as after a lost or restored state, a move to another stack or retainOnDelete: .*\\b${strayOid}\\b`,
      ),
    );
  }
  expect((await straysOf(shopState())).stderr).toBe("");
  expect((await straysOf(shopState({ held: { web, db, "web-2": strayOid } }))).stdout).toContain(
    "No strays: every order",
  );
  const { orderOid } = simulator.world.placeOrder({ domainName: "b.example.com", metaData: boughtByShop("b") });
  const { stderr } = await straysOf(shopState());
  expect(stderr.replace(/\s+/g, " ")).toMatch(
    new RegExp(`1 billed order of shop/dev .* was bought .*: ${orderOid}\\.`),
  );
  const known = await straysOf(shopState({ held: { web, db, "web-2": strayOid } }), `--known 1,${orderOid}`);
  expect({ ...known }).toMatchObject({ code: exitCodes.done, stderr: "" });
  expect((await straysOf(shopState(), `--known ${strayOid},${orderOid}`)).code).toBe(exitCodes.done);
  expect((await straysOf(shopState(), "--known web")).stderr).toContain('"web" is not the number of an order');
  expect(JSON.parse((await straysOf(shopState(), "--json")).stdout)).toMatchObject({ underOtherKeys: [{ orderOid }] });
});

test("where a state holds nothing, the note is about the stack that was exported", async () => {
  const empty = JSON.stringify({ version: 3, deployment: { manifest: {} } });
  expect((await straysOf(empty)).stderr).toMatch(/^This state has no idempotency key[^.]*\.\s*$/);
  const folder = mkdtempSync(join(tmpdir(), "rimuhosting-strays-"));
  writeFileSync(join(folder, "Pulumi.yaml"), "name: shop\n");
  const said: Readonly<Record<string, string>> = {
    "config --json": "{}",
    "stack --show-name": "dev",
    "stack export": empty,
  };
  const pulumi = async (args: readonly string[]) => ({
    code: 0,
    stdout: said[args.slice(0, 2).join(" ")] ?? "",
    stderr: "",
  });
  const { stderr, code } = await calls("strays", { folder, pulumi });
  rmSync(folder, { recursive: true });
  expect({ stderr, code }).toEqual({ stderr: expect.stringContaining("billed orders of shop/dev"), code: 1 });
});

test.each([0, 60_000])(
  "a cancelled order is no stray, though a list may still show it as active for %d ms",
  async (listLagMs) => {
    simulator.variants.listLagMs = listLagMs;
    clock.advance(120_000);
    simulator.world.cancelOutside(strayOid);
    expect(await found(shopState())).toEqual({ code: exitCodes.done, strays: [] });
  },
);

test("an order whose number the export hides as a secret is held by the resource of that id", async () => {
  const hidden = {
    urn: "urn:pulumi:dev::shop::pulumi-nodejs:rimuhosting:Vps::web-2",
    type: "pulumi-nodejs:rimuhosting:Vps",
    id: String(strayOid),
    outputs: { orderOid: { ciphertext: "v1:x" } },
  };
  expect(await found(shopState({ more: [hidden] }))).toEqual({ code: exitCodes.done, strays: [] });
});

test("a purchase without a known outcome is named, and neither an all-clear nor a wrong API key", async () => {
  const pending = {
    urn: "urn:pulumi:dev::shop::pulumi-nodejs:rimuhosting:Vps::new",
    type: "pulumi-nodejs:rimuhosting:Vps",
    id: "pending-0b1c",
    outputs: { __key: keyOf("new"), __attempt: "1", domainName: "new.example.com" },
  };
  const alone = shopState({ held: {}, keys: ["new"], more: [pending] });
  const beside = shopState({ held: { web, db }, keys: ["web", "db", "new"], more: [pending] });
  for (const state of [alone, beside]) {
    const { code, stdout, stderr } = await straysOf(state);
    expect({ code, isSure: stdout.includes("every order") }).toEqual({ code: exitCodes.failed, isSure: false });
    expect(stderr.replace(/\s+/g, " ")).toContain('The purchase of "new.example.com" has no known outcome: ');
    expect(stderr).not.toContain("No server of the state");
  }
  const { orderOid } = simulator.world.placeOrder({ domainName: "new.example.com", metaData: boughtByShop("new") });
  const { code, stdout, stderr } = await straysOf(beside);
  expect({ code, names: stdout.includes(String(orderOid)) }).toEqual({ code: exitCodes.found, names: true });
  expect(stderr).not.toContain("no known outcome");
});

test.each([
  { what: "no JSON", state: "error: no stack selected" },
  { what: "other JSON", state: "[]" },
])("$what does not pass for a stack without strays", async ({ state }) => {
  const { code, stdout, stderr } = await straysOf(state);
  expect({ code, stdout }).toEqual({ code: exitCodes.failed, stdout: "" });
  expect(stderr).toContain('is not the output of "pulumi stack export"');
});

test("a stack that cannot be exported is a failure", async () => {
  const failing = await calls("strays", {
    pulumi: async () => ({ code: 1, stdout: "", stderr: "error: no stack selected\n" }),
  });
  expect(failing.code).toBe(exitCodes.failed);
  expect(failing.stderr).toContain("could not be exported (no stack selected)");
});

describe("an all-clear is only for whoever has looked everywhere", () => {
  let second: Simulator;
  beforeAll(async () => {
    second = await startSimulator({ clock, latency: "none", randomSeed: 2, apiKeys: ["second"] });
  });
  afterAll(() => second.close());
  beforeEach(() => second.reset());

  const signature = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };

  /** The state of a stack that has used an explicit provider. */
  const stateWith = (apiKey: unknown): string =>
    shopState({ keys: ["web", "db", "eu"], more: [providerOf(apiKey, second.url)] });
  const providerOf = (apiKey: unknown, baseUrl: string) => ({
    urn: "urn:pulumi:dev::shop::pulumi:providers:pulumi-nodejs::eu",
    type: "pulumi:providers:pulumi-nodejs",
    inputs: { "rimuhosting:apiKey": apiKey, "rimuhosting:baseUrl": baseUrl },
  });
  const encrypted = () => stateWith({ ...signature, ciphertext: "v1:abc" });
  const shown = () => stateWith({ ...signature, plaintext: JSON.stringify("second") });

  test("the account of an explicit provider is searched too", async () => {
    expect((await found(shown())).strays).toEqual([]);
    const { orderOid } = second.world.placeOrder({ domainName: "eu.example.com", metaData: boughtByShop("eu") });
    expect(await found(shown())).toEqual({ code: exitCodes.found, strays: [orderOid] });
  });

  test("an account of the stack's own settings that cannot be searched is reported, if servers were bought in it", async () => {
    const keyOfEu = {
      urn: "urn:pulumi:dev::shop::pulumi-nodejs:rimuhosting:IdempotencyKey::eu",
      type: "pulumi-nodejs:rimuhosting:IdempotencyKey",
      outputs: { key: "key-of-eu" },
      provider: "urn:pulumi:dev::shop::pulumi:providers:pulumi-nodejs::eu::d3b0",
    };
    const provider = JSON.parse(shown()).deployment.resources.at(-1);
    const withoutKey = (state: string) => calls("strays -", { stdin: PassThrough.from([state]), environment: {} });
    const mixed = await withoutKey(shopState({ held: {}, keys: ["web"], more: [keyOfEu, provider] }));
    expect(mixed.code).toBe(exitCodes.failed);
    expect(mixed.stderr.replace(/\s+/g, " ")).toContain("The account of the stack's own settings was not searched: ");
    const explicit = await withoutKey(shopState({ held: {}, keys: [], more: [keyOfEu, provider] }));
    expect(explicit).toMatchObject({ code: exitCodes.done, stderr: "" });
  });

  const stackSettings = (apiKey: unknown) => ({
    urn: "urn:pulumi:dev::shop::pulumi:providers:pulumi-nodejs::default",
    type: "pulumi:providers:pulumi-nodejs",
    inputs: { "rimuhosting:apiKey": apiKey, "rimuhosting:baseUrl": second.url },
  });

  test("so is the account whose key the stack had in its last run", async () => {
    const { orderOid } = second.world.placeOrder({ domainName: "web.example.com", metaData: boughtByShop("web") });
    const saved = shopState({
      held: {},
      keys: ["web"],
      more: [stackSettings({ ...signature, plaintext: JSON.stringify("second") })],
    });
    expect((await found(saved)).strays).toContain(orderOid);
    // The present key sees the stack's servers: it is another one of the same account.
    const rotated = shopState({
      held: { web, db, "web-2": strayOid },
      keys: ["web"],
      more: [stackSettings("revoked")],
    });
    expect(await found(rotated)).toEqual({ code: exitCodes.done, strays: [] });
  });

  test("a provider that has made a key, and is not in the state any more, is named", async () => {
    const key = {
      type: "pulumi-nodejs:rimuhosting:IdempotencyKey",
      outputs: { key: "key-of-eu", __providerName: "eu" },
    };
    const { code, stderr } = await straysOf(shopState({ held: { web, db, "web-2": strayOid }, keys: [], more: [key] }));
    expect(code).toBe(exitCodes.failed);
    expect(stderr.replace(/\s+/g, " ")).toContain('was made for the provider "eu", which the state no longer has');
    const server = { type: "pulumi-nodejs:rimuhosting:Vps", id: String(db), outputs: { __key: "key-of-eu" } };
    const renamed = shopState({ held: { web, db, "web-2": strayOid }, keys: [], more: [key, server] });
    expect((await straysOf(renamed)).code).toBe(exitCodes.done);
  });

  test("servers of one provider are no proof that another one's key is right", async () => {
    const server = (orderOid: number, provider: string) => ({
      type: "pulumi-nodejs:rimuhosting:Vps",
      id: String(orderOid),
      outputs: { orderOid },
      provider: `urn:pulumi:dev::shop::pulumi:providers:pulumi-nodejs::${provider}::d3b0`,
    });
    const { orderOid } = second.world.placeOrder({ domainName: "eu.example.com", metaData: boughtByShop("eu") });
    const provider = providerOf("second", second.url);
    const state = shopState({ held: {}, keys: [], more: [provider, server(orderOid, "eu"), server(4711, "default")] });
    const { code, stderr } = await straysOf(state);
    expect(code).toBe(exitCodes.failed);
    expect(stderr.replace(/\s+/g, " ")).toContain(
      "No server of the state that uses the stack's own settings is in their",
    );
  });

  test.each([
    { what: "whose key is refused", apiKey: "other", url: () => second.url },
    { what: "that cannot be reached", apiKey: "second", url: () => "http://127.0.0.1:9" },
  ])("an account $what is named, and hides no stray in another one", async ({ apiKey, url }) => {
    const state = (saved: object) => shopState({ ...saved, more: [providerOf(apiKey, url())] });
    const { code, stdout, stderr } = await straysOf(state({}));
    expect({ code, names: stdout.includes(String(strayOid)) }).toEqual({ code: exitCodes.found, names: true });
    expect(stderr.replace(/\s+/g, " ")).toContain('The account of the provider "eu" was not searched: ');
    const without = await straysOf(state({ held: { web, db, "web-2": strayOid } }));
    expect(without.code).toBe(exitCodes.failed);
    expect(without.stdout).not.toContain("every order");
  });

  test("where its settings are encrypted, that is reported, and the command fails", async () => {
    second.world.placeOrder({ domainName: "eu.example.com", metaData: boughtByShop("eu") });
    const { code, stdout, stderr } = await straysOf(encrypted());
    expect(code).toBe(exitCodes.failed);
    expect((stdout + stderr).replace(/\s+/g, " ")).toContain("its key is encrypted in the export");
    expect(stdout).not.toContain("every order");
  });

  test("in the program's folder the settings are decrypted, and never shown", async () => {
    const { orderOid } = second.world.placeOrder({ domainName: "eu.example.com", metaData: boughtByShop("eu") });
    const pulumi = async (args: readonly string[]) => ({
      code: 0,
      stdout: args[1] !== "export" ? "" : args.includes("--show-secrets") ? shown() : encrypted(),
      stderr: "",
    });
    const { code, stdout, stderr } = await calls("strays", { pulumi });
    expect({ code, names: stdout.includes(String(orderOid)) }).toEqual({ code: exitCodes.found, names: true });
    expect(stdout + stderr).not.toContain("second");
  });
});
