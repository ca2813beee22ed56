import { createRedactor } from "../../provider/api/redactor";
import { RunMemory } from "../../provider/apply/run-memory";
import type { ProcessWorld } from "../../provider/dynamic/process-world";
import { vpsProvider } from "../../provider/dynamic/vps-provider";
import { deriveKey } from "../../provider/plan/derive";
import { claimOf, type OwnState } from "../../provider/plan/own-state";

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
