import { Unknown } from "../../provider/engine/properties";
import { changeServer } from "../../provider/vps/change-server";
import { createServer } from "../../provider/vps/create";
import type { Desired } from "../../provider/vps/desired";
import { diffVps } from "../../provider/vps/diff";
import { importDifferences, recordImport } from "../../provider/vps/import-checks";
import type { VpsInputs } from "../../provider/vps/inputs";
import { Preview } from "../../provider/vps/preview";
import { readServer } from "../../provider/vps/read";
import { resizeQuoteRequest } from "../../provider/vps/request";
import type { OwnedServer, Recorded } from "../../provider/vps/state";
import { updateServer } from "../../provider/vps/update";
import { renamedWarnings } from "../../provider/vps/update-messages";
import { anOrder, wanting } from "./support/server";
import {
  desiredOf,
  newContext,
  otherHost,
  simulator,
  surroundings,
  type TestContext,
} from "./support/simulated-service";

type Args = Partial<VpsInputs>;

const make = async (args: Args) => (await createServer(newContext(), desiredOf("web", args))).outputs;

/** What a preview says of a change, from what the state holds. */
async function previewed(recorded: Recorded, args: Args, context = newContext()): Promise<string> {
  const desired: Desired = { ...desiredOf("web", args), __isPreview: true };
  const preview = new Preview(() => ({ ...context, context: () => context }));
  await preview.reportChange(recorded, desired, diffVps(recorded, desired));
  return [...context.warnings, ...context.summaries].join("\n");
}

const refreshed = async (recorded: OwnedServer, context = newContext()): Promise<OwnedServer> => {
  const seen = await readServer(context, String(recorded.orderOid), recorded);
  return seen?.outputs as OwnedServer;
};

/** Lets the service resize a server while it moves it. */
function resizingMoves(context: TestContext, orderOid: number, sizes: Args): TestContext {
  const { client } = context;
  const move: typeof client.move = async (...given) => {
    const answer = await client.move(...given);
    simulator.world.resizeOutside(orderOid, sizes);
    return answer;
  };
  return { ...context, client: { ...client, move } };
}

test("the wait for a port tries the address that the server has, not the one that the state has", async () => {
  const recorded = await make({ distro: "deb12.64", waitForPort: 22 });
  simulator.world.changeIpOutside(recorded.orderOid);
  const tried: string[] = [];
  surroundings.port = (address) => {
    tried.push(address);
    return "open";
  };
  const context = newContext();
  await updateServer(context, "1", recorded, desiredOf("web", { distro: "deb13.64", waitForPort: 22 }));
  const { primaryIp = "" } = await refreshed(recorded);
  expect(primaryIp).not.toBe(recorded.primaryIp);
  expect(tried).toEqual([primaryIp]);
  expect(context.summaries.at(-1)).toContain(`${primaryIp}, `);
});

test("an order that is due to be cancelled does not count because a resize makes it cheaper", async () => {
  const recorded = await make({ memoryMb: 2048 });
  simulator.world.cancelAtPeriodEndOutside(recorded.orderOid);
  const said = await previewed(recorded, { memoryMb: 1024 });
  expect(said).toContain(" less); will be restarted; billed pro rata; due to be cancelled on ");
  expect(await previewed(recorded, { memoryMb: 4096 })).toContain("brings the account's total to");
});

test("a resize is priced where the server is, whatever location the program still names", () => {
  const order = { orderOid: 1, vpsParameters: { memoryMb: 1024 }, location: { dataCenterLocationCode: "DCLONDON" } };
  const program = wanting({ dcLocation: "DCDALLAS", memoryMb: 2048 });
  expect(resizeQuoteRequest(program, order, ["memoryMb"])).toMatchObject({ dcLocation: "DCLONDON" });
});

test("a resize after a move is held to the limit again, and the move is in the state", async () => {
  const recorded = await make({ memoryMb: 1024 });
  const args = { memoryMb: 2048, maxMonthlyCostUsd: 9, hostServerOid: otherHost() };
  const context = resizingMoves(newContext(), recorded.orderOid, { diskSpaceMb: 40_960 });
  const failure = await changeServer(context, recorded, desiredOf("web", args)).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    reasons: [expect.stringMatching(/was not resized: maxMonthlyCostUsd is 9, .* Done before: move; /)],
    properties: { hostServerOid: args.hostServerOid, diskSpaceMb: 40_960 },
  });
  expect(simulator.journal.calls("parameters")).toEqual([]);
});

test("sizes that a move has changed are in the state, and the next preview sets them back", async () => {
  const recorded = await make({ memoryMb: 1024 });
  const args = { memoryMb: 1024, hostServerOid: otherHost() };
  const context = resizingMoves(newContext(), recorded.orderOid, { memoryMb: 2048 });
  const moved = await changeServer(context, recorded, desiredOf("web", args));
  expect(moved.memoryMb).toBe(2048);
  expect(await previewed(moved, args)).toContain("will be restarted; billed pro rata");
});

