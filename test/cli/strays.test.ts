import { PassThrough } from "node:stream";
import { exitCodes } from "../../provider/cli/command/errors";
import { type Simulator, startSimulator } from "../../simulator/src/index";
import { boughtByShop, calls, clock, shopState, simulator } from "./support/account";

const web = 3017759921;
const db = 3017760508;
const strayOid = 3094412230;

const straysOf = (state: string, options = "") => calls(`strays - ${options}`, { stdin: PassThrough.from([state]) });

const found = async (state: string, options = "") => {
  const { code, stdout } = await straysOf(state, `${options} --json`);
  const { strays } = JSON.parse(stdout) as { strays: { orderOid: number; why: string }[] };
  return { code, strays: strays.map(({ orderOid, why }) => [orderOid, why]) };
};

test.each([
  { what: "one that the state never held", held: { web, db }, strays: [[strayOid, "interrupted"]] },
  { what: "one that it held once", held: { web, "web-2": strayOid }, strays: [[db, "given-away"]] },
  { what: "none", held: { web, db, "web-2": strayOid }, strays: [] },
])("$what", async ({ held, strays }) => {
  const code = strays.length > 0 ? exitCodes.found : exitCodes.done;
  expect(await found(shopState(held))).toEqual({ code, strays });
});

test("an order of the same stack under another ledger is one, and an order of another stack is not judged", async () => {
  simulator.world.placeOrder({ domainName: "a.example.com", metaData: boughtByShop("a", "another-ledger") });
  const others = boughtByShop("b", "third").map((tag) => ({
    ...tag,
    value: tag.value.replace("shop/dev", "blog/live"),
  }));
  simulator.world.placeOrder({ domainName: "b.example.com", metaData: others });
  const { stdout, code } = await straysOf(shopState());
  expect(code).toBe(exitCodes.found);
  expect(stdout).toMatch(/a\.example\.com .*bought under another ledger/);
  expect(stdout).not.toContain("b.example.com");
  expect(stdout).toContain("Not judged, because their state was not given: orders of blog/live (1).");
});

test("what is kept on purpose is left out", async () => {
  expect(await found(shopState(), `--except ${strayOid}`)).toEqual({ code: exitCodes.done, strays: [] });
});

test.each(["missing", "absent", "null", "other-shape"] as const)(
  "they are found where lists show tags as %s",
  async (tagsInLists) => {
    simulator.variants.tagsInLists = tagsInLists;
    expect(await found(shopState())).toEqual({ code: exitCodes.found, strays: [[strayOid, "interrupted"]] });
  },
);

test("the order of a purchase that a resource waits for is none", async () => {
  const state = JSON.parse(shopState());
  const attempt = boughtByShop("web-2").find(({ keyName }) => keyName.endsWith("attempt"))?.value;
  state.deployment.resources.push({
    urn: "urn:pulumi:dev::shop::pulumi-nodejs:rimuhosting:Vps::web-2",
    type: "pulumi-nodejs:rimuhosting:Vps",
    outputs: { __key: "k", __attempt: attempt },
  });
  const { code, stdout } = await straysOf(JSON.stringify(state));
  expect(code).toBe(exitCodes.done);
  expect(stdout).toContain("1 further order of a purchase that got no answer (3094412230)");
});

