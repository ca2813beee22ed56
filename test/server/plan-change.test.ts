import fc from "fast-check";
import { Unknown } from "../../provider/pulumi/properties";
import { effectOf, type VpsArgument, vpsArguments } from "../../provider/server/arguments";
import { sayPlan } from "../../provider/server/change-words";
import { diffVps, type Plan, planChange } from "../../provider/server/plan-change";
import { type Program as PreviewedProgram, resolvedPart } from "../../provider/server/program";
import { stateAfter } from "../../provider/server/record";
import { recordedFrom, type Server, type StepKind, serverOf, withOrder, withStep } from "../../provider/server/server";
import { definedParts } from "../../provider/service/names";
import type { AboutOrder } from "../../provider/service/wire/order";
import { examples } from "./support/examples";
import { afterUpdate, anOrder, nowMs, type Program, planned, recordedAfter, wanting } from "./support/server";

/** Any subset of the arguments, each with either of its examples. */
const programs = fc
  .record(Object.fromEntries(vpsArguments.map((name) => [name, fc.constantFrom(undefined, ...examples[name])])))
  .map((given) => definedIn(given) as Program);

const definedIn = (given: object): object =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

/** An edit of a program: some arguments otherwise, some gone, some that only the `up` knows; and options. */
const edits = fc
  .record({
    ...Object.fromEntries(
      vpsArguments.map((name) => [name, fc.constantFrom<unknown>(...Array(6), ...examples[name], new Unknown())]),
    ),
    __isProtected: fc.constantFrom(undefined, true),
    __isRetained: fc.constantFrom(undefined, undefined, true),
    __import: fc.constantFrom(undefined, undefined, undefined, "7"),
  })
  .map((given) => definedIn(given) as PreviewedProgram);

/** An order of which the service shows any part, as it was or otherwise. */
const orders = fc
  .record({
    distro: fc.constantFrom(undefined, "deb12.64", "deb13.64"),
    hostServerOid: fc.constantFrom(undefined, "1317", "1400"),
    runningState: fc.constantFrom(undefined, "RUNNING", "NOTRUNNING", "RESTARTING"),
    vpsParameters: fc.constantFrom(undefined, {}, { memoryMb: 2048 }, { diskSpaceMb: 40_960, diskSpace2Mb: 4096 }),
    allocatedIps: fc.constantFrom(undefined, { primaryIp: "203.0.113.9", secondaryIps: [] }),
    metaData: fc.constantFrom(undefined, [], [{ key: "role", value: "mail" }]),
    billingInfo: fc.constantFrom(
      undefined,
      {},
      { suspendedDate: "2026-02-01T00:00:00Z" },
      { cancellationDate: "2026-02-01T00:00:00Z" },
    ),
  })
  .map((parts): AboutOrder => ({ orderOid: anOrder().orderOid, ...definedIn(parts) }));

const kinds = fc.subarray<StepKind>(["start", "move", "resize", "reinstall", "restart", "stop"]);

