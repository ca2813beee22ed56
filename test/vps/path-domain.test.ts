import { clearRecord, RunRecords, readRecord, setRecord } from "../../provider/reverse-dns/set-record";
import { cancel } from "../../provider/vps/cancel";
import { createServer } from "../../provider/vps/create";
import { previewImport } from "../../provider/vps/import";
import type { VpsInputs } from "../../provider/vps/inputs";
import { readServer } from "../../provider/vps/read";
import { recordedFrom } from "../../provider/vps/state";
import { updateServer } from "../../provider/vps/update";
import { clock, desiredOf, newContext, otherHost, simulator } from "./support/simulated-service";

beforeEach(() => {
  simulator.variants.pathDomain = "must-match";
});

const orderedAs = { domainName: "web.a-long-name.example.com", distro: "deb13.64", memoryMb: 2048 };

const refusals = () => simulator.journal.entries.filter(({ status = 200 }) => status >= 400);

describe("where a path must name the order as the service does", () => {
  test("a server is bought, changed in every way, read and cancelled, and no call is refused", async () => {
    let { id, outputs } = await createServer(newContext(), desiredOf("web", orderedAs));
    const change = async (args: Partial<VpsInputs>): Promise<void> => {
      outputs = await updateServer(newContext(), id, outputs, desiredOf("web", { ...orderedAs, ...args }));
    };
    await change({ memoryMb: 4096 });
    await change({ memoryMb: 4096, distro: "ubuntu2404.64" });
    await change({ memoryMb: 4096, distro: "ubuntu2404.64", runningState: "NOTRUNNING" });
    await change({ memoryMb: 4096, distro: "ubuntu2404.64", runningState: "RUNNING" });
    const moved = { memoryMb: 4096, distro: "ubuntu2404.64", runningState: "RUNNING", hostServerOid: otherHost() };
    await change(moved as Partial<VpsInputs>);
    const record = { orderOid: outputs.orderOid, name: "mx.example.com" };
    const set = await setRecord(newContext(), new RunRecords(), record);
    expect(await readRecord(newContext(), set)).toMatchObject({ ip: outputs.primaryIp });
    await clearRecord(newContext(), new RunRecords(), set);
    expect((await readServer(newContext(), id, outputs))?.outputs).toMatchObject(moved);
    await cancel(newContext(), outputs);
    expect(simulator.world.activeOrders()).toEqual([]);
    expect(await readServer(newContext(), id, outputs)).toBeUndefined();
    const byNumberAlone = refusals().filter(({ path }) => path.includes(`order-${id}-x`));
    // The state of a record names its server by number alone, so its name is looked up.
    expect(byNumberAlone.map(({ call }) => call)).toEqual(["get-order", "get-order", "get-order"]);
    expect(refusals()).toEqual(byNumberAlone);
  });

  test("a server ends with its paid period", async () => {
    const ending = desiredOf("web", { ...orderedAs, cancel: "at-period-end" });
    const { outputs } = await createServer(newContext(), ending);
    await cancel(newContext(), outputs);
    expect(simulator.world.order(outputs.orderOid).cancellationAtMs).toBeGreaterThan(clock.now());
    expect(refusals()).toEqual([]);
  });

  test("a change whose answer is lost is watched at the order's own path", async () => {
    const { id, outputs } = await createServer(newContext(), desiredOf("web", orderedAs));
    simulator.faults.add({ call: "reinstall", how: "reset", moment: "after-work" });
    await updateServer(newContext(), id, outputs, desiredOf("web", { ...orderedAs, distro: "ubuntu2404.64" }));
    simulator.faults.add({ call: "delete-vps", how: "reset", moment: "after-work" });
    await cancel(newContext(), outputs);
    expect(simulator.journal.calls("reinstall")).toHaveLength(1);
    expect(simulator.journal.calls("delete-vps")).toHaveLength(1);
    expect(refusals()).toEqual([]);
  });

  test("an order of which only the number is known is found by it, for an import and for a read", async () => {
    const { orderOid } = simulator.world.placeOrder({ domainName: "web.example.com", distro: "deb13.64" });
    const importing = { ...desiredOf("web"), __import: String(orderOid) };
    expect(await previewImport(newContext(), importing)).toEqual([]);
    const { outputs } = await createServer(newContext(), importing);
    expect(outputs).toMatchObject({ orderOid, domainName: "web.example.com" });
    const read = await readServer(newContext(), String(orderOid), recordedFrom({ orderOid }));
    expect(read?.outputs).toMatchObject({ orderOid, primaryIp: outputs.primaryIp });
    await cancel(newContext(), outputs);
    expect(simulator.world.activeOrders()).toEqual([]);
  });

  test("a server whose name at the service has changed since is still found", async () => {
    const { id, outputs } = await createServer(newContext(), desiredOf("web", orderedAs));
    const former = { ...outputs, slug: `order-${id}-former-name`, domainName: "former.example.com" };
    const desired = desiredOf("web", { ...orderedAs, memoryMb: 4096 });
    const changed = await updateServer(newContext(), id, { ...outputs, slug: former.slug }, desired);
    expect(changed.memoryMb).toBe(4096);
    await cancel(newContext(), former);
    expect(simulator.world.activeOrders()).toEqual([]);
  });

  test("an order that is none of this account's is refused in the service's words, after one look into the list", async () => {
    const { client } = newContext();
    await expect(client.getOrder(4711)).rejects.toThrow("Does the API key belong to the account");
    expect(simulator.journal.entries.map(({ call }) => call)).toEqual(["get-order", "list-orders"]);
  });
});