describe("a purchase that got no answer", () => {
  /** The state of `shop/dev`, with an entry that has no order number yet. */
  function stateWaiting(name: string, attempt?: string): string {
    const __unfinished = [{ kind: "purchase", sentAt: "2026-06-15T11:00:00.000Z" }];
    const state = JSON.parse(shopState({ web, db, "web-2": strayOid }));
    state.deployment.resources.push({
      urn: `urn:pulumi:dev::shop::pulumi-nodejs:rimuhosting:Vps::${name}`,
      type: "pulumi-nodejs:rimuhosting:Vps",
      outputs: { __key: "k", __attempt: attempt, __unfinished },
    });
    return JSON.stringify(state);
  }
  const attemptOf = (name: string): string => {
    const value = boughtByShop(name).find(({ keyName }) => keyName.endsWith("attempt"))?.value;
    return value ?? "";
  };

  test.each([
    { what: "which no list shows", attempt: attemptOf("app") },
    { what: "whose tag the state does not tell", attempt: undefined },
  ])("$what forbids an all-clear", async ({ attempt }) => {
    const { code, stdout } = await straysOf(stateWaiting("app", attempt));
    expect(code).toBe(exitCodes.incomplete);
    const words = stdout.replace(/\s+/g, " ");
    expect(words).toContain('"app" of shop/dev, tried on 2026-06-15');
    expect(words).toContain("No order was found for 1 purchase that got no answer");
    expect(words).not.toContain("every active order");
    const { notFound } = JSON.parse((await straysOf(stateWaiting("app", attempt), "--json")).stdout);
    expect(notFound).toEqual([{ stack: "shop/dev", resource: "app", since: "2026-06-15T11:00:00.000Z" }]);
  });

  test("does not hide the strays that there are", async () => {
    const { orderOid } = simulator.world.placeOrder({ domainName: "x.example.com", metaData: boughtByShop("x") });
    const { code, stdout } = await straysOf(stateWaiting("app", attemptOf("app")));
    expect(code).toBe(exitCodes.found);
    expect(stdout).toContain(String(orderOid));
    expect(stdout).toContain('"app" of shop/dev');
  });

  test("whose order a late list still shows, though it is cancelled, adds nothing to the state", async () => {
    const { orderOid } = simulator.world.placeOrder({ domainName: "a.example.com", metaData: boughtByShop("app") });
    clock.advance(60_000);
    simulator.world.cancelOutside(orderOid);
    simulator.variants.listLagMs = 30_000;
    const { code, stdout } = await straysOf(stateWaiting("app", attemptOf("app")));
    expect(code).toBe(exitCodes.done);
    expect(stdout).not.toContain("adds it");
  });
});

test("an order whose number the export hides as a secret is held by the resource of that id", async () => {
  const state = JSON.parse(shopState({ web, db, "web-2": strayOid }));
  for (const resource of state.deployment.resources)
    if (resource.outputs?.orderOid === strayOid)
      Object.assign(resource, {
        id: String(strayOid),
        outputs: { ...resource.outputs, orderOid: { ciphertext: "v1:x" } },
      });
  expect(await found(JSON.stringify(state))).toEqual({ code: exitCodes.done, strays: [] });
});

describe("an order that ends is no stray to alarm about", () => {
  const held = { web, "web-2": strayOid };

  test("one that is cancelled, though a late list shows it", async () => {
    clock.advance(60_000);
    simulator.world.cancelOutside(db);
    simulator.variants.listLagMs = 30_000;
    const { code, stdout } = await straysOf(shopState(held));
    expect(code).toBe(exitCodes.done);
    expect(stdout).not.toContain(String(db));
  });

  test("one that the list shows, and that is still there when it is read by itself, remains one", async () => {
    simulator.faults.add({ call: "get-order", times: 99, how: { status: 403 } });
    expect(await found(shopState(held))).toEqual({ code: exitCodes.found, strays: [[db, "given-away"]] });
  });

  test("one that ends with its period is told apart", async () => {
    simulator.world.cancelAtPeriodEndOutside(db);
    const { code, stdout } = await straysOf(shopState(held));
    expect(code).toBe(exitCodes.done);
    expect(stdout).not.toContain("given away");
    expect(stdout).toMatch(new RegExp(`cancelled already: order ${db} \\(ends 20\\d\\d-\\d\\d-\\d\\d\\)`));
    const json = JSON.parse((await straysOf(shopState(held), "--json")).stdout);
    expect(json).toMatchObject({ strays: [], ending: [{ orderOid: db, stack: "shop/dev", resource: "db" }] });
  });
});

test("an order that a Vps.get only reads is not held by it", async () => {
  const state = JSON.parse(shopState());
  state.deployment.resources.push({
    urn: "urn:pulumi:dev::shop::pulumi-nodejs:rimuhosting:Vps::read",
    type: "pulumi-nodejs:rimuhosting:Vps",
    outputs: { orderOid: strayOid },
  });
  expect((await found(JSON.stringify(state))).strays).toEqual([[strayOid, "interrupted"]]);
});

test.each([
  { what: "an empty stack", state: '{"version":3,"deployment":{"manifest":{}}}', says: "holds no resources at all" },
  { what: "no JSON", state: "error: no stack selected", says: "it is not JSON" },
  { what: "other JSON", state: "[]", says: "it has no deployment" },
])("$what does not pass for a stack without strays", async ({ state, says }) => {
  const { code, stdout, stderr } = await straysOf(state);
  expect({ code, stdout }).toEqual({ code: exitCodes.settings, stdout: "" });
  expect(stderr).toContain(says);
});

