import type { AboutOrder } from "../../provider/service/wire/order";
import { createServer } from "../../provider/vps/create";
import { diffVps } from "../../provider/vps/diff";
import type { VpsInputs } from "../../provider/vps/inputs";
import { recordOrder } from "../../provider/vps/record";
import { updateServer } from "../../provider/vps/update";
import { clock, desiredOf, newContext, otherHost, simulator, type TestContext } from "./support/simulated-service";

type Args = Partial<VpsInputs>;
type Hide = (order: AboutOrder) => AboutOrder;

/** A service that leaves something out wherever it shows an order. */
function hiding(hide: Hide, given: Record<string, string> = {}): TestContext {
  const served = newContext({ idleMinutes: "0", ...given });
  const getOrder: typeof served.client.getOrder = async (...args) => hide(await served.client.getOrder(...args));
  return { ...served, client: { ...served.client, getOrder } };
}

const without =
  (...names: readonly (keyof AboutOrder)[]): Hide =>
  (order) => ({
    ...Object.fromEntries(Object.entries(order).filter(([name]) => !names.some((one) => one === name))),
    orderOid: order.orderOid,
  });

const withoutSize =
  (size: "memoryMb" | "diskSpaceMb"): Hide =>
  (order) => {
    const { [size]: _, ...vpsParameters } = order.vpsParameters ?? {};
    return { ...order, vpsParameters };
  };

const begin = async (args: Args) => {
  const { id, outputs } = await createServer(newContext(), desiredOf("web", args));
  clock.advance(3_600_000);
  simulator.journal.clear();
  return { id, outputs };
};

const usual: Args = { distro: "deb12.64", memoryMb: 1024, diskSpaceMb: 20_480, runningState: "RUNNING" };

const cases: readonly (readonly [
  string,
  Hide,
  () => Args,
  "parameters" | "reinstall" | "host-server" | "running-state",
])[] = [
  ["the sizes", without("vpsParameters"), () => ({ memoryMb: 2048 }), "parameters"],
  ["the memory", withoutSize("memoryMb"), () => ({ memoryMb: 2048 }), "parameters"],
  [
    "one of two changed sizes",
    withoutSize("diskSpaceMb"),
    () => ({ memoryMb: 2048, diskSpaceMb: 40_960 }),
    "parameters",
  ],
  ["the second disk", without("vpsParameters"), () => ({ diskSpace2Mb: 4096 }), "parameters"],
  ["the image", without("distro"), () => ({ distro: "deb13.64" }), "reinstall"],
  ["the host", without("hostServerOid"), () => ({ hostServerOid: otherHost() }), "host-server"],
  ["the running state", without("runningState"), () => ({ runningState: "NOTRUNNING" }), "running-state"],
  [
    "anything",
    without("vpsParameters", "distro", "hostServerOid", "runningState"),
    () => ({ memoryMb: 2048 }),
    "parameters",
  ],
];

describe.each(cases)("where the service does not show %s", (_, hide, change, call) => {
  test("a change that it reports as done is made once, recorded, and not repeated", async () => {
    const { id, outputs } = await begin(usual);
    const wanted = change();
    const args = { ...usual, ...wanted };
    const changed = await updateServer(hiding(hide), id, outputs, desiredOf("web", args));
    expect(changed).toMatchObject(wanted);
    expect(simulator.journal.calls(call)).toHaveLength(1);
    expect(diffVps(changed, desiredOf("web", args))).toMatchObject({ hasChanges: false, changes: [] });
    const refreshed = recordOrder(changed, hide(await newContext().client.getOrder(Number(id))));
    expect(diffVps(refreshed, desiredOf("web", args))).toMatchObject({ hasChanges: false, changes: [] });
  });
});

test("a stopped server whose state is not shown is started once", async () => {
  const { id, outputs } = await begin({ ...usual, runningState: "NOTRUNNING" });
  const changed = await updateServer(hiding(without("runningState")), id, outputs, desiredOf("web", usual));
  expect(changed).toMatchObject({ runningState: "RUNNING" });
  expect(simulator.journal.calls("running-state")).toHaveLength(1);
  expect(simulator.world.order(Number(id))).toMatchObject({ runningState: "RUNNING" });
});

test("a resize that is denied is not done where the order shows no sizes", async () => {
  const { id, outputs } = await begin(usual);
  simulator.faults.add({ call: "parameters", how: "not-changed" });
  const desired = desiredOf("web", { ...usual, memoryMb: 2048 });
  await expect(updateServer(hiding(without("vpsParameters")), id, outputs, desired)).rejects.toThrow("was not resized");
});

test("a reinstall whose answer is lost is noticed by the boot where the image is not shown", async () => {
  const { id, outputs } = await begin(usual);
  simulator.faults.add({ call: "reinstall", how: "reset", moment: "after-work" });
  await updateServer(hiding(without("distro")), id, outputs, desiredOf("web", { ...usual, distro: "deb13.64" }));
  expect(simulator.journal.calls("reinstall")).toHaveLength(1);
});

test.each(["after-work", "before-work"] as const)(
  "a resize without an answer (lost %s) is not taken for done where its sizes are not shown",
  async (moment) => {
    const { id, outputs } = await begin(usual);
    simulator.faults.add({ call: "parameters", how: "reset", moment });
    const desired = desiredOf("web", { ...usual, memoryMb: 2048 });
    await expect(updateServer(hiding(without("vpsParameters")), id, outputs, desired)).rejects.toThrow(
      "It may have been carried out",
    );
  },
);

test("a disk is not shrunk below what the state knows where the order does not show it", async () => {
  const { id, outputs } = await begin(usual);
  const desired = desiredOf("web", { ...usual, diskSpaceMb: 10_240 });
  await expect(updateServer(hiding(without("vpsParameters")), id, outputs, desired)).rejects.toThrow(
    "disks do not shrink",
  );
  expect(simulator.journal.calls("parameters")).toEqual([]);
});

test.each([
  ["the argument", { maxMonthlyCostUsd: 1000 }, {}],
  ["the setting", {}, { maxTotalMonthlyCostUsd: "1000" }],
])("a limit, %s, is checked with the sizes of the state where the service shows none", async (_, limit, settings) => {
  const { id, outputs } = await begin({ distro: "deb12.64", memoryMb: 1024 });
  const desired = () => desiredOf("web", { distro: "deb12.64", memoryMb: 2048, ...limit });
  await updateServer(hiding(without("vpsParameters"), settings), id, outputs, desired());
  const [quote] = simulator.journal.calls("new-vm-pricing");
  expect(JSON.stringify(quote?.body)).toContain(`"disk_space_mb":${outputs.diskSpaceMb}`);
  expect(simulator.journal.calls("parameters")).toHaveLength(1);
});
