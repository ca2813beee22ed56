import { HostMemory } from "../../provider/apply/host-memory";
import { vpsProvider } from "../../provider/dynamic/vps";
import { unknownValueSentinel } from "../../provider/engine/reserved";
import { ownershipOf, packOwnership } from "../../provider/plan/purchase/ownership";
import { vpsArguments } from "../../provider/schema/vps-arguments";
import { hostWithoutService } from "./support/host-without-service";

const withoutKey = hostWithoutService();

test("what a run passes on from the state is not kept: the next run would see changed inputs and save everything again", async () => {
  const same = { domainName: "web.example.com", __declaredUrn: "web" };
  const state = { entries: [], everHeld: [] };
  const checkIn = async (run: string) => {
    const __ownership = packOwnership(ownershipOf(run, "ledger", state, { urn: "web", earlierUrns: [] }));
    const { check } = vpsProvider(() => withoutKey);
    return (await check?.(same, { ...same, __ownership, __ledgerSecret: "the ledger's secret" }))?.inputs;
  };
  expect(await checkIn("run-1")).toEqual(same);
  expect(await checkIn("run-2")).toEqual(same);
});

test.each(vpsArguments)("an unknown %s passes unchanged", async (argument) => {
  const { check } = vpsProvider(() => withoutKey);
  const same = { domainName: "web.example.com", __declaredUrn: "web" };
  const news = { ...same, [argument]: unknownValueSentinel };
  expect(await check?.(same, news)).toEqual({ inputs: news, failures: [] });
});

test("a refresh shows a change outside the program's arguments; the program's own diff does not", async () => {
  const { diff } = vpsProvider(() => withoutKey);
  const inputs = { domainName: "web.example.com", __declaredUrn: "ending" };
  const ending = { ...inputs, orderOid: 1, cancellationDate: "2026-04-01T00:00:00Z", __managed: ["domainName"] };
  expect(await diff?.("1", ending, inputs)).toEqual({ changes: true, replaces: [] });
  const remembering = { ...withoutKey, memory: new HostMemory() };
  const program = vpsProvider(() => remembering);
  await program.check?.(inputs, inputs);
  expect(await program.diff?.("1", ending, inputs)).toEqual({ changes: false, replaces: [] });
});
