import type { Call } from "../../provider/service/call-table";
import { type Client, createClient } from "../../provider/service/client";
import { ServiceError } from "../../provider/service/errors";
import { sizesToWire } from "../../provider/vps/request";
import { type Simulator, startSimulator } from "../../simulator/src/index";
import { orderVps } from "./support/requests";
import { keyCanary, settingsFor } from "./support/scripted-client";

let simulator: Simulator;
let client: Client;
let oid: number;
beforeAll(async () => {
  simulator = await startSimulator({ latency: "none", apiKeys: [keyCanary] });
  client = createClient(settingsFor(simulator.url));
}, 60_000);
afterAll(() => simulator.close());
beforeEach(async () => {
  simulator.reset();
  oid = (await orderVps(client, { domainName: "old.example.com", memoryMb: 1024, diskSpaceMb: 8192 })).order.orderOid;
});

type Change = {
  call: Call;
  simulated: Parameters<Simulator["faults"]["add"]>[0]["call"];
  make: () => Promise<unknown>;
  hasHappened: () => boolean;
};

const changes: Change[] = [
  {
    call: "newVps",
    simulated: "new-vps",
    make: () => orderVps(client, { domainName: "new.example.com" }),
    hasHappened: () => simulator.world.activeOrders().length === 2,
  },
  {
    call: "resize",
    simulated: "parameters",
    make: () => client.resize(oid, sizesToWire({ memoryMb: 2048 })),
    hasHappened: () => simulator.world.order(oid).sizes.memoryMb === 2048,
  },
  {
    call: "setRunningState",
    simulated: "running-state",
    make: () => client.setRunningState(oid, "NOTRUNNING"),
    hasHappened: () => simulator.world.order(oid).runningState === "NOTRUNNING",
  },
  {
    call: "deleteVps",
    simulated: "delete-vps",
    make: () => client.deleteVps(oid),
    hasHappened: () => simulator.world.activeOrders().length === 0,
  },
];

const losses = ["reset", "truncated-json", "cut-mid-body", "wrong-content-type", "redirect"] as const;

describe.each(changes)("$call", ({ call, simulated, make, hasHappened }) => {
  test.each(losses)("is sent once if %s loses its answer, and the error does not say that it failed", async (how) => {
    const sentBefore = simulator.journal.entries.length;
    simulator.faults.add({ call: simulated, how, moment: "after-work" });
    const error = await make().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ call, outcome: "unknown", attempts: 1 });
    expect(simulator.journal.entries).toHaveLength(sentBefore + 1);
    expect(hasHappened()).toBe(true);
  });

  test("is sent once when the connection breaks before anything was done", async () => {
    const sentBefore = simulator.journal.entries.length;
    simulator.faults.add({ call: simulated, how: "reset", moment: "before-work" });
    await expect(make()).rejects.toMatchObject({ call, outcome: "unknown" });
    expect(simulator.journal.entries).toHaveLength(sentBefore + 1);
    expect(hasHappened()).toBe(false);
  });
});