test("what a refresh has found counts as changed outside only as long as the program asks for what it asked for", async () => {
  const recorded = await make({ memoryMb: 1024 });
  simulator.world.resizeOutside(recorded.orderOid, { memoryMb: 2048 });
  const drifted = await refreshed(recorded);
  expect(await previewed(drifted, { memoryMb: 1024 })).toContain("memoryMb changed outside this program");
  expect(await previewed(drifted, { memoryMb: 4096 })).not.toContain("outside");
  simulator.world.resizeOutside(recorded.orderOid, { memoryMb: 1024 });
  expect((await refreshed(drifted)).__outside).toBeUndefined();
});

test("a refresh warns of a server that was renamed elsewhere: to follow the name would replace it", async () => {
  const recorded = await make({});
  const context = newContext();
  const { client } = context;
  // The list differs from this state, so the order itself is read.
  const getOrder: typeof client.getOrder = async (...given) => ({
    ...(await client.getOrder(...given)),
    domainName: "new.example.com",
  });
  const changed = { ...recorded, monthlyRecurringFee: 0 };
  await readServer({ ...context, client: { ...client, getOrder } }, String(recorded.orderOid), changed);
  expect(context.warnings).toEqual([
    expect.stringMatching(/^Order \d+ .* is called new\.example\.com at the service now\. Leave domainName as it is/),
  ]);
});

test("a refresh says nothing of the label that a clone was ordered with", async () => {
  const source = await make({});
  const clone = { vpsOrderOidToClone: source.orderOid, domainName: "label.example.com" };
  const recorded = { ...source, instantiationViaCloneOptions: clone };
  expect(renamedWarnings(recorded, anOrder({ domainName: "label.example.com" }))).toEqual([]);
  expect(renamedWarnings(recorded, anOrder({ domainName: "other.example.com" }))).toHaveLength(1);
});

test("a metaData or billingOid changed elsewhere can be followed; one that the order does not have is refused", async () => {
  const recorded = await make({ metaData: { role: "web" } });
  await expect(previewed(recorded, { metaData: { role: "db" } })).rejects.toThrow("the service cannot change metaData");
  const changed = { ...recorded, metaData: { role: "old" } };
  expect(await previewed(changed, { metaData: { role: "web" } })).toBe(
    "metaData recorded: the server has that already",
  );
  const unknown = { ...desiredOf("web", { memoryMb: 2048 }), metaData: new Unknown(), __isPreview: true };
  const context = newContext();
  const preview = new Preview(() => ({ ...context, context: () => context }));
  await preview.reportChange(changed, unknown, diffVps(changed, unknown));
  expect(context.summaries.join()).not.toContain("has that already");
});

test.each<[string, string, string[], string[]]>([
  ["an IPv6 address in another spelling", "2001:db8::1", [], ["2001:DB8:0:0:0:0:0:1"]],
  ["two addresses without their number", "198.18.0.7", ["198.18.0.8"], ["198.18.0.8", "198.18.0.7"]],
])("requested addresses that an adopted order has are no difference: %s", (_, primaryIp, secondaryIps, ips) => {
  const order = anOrder({ allocatedIps: { primaryIp, secondaryIps } });
  const desired = wanting({ ipRequest: { requestedIps: ips } });
  expect(importDifferences(order, desired)).toEqual([]);
  expect(diffVps(recordImport(order, desired, undefined), desired).replaces).toEqual([]);
});

test("a replacement that asks for an address of somebody else is refused before anything is cancelled", async () => {
  const taken = await make({});
  const { primaryIp = "" } = taken;
  const recorded = (await createServer(newContext(), desiredOf("app"))).outputs;
  const context = newContext();
  const desired = desiredOf("app", { ipRequest: { requestedIps: [primaryIp, recorded.primaryIp ?? ""] } });
  context.memory.ofKey(desired.__key).replacedOid = recorded.orderOid;
  const preview = new Preview(() => ({ ...context, context: () => context }));
  const [refused] = await preview.checkOrder({ ...desired, __isPreview: true });
  expect(refused?.reason).toContain(`${primaryIp} is not available`);
  expect(refused?.reason).toContain("will not be cancelled");
});

test("an order of an interrupted run is adopted although it has taken the requested addresses itself", async () => {
  const { primaryIp = "" } = await make({});
  simulator.reset();
  const args = { ipRequest: { requestedIps: [primaryIp] } };
  const bought = await make(args);
  expect(bought.primaryIp).toBe(primaryIp);
  const context = newContext();
  const preview = new Preview(() => ({ ...context, context: () => context }));
  expect(await preview.checkOrder({ ...desiredOf("web", args), __isPreview: true })).toEqual([]);
  expect(context.warnings).toEqual([expect.stringContaining(String(bought.orderOid))]);
});
