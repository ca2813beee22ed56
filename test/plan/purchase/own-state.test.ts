import fc from "fast-check";
import { deriveKey } from "../../../provider/plan/purchase/derive";
import { claimOf, type OwnEntry } from "../../../provider/plan/purchase/own-state";

const ledger = "ledger-1";
const keyOf = (urn: string, salt = 0): string => deriveKey(ledger, urn, salt);

test("a new declaration takes the key of its name and holds nothing", () => {
  expect(claimOf(ledger, "web", [])).toEqual({ keys: [keyOf("web")], held: [] });
});

test("a state that could not be read is not an empty one", () => {
  expect(claimOf(ledger, "web", undefined)).toEqual({ keys: [keyOf("web")] });
});

test("a declaration that is in the state holds its order", () => {
  const own = [{ urn: "web", key: keyOf("web"), orderOid: 1 }];
  expect(claimOf(ledger, "web", own)).toEqual({ keys: [keyOf("web")], held: [1] });
});

test("after a rename from web to app, a new web takes another key, and knows whose the first one is", () => {
  const own = [{ urn: "app", key: keyOf("web"), orderOid: 1 }];
  expect(claimOf(ledger, "web", own)).toEqual({ keys: [keyOf("web", 1), keyOf("web")], held: [1] });
  expect(claimOf(ledger, "app", own)).toEqual({ keys: [keyOf("web"), keyOf("app")], held: [1] });
});

test("the salted key is kept from then on", () => {
  const own = [
    { urn: "app", key: keyOf("web"), orderOid: 1 },
    { urn: "web", key: keyOf("web", 1), orderOid: 2 },
  ];
  expect(claimOf(ledger, "web", own)).toEqual({ keys: [keyOf("web", 1), keyOf("web")], held: [1, 2] });
});

test("an entry without an order, such as a purchase of unknown outcome, holds none", () => {
  expect(claimOf(ledger, "web", [{ urn: "web", key: keyOf("web") }]).held).toEqual([]);
});

test("through any history of renames no two declarations choose the same key", () => {
  const names = fc.constantFrom("a", "b", "c");
  fc.assert(
    fc.property(fc.array(fc.tuple(names, names), { maxLength: 12 }), (renames) => {
      // Each entry keeps its key when it is renamed; a name that is declared anew chooses one.
      let state: OwnEntry[] = ["a", "b", "c"].map((urn, index) => ({ urn, key: keyOf(urn), orderOid: index }));
      for (const [from, to] of renames) {
        const others = state.filter(({ urn }) => urn !== to);
        const renamed = others.map((entry) => (entry.urn === from ? { ...entry, urn: to } : entry));
        const anew = claimOf(ledger, from, renamed).keys[0];
        state = [...renamed.filter(({ urn }) => urn !== from), { urn: from, key: anew, orderOid: state.length }];
        expect(new Set(state.map(({ key }) => key)).size).toBe(state.length);
      }
    }),
    { numRuns: 300 },
  );
});

test("a declaration that was renamed while its purchase was interrupted still looks under its earlier name", () => {
  expect(claimOf(ledger, "app", [], ["web"])).toEqual({ keys: [keyOf("app"), keyOf("web")], held: [] });
});
