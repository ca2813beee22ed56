import fc from "fast-check";
import { diffVps, planChange } from "../../provider/server/plan-change";
import { stateAfter } from "../../provider/server/record";
import {
  type OwnedServer,
  type Step,
  type StepKind,
  serverOf,
  withOrder,
  withStep,
} from "../../provider/server/server";
import { afterStep, type Habits, type ModelServer } from "./support/model-server";
import { anOrder, nowMs, type Program, planned, recordedAfter, wanting } from "./support/server";

const before = wanting({ hostServerOid: "1317", memoryMb: 1024, distro: "deb12.64", restartTriggers: ["a"] });

const optional = <T>(value: T) => fc.option(fc.constant(value), { nil: undefined });

/** Any subset of the changes that an update can make. */
const edits = fc
  .record({
    hostServerOid: optional("1400"),
    memoryMb: optional(2048),
    diskSpaceMb: optional(20_480),
    distro: optional("deb13.64"),
    reinstallTriggers: optional([1]),
    restartTriggers: optional(["b"]),
    password: optional("another password"),
    reinstallOnFirstBootChange: optional(true),
    runningState: fc.constantFrom("RUNNING", "NOTRUNNING", undefined),
  })
  .map((edit) => Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined)) as Program);

const powers = fc.constantFrom("RUNNING", "NOTRUNNING");

const servers = fc.record({
  runningState: powers,
  memoryMb: fc.constantFrom(1024, 2048, 4096),
  hostServerOid: fc.constantFrom("1317", "1400"),
});

const habits = fc.record({ resizeStartsStopped: fc.boolean() });

interface Run {
  readonly server: ModelServer;
  readonly steps: readonly Step[];
  readonly state: OwnedServer;
}

/** Updates as the provider does: plan, do the first step, read, plan again. Stops before the call of that number. */
function update(model: ModelServer, saved: OwnedServer, program: Program, habit: Habits, failsAt = Infinity): Run {
  const diff = diffVps(saved, program);
  const steps: Step[] = [];
  let server = withOrder(serverOf(saved), model.order);
  for (;;) {
    const [step] = planChange(server, program, diff, nowMs).steps;
    const password = server.done.has("reinstall") ? "the password valid now" : undefined;
    const end = step === undefined ? "done" : "failed";
    if (step === undefined || steps.length === failsAt)
      return { server: model, steps, state: stateAfter(server, program, diff, end, password) };
    if (steps.length > 10) throw new Error(`no end: ${steps.map(({ kind }) => kind).join(", ")}`);
    model = afterStep(model, step, habit);
    if (step.kind === "reinstall" && program.distro !== undefined)
      model = { ...model, order: { ...model.order, distro: program.distro } };
    steps.push(step);
    server = withStep(server, step, program, model.order, "the password valid now");
  }
}

const modelOf = ({
  runningState,
  memoryMb,
  hostServerOid,
}: {
  runningState: string;
  memoryMb: number;
  hostServerOid: string;
}) => ({
  order: anOrder({ runningState, hostServerOid, vpsParameters: { ...anOrder().vpsParameters, memoryMb } }),
  boots: 0,
});

function expectReached({ server }: Run, edit: Program): void {
  const { order } = server;
  const changed = (argument: keyof Program) => edit[argument] !== undefined;
  if (changed("memoryMb")) expect(order.vpsParameters?.memoryMb).toBe(edit.memoryMb);
  if (changed("diskSpaceMb")) expect(order.vpsParameters?.diskSpaceMb).toBe(edit.diskSpaceMb);
  if (changed("hostServerOid")) expect(order.hostServerOid).toBe(edit.hostServerOid);
  if (changed("distro")) expect(order.distro).toBe(edit.distro);
  if (changed("runningState")) expect(order.runningState).toBe(edit.runningState);
}

const rank: Record<StepKind, number> = { start: 0, move: 1, resize: 2, reinstall: 3, restart: 4, stop: 5 };

test("the steps of any subset of changes lead to what the program asks for, in order, each once", () => {
  fc.assert(
    fc.property(edits, servers, habits, (edit, start, habit) => {
      const run = update(modelOf(start), recordedAfter(before), wanting({ ...before, ...edit }), habit);
      expectReached(run, edit);
      const mustBoot = edit.restartTriggers !== undefined && edit.runningState !== "NOTRUNNING";
      if (mustBoot && start.runningState === "RUNNING") expect(run.server.boots).toBeGreaterThan(0);
      const kinds = run.steps.map(({ kind }) => kind);
      expect(new Set(kinds).size).toBe(kinds.length);
      // A start may come first, to move, or last, because the program asks for it.
      const ranks = kinds.map((kind, index) => (kind === "start" && index > 0 ? 5 : rank[kind]));
      expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
    }),
    { numRuns: 600 },
  );
});

test("once its state is reached, the same program plans nothing", () => {
  fc.assert(
    fc.property(edits, servers, habits, (edit, start, habit) => {
      // What a move has done to the sizes is for the next run.
      fc.pre(edit.hostServerOid === undefined || start.memoryMb === before.memoryMb);
      const desired = wanting({ ...before, ...edit });
      const { server, state } = update(modelOf(start), recordedAfter(before), desired, habit);
      expect(diffVps(state, desired)).toMatchObject({ hasChanges: false, changed: [] });
      expect(planned(state, desired, server.order).steps).toEqual([]);
    }),
    { numRuns: 600 },
  );
});

test("after a failure at any step the next run does the rest, and moves, resizes and reinstalls only once in total", () => {
  fc.assert(
    fc.property(edits, powers, habits, fc.nat({ max: 5 }), (edit, runningState, habit, failsAt) => {
      const desired = wanting({ ...before, ...edit });
      // As recorded: an outside change that the first run noticed would be undone by the second.
      const start = modelOf({ runningState, memoryMb: 1024, hostServerOid: "1317" });
      const first = update(start, recordedAfter(before), desired, habit, failsAt);
      const second = update(first.server, first.state, desired, habit);
      expectReached(second, edit);
      const kinds = [...first.steps, ...second.steps].map(({ kind }) => kind);
      for (const kind of ["move", "resize", "reinstall"]) {
        expect(kinds.filter((one) => one === kind).length).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: 600 },
  );
});

test("a stopped, unmanaged server stays stopped unless the service starts it", () => {
  fc.assert(
    fc.property(edits, (edit) => {
      const { runningState: __, ...unmanaged } = edit;
      const stopped = modelOf({ runningState: "NOTRUNNING", memoryMb: 1024, hostServerOid: "1317" });
      const desired = wanting({ ...before, ...unmanaged });
      const run = update(stopped, recordedAfter(before), desired, { resizeStartsStopped: false });
      const isReinstalled = run.steps.some(({ kind }) => kind === "reinstall");
      if (!isReinstalled) expect(run.server.order.runningState).toBe("NOTRUNNING");
    }),
    { numRuns: 300 },
  );
});
