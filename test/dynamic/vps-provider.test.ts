import { createRedactor } from "../../provider/api/redactor";
import { RunMemory } from "../../provider/apply/run/run-memory";
import type { ProcessWorld } from "../../provider/dynamic/process-world";
import { vpsProvider } from "../../provider/dynamic/vps-provider";
import { deriveKey } from "../../provider/plan/purchase/derive";
import { claimOf, type OwnState } from "../../provider/plan/purchase/own-state";

const withoutKey: ProcessWorld = {
  redactor: createRedactor(),
  narrator: { progress: () => undefined, warn: () => undefined },
  memory: new RunMemory(),
  acting: () => {
    throw new Error("this test has no service");
  },
};

/** The name at the service that check gives a server declared as `urn`. */
async function chosenKey(urn: string, own: OwnState, olds: Record<string, unknown> = {}): Promise<unknown> {
  const same = { domainName: "web.example.com" };
  const news = {
    ...same,
    __declaredUrn: urn,
    __ledger: "ledger",
    __claim: JSON.stringify(claimOf("ledger", urn, own)),
  };
  const { check } = vpsProvider(() => withoutKey);
  const checked = await check?.({ ...same, ...olds }, news);
  return checked?.inputs?.["__key"];
}

test("a server that takes over the old name of a renamed one gets another name at the service", async () => {
  const renamed = [{ urn: "app", key: deriveKey("ledger", "web", 0), orderOid: 1 }];
  expect(await chosenKey("web", renamed)).toBe(deriveKey("ledger", "web", 1));
});

test("a renamed server keeps its name at the service, also when it is replaced", async () => {
  const key = deriveKey("ledger", "web", 0);
  expect(await chosenKey("app", [{ urn: "app", key, orderOid: 1 }])).toBe(key);
  expect(await chosenKey("app", [{ urn: "web", key, orderOid: 1 }], { __key: key })).toBe(key);
});

test("a server declared in another stack keeps the secret that its recorded first-boot data is compared with", async () => {
  const { check } = vpsProvider(() => withoutKey);
  const same = { domainName: "web.example.com", __key: "key" };
  const moved = await check?.({ ...same, __ledgerSecret: "old" }, { ...same, __ledgerSecret: "new" });
  expect(moved?.inputs?.["__ledgerSecret"]).toBe("old");
  const first = await check?.(same, { ...same, __ledgerSecret: "new" });
  expect(first?.inputs?.["__ledgerSecret"]).toBe("new");
});

test("a refresh shows what the program has no words for as a change; the program's own diff does not", async () => {
  const { diff } = vpsProvider(() => withoutKey);
  const inputs = { domainName: "web.example.com", __declaredUrn: "ending" };
  const ending = { ...inputs, orderOid: 1, cancellationDate: "2026-04-01T00:00:00Z", __managed: ["domainName"] };
  expect(await diff?.("1", ending, inputs)).toEqual({ changes: true, replaces: [] });
  const remembering = { ...withoutKey, memory: new RunMemory() };
  const program = vpsProvider(() => remembering);
  await program.check?.(inputs, inputs);
  expect(await program.diff?.("1", ending, inputs)).toEqual({ changes: false, replaces: [] });
});
