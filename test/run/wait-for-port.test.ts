import { type AddressInfo, createServer as createTcpServer, type Server } from "node:net";
import { type PortState, tryPort } from "../../provider/host/context";
import { createServer } from "../../provider/run/create";
import { readServer } from "../../provider/run/read";
import { diffVps } from "../../provider/server/plan-change";
import type { VpsInputs } from "../../provider/server/program";
import { type Recorded, recordedFrom } from "../../provider/server/server";
import { announcedUpdate, desiredOf, newContext, simulator, surroundings } from "../server/support/simulated-service";

const args = { distro: "deb13.64", waitForPort: 22 } satisfies Partial<VpsInputs>;

/** Lets a server's port be in these states, one after the other; the last one stays. Returns the tries. */
function portIs(...states: readonly PortState[]): string[] {
  const tries: string[] = [];
  surroundings.port = (address, port) => {
    tries.push(`${address}:${port}`);
    return states[Math.min(tries.length, states.length) - 1] ?? "silent";
  };
  return tries;
}

const up = (id: string, recorded: Recorded, given: Partial<VpsInputs> = args, config = {}) =>
  announcedUpdate(newContext(config), id, recorded, desiredOf("web", given));

test("an order waits until its server is installed and takes connections, at its own address, also after a lost answer", async () => {
  for (const [name, fault] of [
    ["web", undefined],
    ["app", { call: "new-vps", moment: "during-work", how: "reset" }],
  ] as const) {
    const tries = portIs("silent", "refused", "open");
    if (fault !== undefined) simulator.faults.add(fault);
    const { outputs } = await createServer(newContext(), desiredOf(name, args));
    expect(outputs).toMatchObject({ waitForPort: 22, observedRunningState: "RUNNING" });
    expect(tries).toEqual(Array(3).fill(`${outputs.primaryIp}:22`));
    expect(diffVps(outputs, desiredOf(name, args)).hasChanges).toBe(false);
  }
});

test("without the argument, and for a server that is to be stopped, nothing connects", async () => {
  const tries = portIs("silent");
  const { id, outputs } = await createServer(newContext(), desiredOf("web", { distro: "deb13.64" }));
  await up(id, outputs, { ...args, distro: "deb12.64", runningState: "NOTRUNNING" });
  await createServer(newContext(), desiredOf("mail", { ...args, runningState: "NOTRUNNING" }));
  await up(id, { ...outputs, __awaitsPort: true }, { distro: "deb13.64" });
  expect(tries).toEqual([]);
});

test("a server whose purchase got no answer is waited for once its order has turned up", async () => {
  portIs("open");
  const { id, outputs } = await createServer(newContext(), desiredOf("web", args));
  const { orderOid, ...sent } = outputs;
  const seen = await readServer(newContext(), "pending", recordedFrom({ ...sent, __sentAt: outputs.orderDate }));
  expect(seen?.outputs).toMatchObject({ orderOid, __awaitsPort: true });
  const tries = portIs("open");
  expect(await up(id, seen?.outputs ?? recordedFrom({}))).not.toHaveProperty("__awaitsPort");
  expect(tries).toHaveLength(1);
});

test("a reinstall waits; a resize, and setting the argument on a server that runs, do not", async () => {
  const { id, outputs } = await createServer(newContext(), desiredOf("web", { distro: "deb13.64" }));
  const tries = portIs("open");
  const set = await up(id, outputs);
  const resized = await up(id, set, { ...args, memoryMb: 4096 });
  expect(tries).toEqual([]);
  const installed = await up(id, resized, { ...args, memoryMb: 4096, distro: "deb12.64" });
  expect(tries).toHaveLength(1);
  portIs("refused");
  const failing = up(id, installed, { ...args, memoryMb: 4096, reinstallTriggers: [1], distro: "deb13.64" });
  await expect(failing).rejects.toMatchObject({ properties: { distro: "deb13.64", __awaitsPort: true } });
});

test("after a reinstall the address is tried that the server has, not the one that the state has", async () => {
  const { id, outputs } = await createServer(newContext(), desiredOf("web", args));
  simulator.world.changeIpOutside(outputs.orderOid);
  const tries = portIs("open");
  await up(id, outputs, { ...args, distro: "deb12.64" });
  expect(tries).toEqual([`${simulator.world.order(outputs.orderOid).primaryIp}:22`]);
  expect(tries).not.toContain(`${outputs.primaryIp}:22`);
});

const listening = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
};

test("a port that listens is open, gets no byte, and is left at once; one where nothing listens refuses", async () => {
  let bytes = "";
  const left = new Promise<void>((resolve) => {
    const server = createTcpServer((socket) => {
      socket.on("data", (chunk) => {
        bytes += chunk.toString();
      });
      socket.on("close", () => server.close(() => resolve()));
    });
    void listening(server).then(async (port) => expect(await tryPort("127.0.0.1", port, 5_000)).toBe("open"));
  });
  await left;
  expect(bytes).toBe("");
  const server = createTcpServer();
  const port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  expect(await tryPort("127.0.0.1", port, 5_000)).toBe("refused");
});
