import { type VpsArgument, vpsArguments } from "../../provider/vps/arguments";
import { diffVps } from "../../provider/vps/diff";
import { appliedBy, recordAll, recordedInputs, recordOrder, recordProgram } from "../../provider/vps/record";
import { examples } from "./support/examples";
import { anOrder, type Program, recordedAfter, wanting } from "./support/server";

/** What a preview after a refresh would show. */
function driftAfterRefresh(desired: Program, seen: Parameters<typeof anOrder>[0]): VpsArgument[] {
  const refreshed = recordOrder(recordedAfter(desired), anOrder(seen));
  return diffVps(refreshed, wanting(desired)).changes.map(({ argument }) => argument);
}

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
])("an outside change of %s is drift only if the program manages it", (_, seen, expected) => {
  expect(driftAfterRefresh(managed, seen)).toEqual(expected);
  expect(driftAfterRefresh({}, seen)).toEqual([]);
});

test("a field that the service omits once is no drift", () => {
  const { vpsParameters: _, distro: __, hostServerOid: ___, runningState: ____, ...bare } = anOrder();
  const refreshed = recordOrder(recordedAfter(managed), bare);
  expect(diffVps(refreshed, wanting(managed)).hasChanges).toBe(false);
});

test("a disk that does not exist is kept only where the program says so", () => {
  const none = anOrder({ vpsParameters: { memoryMb: 1024, diskSpace2Mb: 0, diskSpace3Mb: 0 } });
  const recorded = recordedAfter({ diskSpace3Mb: 0 }, none);
  expect(recorded).not.toHaveProperty("diskSpace2Mb");
  expect(recorded).toMatchObject({ diskSpace3Mb: 0 });
  const had = recordedAfter({}, anOrder({ vpsParameters: { memoryMb: 1024, diskSpace2Mb: 4096 } }));
  expect(recordOrder(had, none)).not.toHaveProperty("diskSpace2Mb");
});

test("drift that was reverted elsewhere is gone", () => {
  const stopped = recordOrder(recordedAfter(managed), anOrder({ runningState: "NOTRUNNING" }));
  const again = recordOrder(stopped, anOrder());
  expect(diffVps(again, wanting(managed)).hasChanges).toBe(false);
});

test.each(vpsArguments)("a refresh returns %s as the program wrote it, and nothing that it did not write", (name) => {
  const desired = { [name]: examples[name][0] };
  const refreshed = recordOrder(recordedAfter(desired), anOrder());
  const given = Object.keys(recordedInputs(refreshed)).filter((input) => !input.startsWith("__"));
  expect(given.sort()).toEqual([...new Set(["domainName", name])].sort());
});

test("a refresh returns the derived password only as an output", () => {
  const refreshed = recordOrder(recordedAfter(), anOrder());
  expect(refreshed.password).toBe("the password valid now");
  expect(recordedInputs(refreshed)).not.toHaveProperty("password");
});

test("a password that waits for the next install is not a change again, and the current one stays in the outputs", () => {
  const bought = recordAll({}, wanting({ password: "first password" }), anOrder(), "first password");
  const waiting = recordProgram(bought, wanting({ password: "second password" }), undefined);
  expect(waiting.password).toBe("first password");
  expect(diffVps(waiting, wanting({ password: "second password" })).hasChanges).toBe(false);
});

test("what an order no longer reports is kept from the state", () => {
  const bare = recordOrder(recordedAfter(managed), { orderOid: 2853299702 });
  expect(bare.secondaryIps).toEqual([]);
  expect(bare).toMatchObject({ memoryMb: 1024, primaryIp: "198.51.100.7", slug: "order-2853299702-web-example-com" });
});

test("what kind of order it is, its plan and its fee are outputs, and a state that lacks them is no change", () => {
  const { serverType: _, ...before } = recordedAfter(managed);
  expect(diffVps(before, wanting(managed)).hasChanges).toBe(false);
  const described = {
    serverType: "VPS",
    deployedState: "DEPLOYED",
    orderDescription: "LaunchtimeVPSDal; Server Type: VM",
    billingInfo: { monthlyRecurringFee: 21.19 },
  };
  const refreshed = recordOrder(before, anOrder(described));
  expect(refreshed).toMatchObject({
    serverType: "VPS",
    deployedState: "DEPLOYED",
    pricingPlan: "LaunchtimeVPSDal",
    monthlyRecurringFee: 21.19,
  });
  expect(refreshed).not.toHaveProperty("pricingPlanCode");
  expect(diffVps(refreshed, wanting(managed)).hasChanges).toBe(false);
});

test("a withdrawn cancellation leaves the state", () => {
  const ending = recordOrder(recordedAfter(), anOrder({ billingInfo: { cancellationDate: "2026-04-01T00:00:00Z" } }));
  expect(ending.cancellationDate).toBe("2026-04-01T00:00:00Z");
  expect(recordOrder(ending, anOrder())).not.toHaveProperty("cancellationDate");
});

test("an unmanaged running state appears only in observedRunningState", () => {
  const state = recordOrder(recordedAfter(), anOrder({ runningState: "NOTRUNNING" }));
  expect(state.runningState).toBeUndefined();
  expect(state.observedRunningState).toBe("NOTRUNNING");
});

test("a running state that the program no longer manages leaves the outputs", () => {
  const state = recordProgram(recordedAfter({ runningState: "RUNNING" }), wanting(), undefined);
  expect(state).not.toHaveProperty("runningState");
});

test("a behaviour that the program no longer sets ends", () => {
  const state = recordProgram(recordedAfter({ cancel: "at-period-end" }), wanting(), undefined);
  expect(state).not.toHaveProperty("cancel");
});

test("an option that the program has taken out leaves the state, and the next run has nothing to do", () => {
  const optional = { __isRetained: true, __timeouts: { createMs: 60_000 } };
  const before = recordedAfter({ ...managed, ...optional }, anOrder());
  expect(diffVps(before, wanting(managed)).hasChanges).toBe(true);
  const after = recordProgram(before, wanting(managed), undefined);
  for (const option of Object.keys(optional)) expect(after).not.toHaveProperty(option);
  expect(diffVps(after, wanting(managed)).hasChanges).toBe(false);
});

test("a step records what it did and nothing else from the program", () => {
  const desired = wanting({ memoryMb: 2048, distro: "deb13.64", hostServerOid: "1400", restartTriggers: ["b"] });
  expect(appliedBy({ kind: "resize", sizes: { memoryMb: 2048 } }, desired)).toEqual({ memoryMb: 2048 });
  expect(appliedBy({ kind: "move", hostServerOid: "1400" }, desired)).toEqual({ hostServerOid: "1400" });
  expect(appliedBy({ kind: "restart" }, desired)).toEqual({ restartTriggers: ["b"] });
  expect(appliedBy({ kind: "reinstall", because: ["distro"] }, desired)).toEqual({ distro: "deb13.64" });
  expect(appliedBy({ kind: "start" }, desired)).toEqual({});
});
