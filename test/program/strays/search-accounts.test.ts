import { createServer } from "../../../provider/apply/server/create";
import { lookForStrays, searchAccounts } from "../../../provider/program/strays/search-accounts";
import type { OwnedServer } from "../../../provider/schema/vps-outputs";
import { clock, desiredOf, newContext, simulator } from "../../apply/support/simulated-service";

const bought = async (name: string): Promise<OwnedServer> =>
  (await createServer(newContext(), desiredOf(name))).outputs;

interface Searching {
  readonly orderOid?: number;
  readonly isDeclared?: boolean;
  readonly foreignOrders?: "refuse" | "ignore";
  readonly adoptOrders?: string[];
  readonly here?: string;
  readonly ledger?: string;
}

/** What a run says whose state holds these servers. */
async function searched(held: readonly OwnedServer[], more: Searching = {}) {
  const entries = held.map(({ __declaredUrn: urn = "", __key: key, orderOid, __attempt: attempt }) => ({
    urn,
    key,
    orderOid: more.orderOid ?? orderOid,
    attempt,
  }));
  const { ledger = "a-ledger", foreignOrders = "refuse", adoptOrders } = more;
  const state = { entries, everHeld: [], ledger: ledger === "" ? undefined : { id: ledger, secret: "a secret" } };
  const urns = more.isDeclared === false ? [] : entries.map(({ urn }) => urn);
  const { client } = newContext();
  simulator.journal.clear();
  const accounts = [{ client, provider: undefined, urns, settings: { foreignOrders, adoptOrders } }];
  const { warnings, errors } = await lookForStrays({ id: "a-run", here: more.here ?? "shop/dev", state }, accounts);
  return {
    warnings: warnings.join("\n"),
    errors: errors.join("\n"),
    lists: simulator.journal.calls("list-orders").length,
  };
}

test("a run of a stack whose servers are all listed asks for its own orders and for all, and says nothing", async () => {
  expect(await searched([await bought("web"), await bought("shop")])).toEqual({ warnings: "", errors: "", lists: 2 });
});

test("a stray is named, also where the account's list would hide it", async () => {
  const web = await bought("web");
  const stray = await bought("shop");
  expect((await searched([web])).warnings).toContain(`order ${stray.orderOid}`);
  simulator.variants.listLimit = 1;
  simulator.variants.metaSearch = "ignored";
  expect((await searched([stray])).warnings).toContain("the list is behind or cut off");
  simulator.variants.listLimit = 2;
  expect((await searched([web])).warnings).toContain(`order ${stray.orderOid}`);
});

test("a stray is named where lists show no tags and do not yet show what was bought last", async () => {
  const stray = await bought("shop");
  clock.advance(3_600_000);
  const web = await bought("web");
  simulator.variants.tagsInLists = "null";
  simulator.variants.listLagMs = 1_800_000;
  expect((await searched([web])).warnings).toContain(`unknown to its state:\n  - order ${stray.orderOid}`);
});

test("an order that was cancelled just now, and that a list still shows, is no stray", async () => {
  const web = await bought("web");
  const stray = await bought("shop");
  clock.advance(3_600_000);
  simulator.world.cancelOutside(stray.orderOid);
  simulator.variants.listLagMs = 600_000;
  expect((await searched([web])).warnings).toBe("");
});

test.each([
  ["is refused", { status: 403 }],
  ["cannot be read", { json: { no: "list" } }],
  ["fails", { status: 500 }],
] as const)("a search that %s says so, although nothing changes", async (_what, how) => {
  const web = await bought("web");
  simulator.faults.add({ call: "list-orders", how, times: 100 });
  const { warnings } = await searched([web]);
  expect(warnings).toContain("It could not be found out whether this stack is billed for orders that its state lacks");
  // The reason says what to do: to wait is of no use for a wrong key.
  expect(warnings).not.toContain("in a few minutes");
});

test("where there are several accounts, a stray and a failed search say which one", async () => {
  const stray = await bought("shop");
  const state = { entries: [], everHeld: [], ledger: { id: "a-ledger", secret: "a secret" } };
  const broken = newContext({ apiKey: "wrong" });
  const { settings } = broken;
  const accounts = [
    { client: broken.client, provider: undefined, urns: [], settings },
    { client: newContext().client, provider: "eu", urns: [], settings },
  ];
  const { warnings } = await lookForStrays({ id: "a-run", here: "shop/prod", state }, accounts);
  expect(warnings).toEqual([
    expect.stringMatching(new RegExp(`order ${stray.orderOid} .*, in the account of the provider "eu"$`, "m")),
    expect.stringContaining("could not be found out in the account of the default provider"),
  ]);
});

test("a stray that several providers of one account find is said to be in the default one's", async () => {
  const stray = await bought("shop");
  const state = { entries: [], everHeld: [], ledger: { id: "a-ledger", secret: "a secret" } };
  const { client, settings } = newContext();
  const accounts = [undefined, "eu"].map((provider) => ({ client, provider, urns: [], settings }));
  const { warnings } = await lookForStrays({ id: "a-run", here: "shop/prod", state }, accounts);
  expect(warnings).toEqual([
    expect.stringMatching(new RegExp(`order ${stray.orderOid} .*, in the account of the default provider$`, "m")),
  ]);
});

