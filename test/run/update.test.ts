import { PartialFailure, Refusal } from "../../provider/host/outcomes";
import { createServer } from "../../provider/run/create";
import type { VpsInputs } from "../../provider/server/program";
import { reinstallToWire } from "../../provider/server/request";
import type { Recorded } from "../../provider/server/server";
import { ServiceError } from "../../provider/service/errors";
import type { CallName, Fault, JournalEntry } from "../../simulator/src/index";
import {
  announcedUpdate,
  clock,
  desiredOf,
  newContext,
  otherHost,
  simulator,
} from "../server/support/simulated-service";
import { isExhaustive } from "../volume";

/** What can go wrong with a call that changes a server, by what is said of the call. */
const mishaps: Record<string, Pick<Fault, "how" | "moment">> = {
  "is refused": { how: { status: 400 } },
  "is rejected": { how: { status: 429, retryAfter: "1" } },
  "is lost in transit": { how: "reset" },
  "loses its answer": { how: "reset", moment: "after-work" },
  "is answered with a page": { how: { status: 502, body: "html" }, moment: "after-work" },
};

const changingCalls: readonly (CallName | undefined)[] = ["host-server", "parameters", "reinstall", "running-state"];

/** The calls that changed the server, and what each requested. */
const changes = (isCounted: (entry: JournalEntry) => boolean): string[] =>
  simulator.journal.entries
    .filter((entry) => changingCalls.includes(entry.call) && isCounted(entry))
    .map(({ call, body }) => (call === "running-state" ? JSON.stringify(body) : String(call)));
/** The keys of `changes`. */
const callOf = (change: string) => (change.startsWith("{") ? "running-state" : (change as CallName));
const sent = () => changes(() => true);
const done = () => changes(({ isWorkDone }) => isWorkDone);

/** One change of each kind of step. */
const kinds = {
  move: (): Partial<VpsInputs> => ({ hostServerOid: otherHost() }),
  resize: (): Partial<VpsInputs> => ({ memoryMb: 4096 }),
  reinstall: (): Partial<VpsInputs> => ({ distro: "ubuntu2404.64" }),
  restart: (): Partial<VpsInputs> => ({ restartTriggers: ["b"] }),
  power: (): Partial<VpsInputs> => ({ runningState: "NOTRUNNING" }),
};
type Kind = keyof typeof kinds;

const kindNames = Object.keys(kinds) as Kind[];

const subsets = Array.from({ length: 2 ** kindNames.length }, (_, bits) =>
  kindNames.filter((_kind, place) => (bits >> place) % 2 === 1),
);

/** How a server is before the change. */
const beginnings = {
  running: { distro: "deb13.64", memoryMb: 2048, restartTriggers: ["a"] },
  stopped: { distro: "deb13.64", memoryMb: 2048, restartTriggers: ["a"], runningState: "NOTRUNNING" },
} satisfies Record<string, Partial<VpsInputs>>;

interface Server {
  readonly id: string;
  readonly outputs: Recorded;
}

const begin = async (args: Partial<VpsInputs>): Promise<Server> => {
  const made = await createServer(newContext(), desiredOf("web", args));
  clock.advance(3_600_000);
  simulator.journal.clear();
  return made;
};

/** Runs `pulumi up` until one succeeds. Returns the errors. */
async function upUntilDone({ id, outputs }: Server, args: Partial<VpsInputs>): Promise<Error[]> {
  const complaints: Error[] = [];
  let recorded = outputs;
  while (complaints.length < 4) {
    try {
      await announcedUpdate(newContext(), id, recorded, desiredOf("web", args));
      return complaints;
    } catch (error) {
      if (!(error instanceof PartialFailure || error instanceof Refusal || error instanceof ServiceError)) throw error;
      if (error instanceof PartialFailure) recorded = error.properties;
      complaints.push(error);
      clock.advance(60_000);
    }
  }
  throw new Error(complaints.map(({ message }) => message).join("\n"));
}

