import fc from "fast-check";
import { deriveKey } from "../../../provider/plan/purchase/derive";
import {
  managedEntry,
  ownershipOf,
  rememberedOrders,
  type StackState,
  type StateEntry,
} from "../../../provider/plan/purchase/ownership";

const ledger = "ledger-1";
const keyOf = (urn: string, salt = 0): string => deriveKey(ledger, urn, salt);

const stateOf = (entries: readonly StateEntry[], everHeld: readonly number[] = []): StackState => ({
  entries,
  everHeld,
});

const owned = (urn: string, state: StackState, earlierUrns: readonly string[] = []) =>
  ownershipOf("run", ledger, state, { urn, earlierUrns });

test("a new declaration gets the key of its name and holds nothing", () => {
  expect(owned("web", stateOf([]))).toEqual({
    run: "run",
    ledger,
    keys: [keyOf("web")],
    earlier: [],
    kind: "first-run",
    stack: { held: [], elsewhere: [], everHeld: [], pending: [] },
  });
});

test("a state that could not be read is not an empty one", () => {
  expect(owned("web", undefined)).toEqual({
    kind: "state-unreadable",
    run: "run",
    ledger,
    keys: [keyOf("web")],
    earlier: [],
  });
});

test("before there is a ledger there are no keys, but the state still counts", () => {
  expect(ownershipOf("run", undefined, stateOf([]), { urn: "web", earlierUrns: [] })).toMatchObject({
    kind: "first-run",
    keys: [],
    ledger: undefined,
    stack: { held: [], elsewhere: [], everHeld: [], pending: [] },
  });
});

test("a declaration in the state holds its order, and knows which ones it held before", () => {
  const state = stateOf([{ urn: "web", key: keyOf("web"), orderOid: 2, earlier: [1] }], [1, 2]);
  expect(owned("web", state)).toMatchObject({ own: 2, earlier: [1], stack: { held: [2], everHeld: [1, 2] } });
  expect(owned("app", state)).toMatchObject({ earlier: [], stack: { held: [2], everHeld: [1, 2] } });
  expect(owned("app", state).own).toBeUndefined();
});

test("a declaration whose server was installed and not reached says so", () => {
  const state = stateOf([
    { urn: "web", key: keyOf("web"), orderOid: 1, awaitsPort: true },
    { urn: "app", key: keyOf("app"), orderOid: 2, awaitsPort: false },
  ]);
  expect(owned("web", state)).toMatchObject({ own: 1, awaitsPort: true });
  expect(owned("app", state).awaitsPort).toBeUndefined();
});

test("after a rename from web to app, a new web gets another key, and knows who has the first one", () => {
  const state = stateOf([{ urn: "app", key: keyOf("web"), orderOid: 1 }]);
  expect(owned("web", state)).toMatchObject({ keys: [keyOf("web", 1), keyOf("web")], stack: { held: [1] } });
  expect(owned("app", state)).toMatchObject({ keys: [keyOf("web"), keyOf("app")], own: 1 });
});

test("the salted key is kept for good", () => {
  const state = stateOf([
    { urn: "app", key: keyOf("web"), orderOid: 1 },
    { urn: "web", key: keyOf("web", 1), orderOid: 2 },
  ]);
  expect(owned("web", state)).toMatchObject({ keys: [keyOf("web", 1), keyOf("web")], own: 2 });
});

test("an entry that waits for a purchase's outcome holds what it bought", () => {
  const state = stateOf([{ urn: "web", key: keyOf("web"), attempt: "run-1.a" }]);
  expect(owned("app", state)).toMatchObject({ stack: { held: [], pending: ["run-1.a"] } });
});

test("a server that is only read has no holder", () => {
  expect(owned("web", stateOf([{ urn: "web", orderOid: 3 }]))).toMatchObject({ stack: { held: [] } });
});

test("a declaration that was renamed while its purchase was interrupted still looks under its earlier name", () => {
  expect(owned("app", stateOf([]), ["web"]).keys).toEqual([keyOf("app"), keyOf("web")]);
});

