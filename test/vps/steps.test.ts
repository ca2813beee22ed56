import { Unknown } from "../../provider/engine/properties";
import type { AboutOrder } from "../../provider/service/wire/order";
import { type Desired, resolvedPart } from "../../provider/vps/desired";
import { diffVps } from "../../provider/vps/diff";
import { orderShows, planSteps, reinstallReasons, type StepKind } from "../../provider/vps/steps";
import { anOrder, type Program, recordedAfter, wanting } from "./support/server";

const before: Program = {
  hostServerOid: "1317",
  memoryMb: 1024,
  distro: "deb12.64",
  restartTriggers: ["a"],
  password: "first password",
};
const stopped = anOrder({ runningState: "NOTRUNNING" });

/** The calls that turn the applied program `before` into `after`. */
function stepsFor(after: Desired, observed: AboutOrder = anOrder(), done: readonly StepKind[] = []): StepKind[] {
  const desired = wanting({ ...before, ...after });
  const { changes } = diffVps(recordedAfter(before), desired);
  return planSteps(changes, resolvedPart(desired), observed, new Set(done)).map((step) => step.kind);
}

test.each<[string, Desired, AboutOrder, StepKind[]]>([
  ["nothing", {}, anOrder(), []],
  ["a size", { memoryMb: 2048 }, anOrder(), ["resize"]],
  ["a size of a stopped, unmanaged server", { memoryMb: 2048 }, stopped, ["resize"]],
  ["an image", { distro: "deb13.64" }, anOrder(), ["reinstall"]],
  ["a host", { hostServerOid: "1400" }, anOrder(), ["move"]],
  ["a host of a stopped server", { hostServerOid: "1400" }, stopped, ["start", "move", "stop"]],
  ["a restart trigger", { restartTriggers: ["b"] }, anOrder(), ["restart"]],
  ["a restart trigger of a stopped server", { restartTriggers: ["b"] }, stopped, []],
  ["a restart trigger together with a size", { restartTriggers: ["b"], memoryMb: 2048 }, anOrder(), ["resize"]],
  [
    "a restart trigger together with an image",
    { restartTriggers: ["b"], distro: "deb13.64" },
    anOrder(),
    ["reinstall"],
  ],
  [
    "a restart trigger together with a host",
    { restartTriggers: ["b"], hostServerOid: "1400" },
    anOrder(),
    ["move", "restart"],
  ],
  ["a restart trigger and a start", { restartTriggers: ["b"], runningState: "RUNNING" }, stopped, ["start"]],
  ["a restart trigger and a stop", { restartTriggers: ["b"], runningState: "NOTRUNNING" }, anOrder(), ["stop"]],
  ["a stop", { runningState: "NOTRUNNING" }, anOrder(), ["stop"]],
  ["a stop of a stopped server", { runningState: "NOTRUNNING" }, stopped, []],
  ["a start", { runningState: "RUNNING" }, stopped, ["start"]],
  ["a start of a running server", { runningState: "RUNNING" }, anOrder(), []],
  ["a stop after a resize", { runningState: "NOTRUNNING", memoryMb: 2048 }, stopped, ["resize", "stop"]],
  ["first-boot data", { password: "second password" }, anOrder(), []],
  ["a value that is not known yet", { memoryMb: new Unknown() }, anOrder(), []],
  [
    "everything",
    { hostServerOid: "1400", memoryMb: 2048, distro: "deb13.64", restartTriggers: ["b"], runningState: "NOTRUNNING" },
    stopped,
    ["start", "move", "resize", "reinstall", "stop"],
  ],
])("%s needs the right calls in the right order", (_, after, observed, expected) => {
  expect(stepsFor(after, observed)).toEqual(expected);
});

test("what the server already shows needs no call", () => {
  expect(stepsFor({ memoryMb: 2048 }, anOrder({ vpsParameters: { memoryMb: 2048 } }))).toEqual([]);
  expect(stepsFor({ hostServerOid: "1400" }, anOrder({ hostServerOid: "1400" }))).toEqual([]);
  expect(stepsFor({ distro: "deb13.64" }, anOrder({ distro: "deb13.64" }))).toEqual([]);
});

test("only the sizes that changed are sent", () => {
  const desired = wanting({ ...before, memoryMb: 2048, diskSpaceMb: 10_240 });
  const { changes } = diffVps(recordedAfter({ ...before, diskSpaceMb: 10_240 }), desired);
  expect(planSteps(changes, desired, anOrder(), new Set())).toEqual([{ kind: "resize", sizes: { memoryMb: 2048 } }]);
});

test("a reinstall that was done in this run is not done again, whatever the server shows", () => {
  expect(stepsFor({ reinstallTriggers: [2] }, anOrder(), ["reinstall"])).toEqual([]);
  expect(stepsFor({ distro: "deb13.64" }, anOrder(), ["reinstall"])).toEqual([]);
});

test("a server started only for its move is stopped again", () => {
  expect(stepsFor({ hostServerOid: "1400" }, anOrder(), ["start"])).toEqual(["move", "stop"]);
  expect(stepsFor({ hostServerOid: "1400" }, anOrder({ hostServerOid: "1400" }), ["start", "move"])).toEqual(["stop"]);
});

test("a managed state is restored after a step that disturbed it", () => {
  const desired = wanting({ memoryMb: 2048, runningState: "NOTRUNNING" });
  const { changes } = diffVps(recordedAfter({ memoryMb: 1024, runningState: "NOTRUNNING" }, stopped), desired);
  const resized = { vpsParameters: { memoryMb: 2048 } };
  const kinds = (order: AboutOrder) => planSteps(changes, desired, order, new Set(["resize"])).map(({ kind }) => kind);
  expect(kinds(anOrder(resized))).toEqual(["stop"]);
  expect(kinds(anOrder({ ...resized, runningState: "NOTRUNNING" }))).toEqual([]);
});

test("only image changes reinstall, unless first-boot changes should too", () => {
  const reasons = (after: Desired) => {
    const desired = wanting({ ...before, ...after });
    return reinstallReasons(diffVps(recordedAfter(before), desired).changes, desired);
  };
  expect(reasons({ password: "second password" })).toEqual([]);
  expect(reasons({ password: "second password", reinstallOnFirstBootChange: true })).toEqual(["password"]);
  expect(reasons({ distro: "deb13.64", controlPanel: "webmin" })).toEqual(["distro", "controlPanel"]);
});

test("an order shows a start, a stop, a move and a resize, and cannot show a restart or a reinstall", () => {
  expect(orderShows({ kind: "start" }, anOrder())).toBe(true);
  expect(orderShows({ kind: "stop" }, anOrder())).toBe(false);
  expect(orderShows({ kind: "move", hostServerOid: "1400" }, anOrder())).toBe(false);
  expect(orderShows({ kind: "resize", sizes: { memoryMb: 1024 } }, anOrder())).toBe(true);
  expect(orderShows({ kind: "resize", sizes: { memoryMb: 1024, diskSpaceMb: 1 } }, anOrder())).toBe(false);
  expect(orderShows({ kind: "restart" }, anOrder())).toBeUndefined();
  expect(orderShows({ kind: "reinstall", because: ["distro"] }, anOrder())).toBeUndefined();
});
