import { story } from "./harness/story";

const impatient = { RIMUHOSTING_POLLSECONDS: "1", RIMUHOSTING_IDLEMINUTES: "0" };

const program = `
import * as rimuhosting from "pulumi-rimuhosting";
new rimuhosting.Vps("managed", {
  domainName: "managed.example.com", memoryMb: 1024, diskSpaceMb: 10240, distro: "deb12.64", runningState: "RUNNING",
});
new rimuhosting.Vps("free", { domainName: "free.example.com" });`;

story("what was changed outside is seen where the program manages it, and put right by the next up", async (told) => {
  const { world, journal } = told.simulator;
  const stack = await told.newStack({ program, env: impatient });
  (await stack.up()).expectOk();
  const [managed, free] = ["managed", "free"].map((name) => Number(stack.findInState(name)?.id)) as [number, number];
  (await stack.refresh({ args: ["--expect-no-changes"] })).expectOk();

  for (const orderOid of [managed, free]) {
    world.resizeOutside(orderOid, { memoryMb: 2048 });
    world.reinstallOutside(orderOid, { distro: "ubuntu2404.64" });
    world.stopOutside(orderOid);
  }
  (await stack.refresh()).expectOk();
  expect(stack.findInState("managed")).toMatchObject({
    inputs: { memoryMb: 2048, distro: "ubuntu2404.64", runningState: "NOTRUNNING", diskSpaceMb: 10_240 },
    outputs: { memoryMb: 2048, distro: "ubuntu2404.64", observedRunningState: "NOTRUNNING" },
  });
  const inputsOfFree = Object.keys(stack.findInState("free")?.inputs ?? {}).filter((name) => !name.startsWith("__"));
  expect(inputsOfFree).toEqual(["domainName"]);
  expect(stack.findInState("free")?.outputs).toMatchObject({ memoryMb: 2048, observedRunningState: "NOTRUNNING" });

  const preview = (await stack.preview()).expectOk();
  expect(preview.operations).toMatchObject({ managed: "update", free: "same" });
  expect(preview.text).toMatch(/Vps managed update .*\[diff: ~distro,memoryMb,runningState\]/);

  const since = journal.entries.length;
  expect((await stack.up()).expectOk().operations).toMatchObject({ managed: "update", free: "same" });
  const changes = journal.entries.slice(since).filter(({ path, method }) => method === "PUT" && path.includes("/vps/"));
  expect(changes.map(({ call }) => call)).toEqual(["parameters", "reinstall"]);
  expect(world.order(managed)).toMatchObject({
    distro: "deb12.64",
    runningState: "RUNNING",
    sizes: { memoryMb: 1024 },
  });
  expect(world.order(free)).toMatchObject({ distro: "ubuntu2404.64", runningState: "NOTRUNNING" });
});

story("a server that was cancelled outside leaves the state, and is ordered anew by the next up", async (told) => {
  const { world } = told.simulator;
  const stack = await told.newStack({ program, env: impatient });
  (await stack.up()).expectOk();
  const first = Number(stack.findInState("managed")?.id);
  world.cancelOutside(first);
  (await stack.refresh()).expectOk();
  expect(stack.findInState("managed")).toBeUndefined();
  expect((await stack.up()).expectOk().operations).toMatchObject({ managed: "create", free: "same" });
  expect(world.activeOrders()).toHaveLength(2);

  // Without a refresh, an update finds out by itself and touches nothing.
  const second = Number(stack.findInState("managed")?.id);
  world.cancelOutside(second);
  stack.project.write(program.replace("memoryMb: 1024", "memoryMb: 2048"));
  expect((await stack.up()).expectFailure().text).toContain('Run "pulumi refresh"');
  expect(told.simulator.journal.calls("parameters")).toEqual([]);
  expect((await stack.up({ args: ["--refresh"] })).expectOk().operations).toMatchObject({ managed: "create" });
  (await stack.destroy()).expectOk();
  expect(world.activeOrders()).toEqual([]);
});

story("neither a refresh nor a destroy asks for what a changed program would need", async (told) => {
  const { journal } = told.simulator;
  const stack = await told.newStack({ program, env: impatient });
  (await stack.up()).expectOk();
  // A size that has to be priced, and an image that a diff would look up and the service does not offer.
  stack.project.write(program.replace("1024", "4096").replace("deb12.64", "deb1.64"));
  for (const runProgram of [false, true]) {
    journal.clear();
    const refreshed = (await stack.refresh({ runProgram })).expectOk();
    expect(refreshed.messages).toEqual([]);
    expect(journal.entries.map(({ call }) => call)).toEqual(["list-orders"]);
  }
  journal.clear();
  (await stack.destroy()).expectOk();
  const calls = new Set(journal.entries.map(({ call }) => call));
  expect(calls).toEqual(new Set(["get-order", "delete-vps", "list-orders"]));
});

story.exhaustively("a server that is already cancelled is not cancelled again by destroy", async (told) => {
  const stack = await told.newStack({ program, env: impatient });
  (await stack.up()).expectOk();
  const managed = Number(stack.findInState("managed")?.id);
  told.simulator.world.cancelOutside(managed);
  (await stack.destroy()).expectOk();
  const cancelled = told.simulator.journal.calls("delete-vps").map(({ orderOid }) => orderOid);
  expect(cancelled).not.toContain(managed);
  expect(cancelled).toHaveLength(1);
});