test("renamed with an alias, a declaration keeps its entry in the state", () => {
  const state = stateOf([{ urn: "web", key: keyOf("web"), orderOid: 1 }]);
  expect(owned("app", state, ["web"])).toMatchObject({ own: 1, keys: [keyOf("web"), keyOf("app")] });
});

test("an import knows who else holds its order", () => {
  const state = stateOf([
    { urn: "web", key: "key-1", orderOid: 1 },
    { urn: "seen", orderOid: 1 },
  ]);
  const importing = (urn: string) => ownershipOf("run", ledger, state, { urn, earlierUrns: [], imported: "1" });
  expect(importing("app").importHeldBy).toEqual(["web"]);
  expect(importing("web").importHeldBy).toEqual([]);
});

test("through any history of renames no two declarations choose the same key", () => {
  const names = fc.constantFrom("a", "b", "c");
  fc.assert(
    fc.property(fc.array(fc.tuple(names, names), { maxLength: 12 }), (renames) => {
      // Each entry keeps its key when it is renamed; a newly declared name chooses one.
      let entries: StateEntry[] = ["a", "b", "c"].map((urn, index) => ({ urn, key: keyOf(urn), orderOid: index }));
      for (const [from, to] of renames) {
        const others = entries.filter(({ urn }) => urn !== to);
        const renamed = others.map((entry) => (entry.urn === from ? { ...entry, urn: to } : entry));
        const anew = owned(from, stateOf(renamed)).keys[0];
        entries = [...renamed.filter(({ urn }) => urn !== from), { urn: from, key: anew, orderOid: entries.length }];
        expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length);
      }
    }),
    { numRuns: 300 },
  );
});

test("the memory keeps every order: held earlier, held now or just bought", () => {
  const many = Array.from({ length: 2000 }, (_, index) => index);
  const state = stateOf(
    [
      { urn: "web", key: "key", orderOid: 5000, earlier: [4000] },
      { urn: "seen", orderOid: 1 },
    ],
    many,
  );
  expect(rememberedOrders(state, [6000, 5000])).toEqual([...many, 4000, 5000, 6000]);
});

test("of the orders that a state holds, a server is told which belong to other providers", () => {
  const entries = [
    { urn: "web", key: "k-1", orderOid: 1 },
    { urn: "eu", key: "k-2", orderOid: 2, providerName: "eu" },
  ];
  const seenBy = (providerName: string | undefined) =>
    ownershipOf("run", ledger, stateOf(entries), { urn: "new", earlierUrns: [], providerName });
  const withElsewhere = (elsewhere: number[]) => ({ stack: { elsewhere } });
  expect(["", "eu", "us"].map((providerName) => seenBy(providerName || undefined))).toMatchObject(
    [[2], [1], [1, 2]].map(withElsewhere),
  );
});

test("a managed server is found under its name and under an earlier one; what is only read is not", () => {
  const held = { urn: "web", key: keyOf("web"), orderOid: 1 };
  const pending = { urn: "app", key: keyOf("app"), attempt: "a" };
  const state = stateOf([held, pending, { urn: "shared", orderOid: 2 }]);
  const at = (urn: string, ...earlierUrns: string[]) => managedEntry(state, { urn, earlierUrns });
  expect([at("web"), at("new", "other", "web"), at("app")]).toEqual([held, held, pending]);
  expect([at("shared"), at("new", "shared"), managedEntry(undefined, { urn: "web", earlierUrns: [] })]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("an interrupted purchase is found at a place that the state has moved on from; an entry there is another server's", () => {
  const place = { urn: "new", earlierUrns: [], interruptedUrns: ["old"] };
  const keys = (state: StackState) => ownershipOf("run", ledger, state, place).keys;
  expect(keys(stateOf([]))).toEqual([keyOf("new"), keyOf("old")]);
  const held = stateOf([{ urn: "old", key: keyOf("old"), orderOid: 5 }]);
  expect(keys(held)).toEqual([keyOf("new")]);
  expect(ownershipOf("run", ledger, held, place).own).toBeUndefined();
});
