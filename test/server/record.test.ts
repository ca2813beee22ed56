import { type VpsArgument, vpsArguments } from "../../provider/server/arguments";
import { diffVps } from "../../provider/server/plan-change";
import { recordedInputs, recordOrder, stateAfter } from "../../provider/server/record";
import { serverOf, withOrder } from "../../provider/server/server";
import { examples } from "./support/examples";
import { afterUpdate, anOrder, type Program, recordedAfter, wanting } from "./support/server";

const managed: Program = {
  memoryMb: 1024,
  diskSpaceMb: 10_240,
  distro: "deb12.64",
  hostServerOid: "1317",
  runningState: "RUNNING",
};

test.each<[string, Parameters<typeof anOrder>[0], VpsArgument[]]>([
  ["nothing", {}, []],
  ["the memory", { vpsParameters: { memoryMb: 512, diskSpaceMb: 10_240 } }, ["memoryMb"]],
  ["the disk", { vpsParameters: { memoryMb: 1024, diskSpaceMb: 20_480 } }, ["diskSpaceMb"]],
  ["the image", { distro: "deb13.64" }, ["distro"]],
  ["the host", { hostServerOid: "99" }, ["hostServerOid"]],
  ["the power", { runningState: "NOTRUNNING" }, ["runningState"]],
  ["a restart in progress", { runningState: "RESTARTING" }, []],
  ["the address", { allocatedIps: { primaryIp: "203.0.113.9" } }, []],
])(
  "an outside change of %s is drift only if the program manages it, and none once it was reverted",
  (_, seen, drift) => {
    const changesOf = (desired: Program, ...orders: ReturnType<typeof anOrder>[]) =>
      diffVps(
        orders.reduce((recorded, order) => recordOrder(recorded, order), recordedAfter(desired)),
        wanting(desired),
      ).changed;
    expect(changesOf(managed, anOrder(seen))).toEqual(drift);
    expect(changesOf({}, anOrder(seen))).toEqual([]);
    expect(changesOf(managed, anOrder(seen), anOrder())).toEqual([]);
  },
);

test.each(vpsArguments)("a refresh returns %s as the program wrote it, and nothing that it did not write", (name) => {
  const refreshed = recordOrder(recordedAfter({ [name]: examples[name][0] }), anOrder());
  const given = Object.keys(recordedInputs(refreshed)).filter((input) => !input.startsWith("__"));
  expect(given.sort()).toEqual([...new Set(["domainName", name])].sort());
});

test("what an order does not report is kept from the state, and is no drift", () => {
  const bare = recordOrder(recordedAfter(managed), { orderOid: 2853299702 });
  expect(bare.secondaryIps).toEqual([]);
  expect(bare).toMatchObject({ memoryMb: 1024, primaryIp: "198.51.100.7", slug: "order-2853299702-web-example-com" });
  expect(diffVps(bare, wanting(managed)).hasChanges).toBe(false);
});

test("a disk that does not exist is kept only where the program says so", () => {
  const none = anOrder({ vpsParameters: { memoryMb: 1024, diskSpace2Mb: 0, diskSpace3Mb: 0 } });
  const recorded = recordedAfter({ diskSpace3Mb: 0 }, none);
  expect(recorded).not.toHaveProperty("diskSpace2Mb");
  expect(recorded).toMatchObject({ diskSpace3Mb: 0 });
  const had = recordedAfter({}, anOrder({ vpsParameters: { memoryMb: 1024, diskSpace2Mb: 4096 } }));
  expect(recordOrder(had, none)).not.toHaveProperty("diskSpace2Mb");
});

test("what kind of order it is, its plan and its fee are outputs, and a state that lacks them is no change", () => {
  const { serverType: _, ...before } = recordedAfter(managed);
  expect(diffVps(before, wanting(managed)).hasChanges).toBe(false);
  const kind = { serverType: "VPS", deployedState: "DEPLOYED" };
  const described = { orderDescription: "LaunchtimeVPSDal; Server Type: VM", billingInfo: { monthlyRecurringFee: 21 } };
  const refreshed = recordOrder(before, anOrder({ ...kind, ...described }));
  expect(refreshed).toMatchObject({ ...kind, pricingPlan: "LaunchtimeVPSDal", monthlyRecurringFee: 21 });
  expect(refreshed).not.toHaveProperty("pricingPlanCode");
  const bare = recordOrder(before, anOrder({ billingInfo: { monthlyRecurringAmt: { amount: 5 } } }));
  expect(bare.monthlyCost).toEqual(before.monthlyCost);
  expect(diffVps(refreshed, wanting(managed)).hasChanges).toBe(false);
});

test("a withdrawn cancellation leaves the state", () => {
  const ending = recordOrder(recordedAfter(), anOrder({ billingInfo: { cancellationDate: "2026-04-01T00:00:00Z" } }));
  expect(ending.cancellationDate).toBe("2026-04-01T00:00:00Z");
  expect(recordOrder(ending, anOrder())).not.toHaveProperty("cancellationDate");
});

test("after a failure, what this run does not change stays as it was saved, whatever the order shows", () => {
  const saved = recordedAfter(managed);
  const program = wanting({ ...managed, diskSpaceMb: 20_480 });
  const drifted = anOrder({ vpsParameters: { memoryMb: 2048, diskSpaceMb: 15_360 }, hostServerOid: "99" });
  const server = withOrder(serverOf(saved), drifted);
  expect(stateAfter(server, program, diffVps(saved, program), "failed")).toMatchObject({
    memoryMb: 1024,
    diskSpaceMb: 15_360,
    hostServerOid: "1317",
  });
});

test("after a failure, what the program has taken out is managed until it has lapsed, and never what it does not set", () => {
  const saved = recordedAfter({ cloudConfigData: "#!/bin/sh", cancel: "at-period-end", memoryMb: 1024 });
  const program = wanting({ memoryMb: 2048 });
  expect(afterUpdate(saved, program, "failed").__managed).toContain("cloudConfigData");
  expect(afterUpdate(saved, program, "failed", ["reinstall"]).__managed).toEqual(["domainName", "memoryMb", "cancel"]);
});

test("of what a preview knows, the state keeps what it has, and takes what it lacks from the order; after a move it is the other way round", () => {
  const saved = recordedAfter();
  const { dcLocation: _, hostServerOid: __, ...bare } = saved;
  const stateOf = (state: typeof bare, program: Program, { location, ...order }: ReturnType<typeof anOrder>) =>
    stateAfter(withOrder(serverOf(state), order), program, diffVps(state, program), "done");
  expect(stateOf(bare, wanting(), anOrder())).toMatchObject({ hostServerOid: "1317" });
  const placed = { ...saved, location: undefined, dcLocation: "DCDALLAS" };
  expect(stateOf(placed, wanting({ hostServerOid: "1400" }), anOrder())).toMatchObject({ dcLocation: "DCDALLAS" });
});