test("without a file the folder's stack is exported", async () => {
  const pulumi = async (args: readonly string[]) => ({
    code: 0,
    stdout: args[1] === "export" ? shopState() : "",
    stderr: "",
  });
  const { code, stdout } = await calls("strays", { pulumi });
  expect(code).toBe(exitCodes.found);
  expect(stdout).toContain("web-2");
  const failing = await calls("strays", {
    pulumi: async () => ({ code: 1, stdout: "", stderr: "error: no stack selected\n" }),
  });
  expect(failing.code).toBe(exitCodes.settings);
  expect(failing.stderr).toContain("could not be exported (no stack selected)");
});

describe("an all-clear is only for whoever has looked everywhere", () => {
  let second: Simulator;
  beforeAll(async () => {
    second = await startSimulator({ clock, latency: "none", randomSeed: 2, apiKeys: ["second"] });
  });
  afterAll(() => second.close());
  beforeEach(() => second.reset());

  const accounts = (more: Readonly<Record<string, string>> = {}) => {
    const config = { "rimuhosting:apiKey": "second", "rimuhosting:baseUrl": second.url, ...more };
    return JSON.stringify([{ name: "eu", config }]);
  };
  const signature = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };
  const held = { web, db, "web-2": strayOid };

  /** The state of a stack that has used an explicit provider. */
  function stateWith(__accounts: unknown): string {
    const state = JSON.parse(shopState(held));
    for (const resource of state.deployment.resources)
      if (resource.type.endsWith(":Ledger")) Object.assign(resource.outputs, { __accounts });
    return JSON.stringify(state);
  }
  const encrypted = () => stateWith({ ...signature, ciphertext: "v1:abc" });
  const shown = () => stateWith({ ...signature, plaintext: JSON.stringify(accounts()) });

  test("the account of an explicit provider is searched too", async () => {
    expect(await found(shown())).toEqual({ code: exitCodes.done, strays: [] });
    const { orderOid } = second.world.placeOrder({ domainName: "eu.example.com", metaData: boughtByShop("eu") });
    expect(await found(shown())).toEqual({ code: exitCodes.found, strays: [[orderOid, "interrupted"]] });
  });

  test("where its settings are encrypted, that is said, with an exit code of its own", async () => {
    second.world.placeOrder({ domainName: "eu.example.com", metaData: boughtByShop("eu") });
    const { code, stdout } = await straysOf(encrypted());
    expect(code).toBe(exitCodes.incomplete);
    expect(stdout).toContain("Could not look everywhere");
    expect(stdout).toContain("are encrypted in the standard input");
    expect(stdout).not.toContain("every active order");
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

  test("an explicit provider whose key is refused is one where nobody could look", async () => {
    const wrong = JSON.stringify([
      { name: "eu", config: { "rimuhosting:apiKey": "wrong-key", "rimuhosting:baseUrl": second.url } },
    ]);
    const { code, stdout } = await straysOf(stateWith(wrong));
    expect(code).toBe(exitCodes.incomplete);
    expect(stdout).toContain('In the account of the provider "eu": Listing the orders was refused');
  });

  describe("after the settings of a provider changed", () => {
    const eu = (apiKey: string) => ({
      name: "eu",
      config: { "rimuhosting:apiKey": apiKey, "rimuhosting:baseUrl": apiKey === "12345" ? simulator.url : second.url },
    });
    /** A state in which the provider's servers are in the account of its last key. */
    function stateAfter(...keys: string[]): string {
      const state = JSON.parse(stateWith(JSON.stringify(keys.map(eu))));
      for (const { type, outputs } of state.deployment.resources)
        if (type.endsWith(":Vps")) outputs.__providerName = "eu";
      return JSON.stringify(state);
    }

    test("its former account is searched too, and need not have what the state holds", async () => {
      expect(await found(stateAfter("second", "12345"))).toEqual({ code: exitCodes.done, strays: [] });
      const { orderOid } = second.world.placeOrder({ domainName: "eu.example.com", metaData: boughtByShop("eu") });
      expect(await found(stateAfter("second", "12345"))).toEqual({
        code: exitCodes.found,
        strays: [[orderOid, "interrupted"]],
      });
    });

    test("a former key that is refused is a note: it may have been that of the same account", async () => {
      const { code, stderr } = await straysOf(stateAfter("former", "12345"));
      expect(code).toBe(exitCodes.done);
      expect(stderr.replace(/\s+/g, " ")).toContain(
        'In the account that the provider "eu" used before its settings changed: Listing the orders was refused',
      );
    });
  });

  test("the former account of the default provider is searched by its key", async () => {
    const { orderOid } = second.world.placeOrder({ domainName: "lost.example.com", metaData: boughtByShop("lost") });
    const environment = { RIMUHOSTING_APIKEY: "second", RIMUHOSTING_BASEURL: second.url };
    const { code, stdout } = await calls("strays -", { environment, stdin: PassThrough.from([shopState(held)]) });
    expect({ code, names: stdout.includes(String(orderOid)) }).toEqual({ code: exitCodes.found, names: true });
  });

  test.each([
    { what: "whose key is wrong", key: "wrong-key", fault: undefined, says: "(403, LoginRequired)" },
    { what: "whose list is refused", key: "12345", fault: { status: 400 } as const, says: "(400" },
    { what: "with a setting that is none", key: "12345", poll: "soon", fault: undefined, says: "pollSeconds" },
  ])("a default account $what does not hide what the others show", async ({ key, poll, fault, says }) => {
    if (fault !== undefined) simulator.faults.add({ call: "list-orders", times: 99, how: fault });
    const environment = {
      RIMUHOSTING_APIKEY: key,
      RIMUHOSTING_BASEURL: simulator.url,
      ...(poll && { RIMUHOSTING_POLLSECONDS: poll }),
    };
    const state = stateWith(accounts({ "rimuhosting:pollSeconds": "1" }));
    const look = () => calls("strays -", { environment, stdin: PassThrough.from([state]) });
    const clear = await look();
    expect(clear).toMatchObject({ code: exitCodes.incomplete, stderr: "" });
    expect(clear.stdout.replace(/\s+/g, " ")).toContain("the account of the default provider");
    expect(clear.stdout.replace(/\s+/g, " ")).toContain(says);
    expect(clear.stdout).not.toContain("wrong-key");
    const { orderOid } = second.world.placeOrder({ domainName: "eu.example.com", metaData: boughtByShop("eu") });
    const { code, stdout } = await look();
    expect({ code, names: stdout.includes(String(orderOid)) }).toEqual({ code: exitCodes.found, names: true });
    expect(stdout.replace(/\s+/g, " ")).toContain(says);
  });

  test("what a list shows is told, though the search beside it is refused", async () => {
    simulator.faults.add({ call: "list-orders", after: 1, times: 99, how: { status: 400 } });
    const { code, stdout } = await straysOf(shopState());
    expect(code).toBe(exitCodes.found);
    expect(stdout).toContain(String(strayOid));
    expect(stdout).toContain("Could not look everywhere");
  });

  test("where there is no other account to look into, a refused key has its own exit code", async () => {
    const environment = { RIMUHOSTING_APIKEY: "wrong-key", RIMUHOSTING_BASEURL: simulator.url };
    const { code, stdout } = await calls("strays -", { environment, stdin: PassThrough.from([shopState()]) });
    expect({ code, stdout }).toEqual({ code: exitCodes.key, stdout: "" });
  });

  test("with the key of another account, in which none of the state's orders is, nothing is cleared", async () => {
    const environment = { RIMUHOSTING_APIKEY: "second", RIMUHOSTING_BASEURL: second.url };
    const { code, stdout } = await calls("strays -", { environment, stdin: PassThrough.from([shopState()]) });
    expect(code).toBe(exitCodes.incomplete);
    expect(stdout.replace(/\s+/g, " ")).toContain("are not known to the account that the key belongs to");
  });

  test("a list that ends too early is not cleared, unless the search for the stack's tag shows the rest", async () => {
    simulator.variants.listLimit = 3;
    expect(await found(shopState())).toEqual({ code: exitCodes.found, strays: [[strayOid, "interrupted"]] });
    simulator.variants.metaSearch = "ignored";
    const { code, stdout } = await straysOf(shopState());
    expect(code).toBe(exitCodes.incomplete);
    expect(stdout.replace(/\s+/g, " ")).toContain("the list is behind or cut off");
  });

  test("a stack that uses explicit providers alone needs no other key, but nobody has looked into the default account", async () => {
    const environment = { RIMUHOSTING_BASEURL: second.url };
    const state = JSON.parse(stateWith(accounts()));
    state.deployment.resources = state.deployment.resources.filter(
      (one: { type: string }) => !one.type.endsWith(":Vps"),
    );
    const { code, stdout } = await calls("strays -", {
      environment,
      stdin: PassThrough.from([JSON.stringify(state)]),
    });
    expect(code).toBe(exitCodes.incomplete);
    expect(stdout).toContain("There is no key for the account of the default provider.");
  });
});