describe("the accounts of a provider whose settings changed", () => {
  const eu = (apiKey: string) => ({
    name: "eu",
    config: { "rimuhosting:apiKey": apiKey, "rimuhosting:baseUrl": simulator.url },
  });

  /** What a run says whose ledger remembers these keys of the provider, the latest one last. */
  async function saysWith(remembered: readonly string[], declared: string | undefined, held: readonly OwnedServer[]) {
    const entries = held.map(({ __declaredUrn: urn = "", __key: key, orderOid, __attempt: attempt }) => ({
      urn,
      key,
      orderOid,
      attempt,
      providerName: "eu",
    }));
    const ledger = { id: "a-ledger", secret: "a secret", accounts: JSON.stringify(remembered.map(eu)) };
    const accounts =
      declared === undefined
        ? []
        : [{ provider: "eu", config: eu(declared).config, urns: entries.map(({ urn }) => urn) }];
    const { warnings, errors } = await searchAccounts(
      { id: "a-run", here: "shop/dev", state: { entries, everHeld: [], ledger } },
      accounts,
      () => undefined,
    );
    return [...warnings, ...errors];
  }

  test.each([
    { what: "is declared with a new one", remembered: ["refused", "12345"], declared: "12345" },
    { what: "has just got a new one", remembered: ["refused"], declared: "12345" },
    { what: "has left the program after it got a new one", remembered: ["refused", "12345"], declared: undefined },
  ])("say nothing of a refused former key if the provider $what", async ({ remembered, declared }) => {
    const web = await bought("web");
    expect(await saysWith(remembered, declared, [web])).toEqual([]);
  });

  test.each([
    { what: "declares", declared: "refused" },
    { what: "has lost", declared: undefined },
  ])("say that the present key is refused of a provider that the program $what", async ({ declared }) => {
    const says = await saysWith(["12345", "refused"], declared, []);
    expect(says).toEqual([expect.stringContaining('could not be found out in the account of the provider "eu"')]);
  });
});

test("an account whose settings cannot be used is named, and the others are searched", async () => {
  const stray = await bought("shop");
  const config = { "rimuhosting:apiKey": "12345", "rimuhosting:baseUrl": simulator.url };
  const { warnings } = await searchAccounts(
    { id: "a-run", here: "shop/prod", state: { entries: [], everHeld: [], ledger: { id: "a-ledger", secret: "s" } } },
    [
      { provider: "eu", config, urns: [] },
      { provider: "us", config: { ...config, "rimuhosting:foreignOrders": "perhaps" }, urns: [] },
    ],
    () => undefined,
  );
  expect(warnings).toEqual([
    expect.stringMatching(/in the account of the provider "us" .*: Its settings cannot be used: .*foreignOrders/),
    expect.stringContaining(`order ${stray.orderOid}`),
  ]);
});

test("servers of the program whose orders the account does not know are errors", async () => {
  const { errors } = await searched([await bought("web")], { orderOid: 4711 });
  expect(errors).toContain("it was bought in another account");
});

test("a server that has left the program does not fail the run if the account does not know its order", async () => {
  const { errors, warnings } = await searched([await bought("web")], { orderOid: 4711, isDeclared: false });
  expect(errors).toBe("");
  expect(warnings).toContain("is not known to the account that the key belongs to");
});

test("a server that was cancelled elsewhere is named, because the run shows it as unchanged", async () => {
  const web = await bought("web");
  simulator.world.cancelOutside(web.orderOid);
  const { warnings, errors } = await searched([web]);
  expect(errors).toBe("");
  expect(warnings).toContain(`Cancelled at the service, but still in the state: order ${web.orderOid} (web)`);
});

describe("orders that were bought under the stack's name with another ledger", () => {
  test("are named, because its state may have been lost", async () => {
    const lost = await bought("web");
    const { warnings } = await searched([], { ledger: "made-anew" });
    expect(warnings).toContain(`under another ledger:\n  - order ${lost.orderOid} (web.example.com`);
  });

  test("are named in the first run of a stack, which has no ledger yet", async () => {
    const lost = await bought("web");
    const { warnings } = await searched([], { ledger: "" });
    expect(warnings).toContain(`under another ledger:\n  - order ${lost.orderOid} (web.example.com`);
  });

  test("are none of its business if the settings say so, or if another stack's name is on them", async () => {
    const { orderOid } = await bought("web");
    expect((await searched([], { ledger: "made-anew", foreignOrders: "ignore" })).warnings).toBe("");
    expect((await searched([], { ledger: "made-anew", adoptOrders: [String(orderOid)] })).warnings).toBe("");
    expect((await searched([], { ledger: "made-anew", here: "shop/prod" })).warnings).toBe("");
  });

  test("are not named once they are cancelled, or once the state has had them", async () => {
    const web = await bought("web");
    expect((await searched([web], { ledger: "made-anew" })).warnings).toBe("");
    simulator.world.cancelOutside(web.orderOid);
    expect((await searched([], { ledger: "made-anew" })).warnings).toBe("");
  });

  test("are named where lists show no tags", async () => {
    const lost = await bought("web");
    simulator.variants.tagsInLists = "null";
    const { warnings } = await searched([], { ledger: "made-anew" });
    expect(warnings).toContain(`under another ledger:\n  - order ${lost.orderOid} (web.example.com`);
  });

  test("are not named if a list that is behind still shows what was cancelled just now", async () => {
    const { orderOid } = await bought("web");
    clock.advance(3_600_000);
    simulator.world.cancelOutside(orderOid);
    simulator.variants.listLagMs = 600_000;
    expect((await searched([], { ledger: "made-anew" })).warnings).toBe("");
  });

  test("are not silently left out where the account's list cannot be read", async () => {
    const web = await bought("web");
    simulator.faults.add({ call: "list-orders", how: { status: 403 }, times: 1 });
    expect((await searched([web])).warnings).toContain("could not be found out");
  });
});
