import { ledgerProvider } from "../../provider/dynamic/ledger";
import { unknownValueSentinel } from "../../provider/engine/reserved";
import { hostWithoutService } from "./support/host-without-service";

/** What the engine calls for a ledger, in a process of its own. */
function newProcess() {
  const host = hostWithoutService();
  const { check, diff, update, create, delete: remove } = ledgerProvider(() => host);
  if (!check || !diff || !update || !remove) throw new Error("the ledger's provider lacks a method");
  return { check, diff, update, create, remove };
}

const account = (name: string, apiKey = `key of ${name}`) => ({ name, config: { "rimuhosting:apiKey": apiKey } });

const json = (...accounts: object[]): string => JSON.stringify(accounts);

const code = { __provider: "the provider's code" };

const saved = { id: "the-ledger", secret: "its secret", accounts: json(account("us")) };

const outputs = { ...code, ledgerId: saved.id, secret: saved.secret, __accounts: saved.accounts };

test("a ledger's inputs hold neither its secret nor any account, in the first run and in every later one", async () => {
  const { check } = newProcess();
  const first = { ...code, __declaredAccounts: json(account("eu")) };
  expect(await check({}, first)).toEqual({ inputs: code });
  expect(await check(code, { ...first, __saved: saved })).toEqual({ inputs: code });
});

test("a new ledger has an id and a secret of its own, and the accounts that the program declares", async () => {
  const { check, create } = newProcess();
  const { inputs } = await check({}, { ...code, __declaredAccounts: json(account("us"), account("eu")) });
  const { id, outs } = await create(inputs);
  expect(outs).toEqual({
    ledgerId: id,
    secret: expect.stringMatching(/^[0-9a-f]{64}$/),
    __accounts: json(account("eu"), account("us")),
  });
  const other = newProcess();
  await other.check({}, code);
  expect((await other.create(code)).outs).toEqual({
    ledgerId: expect.not.stringMatching(id),
    secret: expect.any(String),
  });
});

test("a replaced ledger keeps id, secret and accounts, and its former self is deleted without a search", async () => {
  const { check, create, remove } = newProcess();
  const { inputs } = await check({}, { ...code, __saved: saved, __declaredAccounts: json() });
  const { id, outs } = await create(inputs);
  const { __provider, ...kept } = outputs;
  expect({ id, outs }).toEqual({ id: saved.id, outs: kept });
  await remove(saved.id, outputs);
});

test.each([
  ["leaves the program", json(), false, [account("us")]],
  ["is joined by another one", json(account("eu")), true, [account("eu"), account("us")]],
  ["gets another key", json(account("us", "another")), true, [account("us"), account("us", "another")]],
  ["has settings that are not known yet", unknownValueSentinel, false, [account("us")]],
  ["is not known to a run that leaves its provider out", undefined, false, [account("us")]],
])(
  "an account that %s is remembered, even where the state cannot be read",
  async (_, __declaredAccounts, changes, accounts) => {
    for (const __saved of [saved, undefined]) {
      const { check, diff, update } = newProcess();
      const { inputs } = await check(code, { ...code, __saved, __declaredAccounts });
      expect(await diff(saved.id, outputs, inputs)).toEqual({ changes });
      expect(await update(saved.id, outputs, inputs)).toEqual({
        outs: { ...outputs, __accounts: JSON.stringify(accounts) },
      });
    }
  },
);

const withTimeout = { name: "us", config: { ...account("us").config, "rimuhosting:readTimeoutSeconds": "90" } };

test.each([
  ["the one that it has", [account("us", "another")], [account("us"), account("us", "another")]],
  ["the first one again", [account("us")], [account("us", "another"), account("us")]],
  ["the first one with another time-out", [withTimeout], [account("us", "another"), withTimeout]],
  ["none, because it left", [], [account("us"), account("us", "another")]],
])(
  "of a provider with two accounts each is remembered once, that of its present settings last: %s",
  async (_, declared, accounts) => {
    const { check, update } = newProcess();
    const olds = { ...outputs, __accounts: json(account("us"), account("us", "another")) };
    const { inputs } = await check(code, { ...code, __declaredAccounts: json(...declared) });
    expect(await update(saved.id, olds, inputs)).toEqual({ outs: { ...outputs, __accounts: json(...accounts) } });
  },
);

test("a refresh, which knows no program, finds no change", async () => {
  expect(await newProcess().diff(saved.id, outputs, code)).toEqual({ changes: false });
});