/** Makes these changes to a fresh server, with one fault along the way. */
async function changeWith(beginning: Partial<VpsInputs>, subset: readonly Kind[], fault: Fault | undefined) {
  simulator.reset();
  const server = await begin(beginning);
  const wanted: Partial<VpsInputs> = Object.assign({}, beginning, ...subset.map((kind) => kinds[kind]()));
  if (fault !== undefined) simulator.faults.add(fault);
  const complaints = await upUntilDone(server, wanted);
  return { complaints: complaints.map(({ message }) => message), done: done(), sentCount: sent().length };
}

describe.each(Object.entries(beginnings))("a server that was %s", (_, beginning) => {
  const isStopped = "runningState" in beginning;
  const possible = subsets.filter((subset) => !(isStopped && subset.includes("power")));
  const largest = Math.max(...possible.map(({ length }) => length));
  /** Every time each change alone and all together; exhaustively all sets. */
  const differing = possible.filter(({ length }) => isExhaustive || length <= 1 || length === largest);

  /** What the changes do without a mishap, which is the same for each of them. */
  const smoothRuns = new Map<readonly Kind[], Awaited<ReturnType<typeof changeWith>>>();
  const smoothly = async (subset: readonly Kind[]) => {
    const run = smoothRuns.get(subset) ?? (await changeWith(beginning, subset, undefined));
    smoothRuns.set(subset, run);
    return run;
  };

  test.each(Object.entries(mishaps))(
    "each finished change is sent exactly once, whichever call of whichever changes %s",
    async (_name, mishap) => {
      for (const subset of differing) {
        const smooth = await smoothly(subset);
        expect(smooth.complaints).toEqual([]);
        for (const [index, failing] of smooth.done.entries()) {
          const call = callOf(failing);
          const after = smooth.done.slice(0, index).filter((earlier) => callOf(earlier) === call).length;
          const rough = await changeWith(beginning, subset, { call, after, ...mishap });
          const about = { subset, failing, complaints: rough.complaints };
          expect({ ...about, done: rough.done }).toEqual({ ...about, done: smooth.done });
          // What succeeded is not sent again; what did not is sent once more.
          const again = mishap.moment === "after-work" ? 0 : 1;
          expect({ ...about, sent: rough.sentCount }).toEqual({ ...about, sent: smooth.sentCount + again });
          expect(simulator.faults.unused()).toEqual([]);
        }
      }
    },
    120_000,
  );
});

test("the program's time-outs apply to each call of a change, and what was done anyway is noticed", async () => {
  const server = await begin({ memoryMb: 2048 });
  simulator.faults.add({ call: "parameters", how: "hang", moment: "after-work" });
  const desired = { ...desiredOf("web", { memoryMb: 4096 }), __timeouts: { updateMs: 50 } };
  const outputs = await announcedUpdate(newContext(), server.id, server.outputs, desired);
  expect(outputs.memoryMb).toBe(4096);
  expect(sent()).toEqual(["parameters"]);
});

test("a server that the service is still working on is left alone until it is done", async () => {
  const server = await begin({ memoryMb: 2048 });
  const gate = simulator.hold("reinstall", { moment: "during-work" });
  const client = newContext().client;
  const reinstalling = client.reinstall(
    Number(server.id),
    reinstallToWire({ distro: "ubuntu2404.64", password: "Another1Password" }),
  );
  await gate.reached;
  const context = newContext();
  let looks = 0;
  const sleep = async (durationMs: number): Promise<void> => {
    if (++looks === 3) {
      gate.release();
      await reinstalling;
    }
    await context.sleep(durationMs);
  };
  const desired = desiredOf("web", { memoryMb: 4096 });
  await announcedUpdate({ ...context, sleep }, server.id, server.outputs, desired);
  expect(looks).toBeGreaterThanOrEqual(3);
  expect(sent()).toEqual(["reinstall", "parameters"]);
});
