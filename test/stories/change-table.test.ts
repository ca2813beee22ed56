import type { Simulator } from "./harness/simulator";
import type { Stack } from "./harness/stack";
import { story } from "./harness/story";

const program = (args: string): string => `
import * as rimuhosting from "pulumi-rimuhosting";
new rimuhosting.Vps("web", { domainName: "web.example.com", ${args} });
`;

/** The calls that changed something, in their order, and the bodies without their root keys. */
function changesIn(simulator: Simulator, since = 0): { call: string | undefined; body: unknown }[] {
  return simulator.journal.entries
    .slice(since)
    .filter(({ method, call }) => method !== "GET" && call !== "new-vm-pricing")
    .map(({ call, body }) => ({ call, body: Object.values(body ?? {})[0] }));
}

/** Writes the next version of the program and applies it. Gives what the engine did and what the service was asked for. */
async function change(stack: Stack, simulator: Simulator, args: string) {
  const since = simulator.journal.entries.length;
  stack.project.write(program(args));
  const result = (await stack.up()).expectOk();
  const changes = changesIn(simulator, since);
  return { operation: result.operations["web"], calls: changes.map(({ call }) => call), changes, result };
}

const [small, large] = ["memoryMb: 1024, diskSpaceMb: 10240", "memoryMb: 2048, diskSpaceMb: 10240"];

story(
  "several changes at once are made in the right order, each once, and the stopped server is stopped in the end",
  async (stage) => {
    const { simulator } = stage;
    const before = `${small}, distro: "deb12.64", hostServerOid: "1317", runningState: "NOTRUNNING"`;
    const stack = await stage.newStack({ program: program(before) });
    (await stack.up()).expectOk();
    expect(changesIn(simulator).map(({ call }) => call)).toEqual(["new-vps", "running-state"]);
    const host = simulator.world.hosts.find((one) => one.locationCode === "DCDALLAS" && one.hostServerOid !== "1317");
    const { operation, calls, changes } = await change(
      stack,
      simulator,
      `${large}, distro: "deb13.64", hostServerOid: "${host?.hostServerOid}", runningState: "NOTRUNNING", restartTriggers: [1]`,
    );
    expect(operation).toBe("update");
    expect(calls).toEqual(["running-state", "host-server", "parameters", "reinstall", "running-state"]);
    expect(changes[0]?.body).toEqual({ running_state: "RUNNING" });
    expect(changes[1]?.body).toMatchObject({ selected_host_server_oid: host?.hostServerOid });
    expect(changes[2]?.body).toEqual({ memory_mb: 2048 });
    expect(changes[4]?.body).toEqual({ running_state: "NOTRUNNING" });
    expect(stack.findInState("web")?.outputs).toMatchObject({ observedRunningState: "NOTRUNNING", distro: "deb13.64" });
    expect((await stack.up()).expectOk().operations).toMatchObject({ web: "same" });
  },
);

story.exhaustively("first-boot data is recorded, and installed by the next reinstall", async (stage) => {
  const { simulator } = stage;
  const stack = await stage.newStack({ program: program('password: "first-Password1"') });
  (await stack.up()).expectOk();
  const orderOid = Number(stack.findInState("web")?.id);
  const changed = 'password: "second-Password2", sshAuthorizedKeys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQE= me"]';
  expect(await change(stack, simulator, changed)).toMatchObject({ operation: "update", calls: [] });
  expect(await change(stack, simulator, changed)).toMatchObject({ operation: "same", calls: [] });
  expect(simulator.world.rootPassword(orderOid)).toBe("first-Password1");

  const first = await change(stack, simulator, `${changed}, reinstallTriggers: [1]`);
  expect(first).toMatchObject({ operation: "update", calls: [] });
  const second = await change(stack, simulator, `${changed}, reinstallTriggers: [2]`);
  expect(second).toMatchObject({ operation: "update", calls: ["reinstall"] });
  expect(simulator.world.rootPassword(orderOid)).toBe("second-Password2");
  expect(simulator.world.order(orderOid).installation.files).toEqual([
    { path: "/root/.ssh/authorized_keys", dataAsString: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQE= me\n" },
  ]);

  const third = await change(
    stack,
    simulator,
    'password: "third-Password3", reinstallTriggers: [2], reinstallOnFirstBootChange: true',
  );
  expect(third).toMatchObject({ operation: "update", calls: ["reinstall"] });
  expect(simulator.world.order(orderOid).installation).toMatchObject({ count: 3, rootPassword: "third-Password3" });
});

story(
  "what the order cannot change replaces it: the old server is cancelled first, then a new one is bought",
  async (stage) => {
    const { simulator } = stage;
    const stack = await stage.newStack({ program: program('distro: "deb12.64"') });
    (await stack.up()).expectOk();
    const first = stack.findInState("web")?.id;
    stack.project.write(program('distro: "deb12.64"').replace("web.example.com", "www.example.com"));
    const replaced = (await stack.up()).expectOk();
    expect(replaced.operations).toMatchObject({ web: "replace" });
    expect(changesIn(simulator).map(({ call }) => call)).toEqual(["new-vps", "delete-vps", "new-vps"]);
    const second = stack.findInState("web")?.id;
    expect(second).not.toBe(first);
    expect(simulator.world.activeOrders()).toMatchObject([{ domainName: "www.example.com", orderOid: Number(second) }]);

    stack.project.write(program('distro: "deb13.64", onImageChange: "replace"').replace("web.ex", "www.ex"));
    expect((await stack.up()).expectOk().operations).toMatchObject({ web: "replace" });
    expect(simulator.world.activeOrders()).toMatchObject([{ distro: "deb13.64", installation: { count: 1 } }]);
  },
);