test("a plan is made for every state, order and program; what it refuses or replaces takes no step, and what is open none either", () => {
  fc.assert(
    fc.property(programs, edits, fc.option(orders), kinds, fc.boolean(), (before, edit, order, done, isDone) => {
      const saved = recordedAfter(before);
      const program = wanting({ ...before, ...edit });
      const diff = diffVps(saved, program);
      const bare = { ...serverOf(saved), done: new Set(order === null ? [] : done) };
      const server = order === null ? bare : withOrder(bare, order);
      const plan = planChange(server, program, diff, nowMs);
      if (plan.refused.length > 0 || plan.replaced.length > 0) expect(plan.steps).toEqual([]);
      const steps = plan.steps.map(({ kind }) => kind);
      expect(new Set(steps).size).toBe(steps.length);
      for (const kind of ["move", "resize", "reinstall"] as const)
        if (server.done.has(kind)) expect(steps).not.toContain(kind);
      expectOnlyChanged(plan, diff.changed);
      if (program.__isProtected === true) expect(steps).not.toContain("reinstall");
      const { line, warnings } = sayPlan(server, program, plan);
      expect([...line, ...warnings, ...plan.refused].join("\n")).not.toMatch(/undefined|null|\[object/);
      const resolved = resolvedPart(program);
      const state = stateAfter(server, resolved, diff, isDone ? "done" : "failed", undefined);
      expect(recordedFrom({ ...state })).toEqual(state);
    }),
    { numRuns: 600 },
  );
});

/** Only what differs between state and program is acted upon. */
function expectOnlyChanged({ steps }: Plan, changed: readonly VpsArgument[]): void {
  for (const step of steps) {
    if (step.kind === "resize") expect(changed).toEqual(expect.arrayContaining(Object.keys(step.sizes)));
    if (step.kind === "reinstall") expect(changed).toEqual(expect.arrayContaining([...step.because]));
    if (step.kind === "move") expect(changed).toContain("hostServerOid");
    if (step.kind === "restart") expect(changed).toContain("restartTriggers");
  }
}

/** The server after the first step of its plan, as this order shows it then. */
function afterFirst(server: Server, program: Program, saved: Server["saved"], order: AboutOrder): Server {
  const [step] = planChange(server, program, diffVps(saved, program), nowMs).steps;
  if (step === undefined) throw new Error("the plan has no step");
  return withStep(server, step, program, order, "the new password");
}

const kindsOf = ({ steps }: Plan): StepKind[] => steps.map(({ kind }) => kind);

test("what this run has installed outranks what is read later", () => {
  const saved = recordedAfter({ distro: "deb12.64" });
  const program = wanting({ distro: "deb13.64" });
  const installed = afterFirst(withOrder(serverOf(saved), anOrder()), program, saved, anOrder());
  expect(installed.now.distro).toBe("deb13.64");
  expect(planChange(installed, program, diffVps(saved, program), nowMs)).toMatchObject({ steps: [], refused: [] });
});

test("protect holds although the server first seemed to have the image", () => {
  const saved = recordedAfter({ distro: "deb12.64", memoryMb: 1024 });
  const program = wanting({ distro: "deb13.64", memoryMb: 2048, __isProtected: true });
  const seems = withOrder(serverOf(saved), anOrder({ distro: "deb13.64" }));
  expect(kindsOf(planChange(seems, program, diffVps(saved, program), nowMs))).toEqual(["resize"]);
  const resized = afterFirst(seems, program, saved, anOrder({ vpsParameters: { memoryMb: 2048 } }));
  const plan = planChange(resized, program, diffVps(saved, program), nowMs);
  expect(plan).toMatchObject({ steps: [], refused: [expect.stringContaining("but the resource is protected")] });
});

test("a server whose state nobody shows is started only if the program has changed that", () => {
  const { runningState: _, ...silent } = anOrder();
  const saved = {
    ...recordedAfter({ memoryMb: 1024, runningState: "RUNNING" }, silent),
    observedRunningState: undefined,
  };
  expect(kindsOf(planned(saved, wanting({ memoryMb: 2048, runningState: "RUNNING" }), silent))).toEqual(["resize"]);
  const stopped = { ...saved, runningState: "NOTRUNNING" } as const;
  expect(kindsOf(planned(stopped, wanting({ memoryMb: 1024, runningState: "RUNNING" }), silent))).toEqual(["start"]);
});

test("what a preview knows, the update keeps, and names as drift; a move brings what is seen", () => {
  const elsewhere = anOrder({ allocatedIps: { primaryIp: "203.0.113.9", secondaryIps: [] } });
  const saved = recordedAfter({ memoryMb: 1024, hostServerOid: "1317" });
  const resize = wanting({ memoryMb: 2048, hostServerOid: "1317" });
  expect(planned(saved, resize, elsewhere).drift).toEqual(["primaryIp"]);
  const stateOf = (program: Program, order: AboutOrder) =>
    stateAfter(withOrder(serverOf(saved), order), program, diffVps(saved, program), "done");
  expect(stateOf(resize, elsewhere)).toMatchObject({ primaryIp: saved.primaryIp, memoryMb: 2048 });
  const moved = anOrder({ ...elsewhere, hostServerOid: "1400", vpsParameters: { memoryMb: 4096 } });
  const move = wanting({ memoryMb: 1024, hostServerOid: "1400" });
  expect(planned(saved, move, moved).drift).toEqual([]);
  expect(stateOf(move, moved)).toMatchObject({ primaryIp: "203.0.113.9", memoryMb: 4096 });
});

test("drift is what the program sets, and what no step brings or may bring", () => {
  const other = anOrder({ distro: "deb13.64", hostServerOid: "1400", vpsParameters: { memoryMb: 4096 } });
  const inCapitals = anOrder({ distro: "DEB12.64" });
  const base = { distro: "deb12.64", memoryMb: 1024, reinstallTriggers: [1], restartTriggers: [1] };
  const saved = { ...recordedAfter(base), hostServerOid: "1317" };
  const restart = { ...base, restartTriggers: [2] };
  const driftFor = (program: Program | PreviewedProgram, order = other) =>
    planChange(withOrder(serverOf(saved), order), program, diffVps(saved, program), nowMs).drift;
  expect(driftFor(wanting(restart))).toEqual(["hostServerOid", "distro", "memoryMb"]);
  expect(driftFor(wanting({ ...restart, memoryMb: undefined }))).toEqual(["hostServerOid", "distro"]);
  expect(driftFor(wanting({ ...restart, reinstallTriggers: [2] }))).toEqual(["hostServerOid", "memoryMb"]);
  expect(driftFor({ ...wanting(restart), distro: new Unknown() })).toEqual(["hostServerOid", "memoryMb"]);
  expect(driftFor({ ...wanting(restart), hostServerOid: new Unknown() })).toEqual(["distro"]);
  expect(driftFor(wanting(restart), inCapitals)).toEqual([]);
});

test("a reinstall that is not proven leaves the old image in the state, and power is as it is seen", () => {
  const saved = recordedAfter({ distro: "deb12.64", runningState: "RUNNING", memoryMb: 1024 });
  const program = wanting({ distro: "deb13.64", runningState: "RUNNING", memoryMb: 2048 });
  const seen = withOrder(serverOf(saved), anOrder({ distro: "deb13.64", runningState: "NOTRUNNING" }));
  const state = stateAfter(seen, program, diffVps(saved, program), "failed");
  expect(state).toMatchObject({ distro: "deb12.64", runningState: "NOTRUNNING", memoryMb: 1024 });
  expect(afterUpdate(saved, program, "failed", ["reinstall"])).toMatchObject({ distro: "deb13.64" });
});

test("a plan that a move has made impossible is refused then", () => {
  const saved = recordedAfter({ hostServerOid: "1317", diskSpaceMb: 10_240 });
  const program = wanting({ hostServerOid: "1400", diskSpaceMb: 20_480 });
  const grown = anOrder({ hostServerOid: "1400", vpsParameters: { diskSpaceMb: 40_960 } });
  const moved = afterFirst(withOrder(serverOf(saved), anOrder()), program, saved, grown);
  const plan = planChange(moved, program, diffVps(saved, program), nowMs);
  expect(plan).toMatchObject({
    steps: [],
    refused: [expect.stringContaining("cannot be reduced from 40960 to 20480")],
  });
});

test.each([
  ["2026-02-01T00:00:00Z", 1],
  ["last Sunday", 1],
  [undefined, 0],
])("a server that is suspended since %s is changed or not", (suspendedDate, count) => {
  const refusedFor = (program: Program) =>
    planned(recordedAfter(), wanting(program), anOrder({ billingInfo: definedParts({ suspendedDate }) })).refused;
  expect(refusedFor({ memoryMb: 2048 })).toHaveLength(count);
  // What is only saved takes no call.
  expect(refusedFor({ cancel: "at-period-end" })).toEqual([]);
});

test("nothing is replaced that the last run or this program keeps on deletion", () => {
  const saved = recordedAfter();
  const program = wanting({ dcLocation: "DCLONDON" });
  expect(planned(saved, program).refused).toHaveLength(0);
  expect(planned({ ...saved, __isRetained: true }, program).refused).toHaveLength(1);
  expect(planned(saved, { ...program, __isRetained: true }).refused).toHaveLength(1);
});

test("a managed running state is restored also where an interrupted run has disturbed it", () => {
  const stopped = anOrder({ runningState: "NOTRUNNING" });
  const saved = recordedAfter({ memoryMb: 1024, runningState: "NOTRUNNING" }, stopped);
  const program = wanting({ memoryMb: 2048, runningState: "NOTRUNNING" });
  const resized = anOrder({ vpsParameters: { memoryMb: 2048 }, runningState: "RUNNING" });
  expect(kindsOf(planned(saved, program, resized))).toEqual(["stop"]);
  // What has changed elsewhere, and no step of this run disturbs, is left to a refresh.
  const other = wanting({ memoryMb: 1024, runningState: "NOTRUNNING", cancel: "at-period-end" });
  expect(kindsOf(planned(saved, other, anOrder()))).toEqual([]);
});

test("what no call can change may be there already: an order has more tags than the program's", () => {
  const saved = recordedAfter();
  const tagged = anOrder({
    metaData: [
      { key: "role", value: "web" },
      { key: "team", value: "a" },
    ],
  });
  expect(planned(saved, wanting({ metaData: { role: "web" } }), tagged)).toMatchObject({
    refused: [],
    already: ["metaData"],
  });
  for (const metaData of [{ role: "db" }, { role: "web", other: "x" }])
    expect(planned(saved, wanting({ metaData }), tagged).refused).toEqual([expect.stringMatching(/^metaData can't/)]);
  const fixed = vpsArguments.filter((name) => effectOf(name) === "refused" && name !== "metaData");
  for (const name of fixed)
    expect(planned(recordedAfter(), wanting({ [name]: examples[name][1] })).refused).toHaveLength(1);
});
