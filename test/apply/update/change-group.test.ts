import type { ProviderContext } from "../../../provider/apply/context";
import { PartialFailure, Refusal } from "../../../provider/apply/failures";
import { createServer } from "../../../provider/apply/server/create";
import { updateServer } from "../../../provider/apply/server/update";
import { diffVps } from "../../../provider/plan/update/diff";
import type { VpsInputs } from "../../../provider/schema/vps-inputs";
import type { Recorded } from "../../../provider/schema/vps-outputs";
import type { CallName } from "../../../simulator/src/index";
import { clock, desiredOf, newContext, simulator, surroundings } from "../support/simulated-service";

const small = { distro: "deb13.64", memoryMb: 1024, changeGroup: "web" } satisfies Partial<VpsInputs>;
const large = { ...small, memoryMb: 2048 };

interface Server {
  readonly name: string;
  readonly id: string;
  readonly outputs: Recorded;
}

const orderOf = ({ id }: Server) => Number(id);

async function servers(count: number, args: Partial<VpsInputs> = small): Promise<Server[]> {
  const made: Server[] = [];
  for (let n = 1; n <= count; n++) {
    const name = `web-${n}`;
    made.push({ name, ...(await createServer(newContext(), desiredOf(name, args))) });
  }
  clock.advance(3_600_000);
  simulator.journal.clear();
  return made;
}

const up = (context: ProviderContext, { name, id, outputs }: Server, args: Partial<VpsInputs>) =>
  updateServer(context, id, outputs, desiredOf(name, args));

const changing: readonly (CallName | undefined)[] = ["host-server", "parameters", "reinstall", "running-state"];

/** What has been sent to change servers: the numbers of their orders. */
const sent = (): (number | undefined)[] =>
  simulator.journal.entries.filter(({ call }) => changing.includes(call)).map(({ orderOid }) => orderOid);

/** How each of these ended. */
async function endings(works: readonly Promise<unknown>[]): Promise<unknown[]> {
  const results = await Promise.allSettled(works);
  return results.map((result) => (result.status === "rejected" ? result.reason : "good"));
}

test.each([
  ["1", 1],
  ["2", 2],
])("%s of a group at a time, and the next begins once this one answers at its port", async (limit, most) => {
  const all = await servers(5, { ...small, waitForPort: 22 });
  const tries = new Map<string, number>();
  let down = 0;
  // Each server answers at the third try. Whoever was sent a change and has not answered is down.
  surroundings.port = (address) => {
    tries.set(address, (tries.get(address) ?? 0) + 1);
    down = Math.max(down, new Set(sent()).size - [...tries.values()].filter((count) => count >= 3).length);
    return tries.get(address) === 3 ? "open" : "refused";
  };
  const context = newContext({ maxConcurrentChangesPerGroup: limit });
  const ended = await endings(all.map((one) => up(context, one, { ...large, waitForPort: 22 })));
  expect(ended).toEqual(Array(5).fill("good"));
  expect(sent()).toEqual(all.map(orderOf));
  // Whoever answers at this very try counts no more.
  expect(down).toBe(most);
});

test("the first failure stops the group, what waited is as it was, and the next run goes on", async () => {
  const all = await servers(4);
  const [first, second] = all.map(orderOf);
  simulator.faults.add({ call: "parameters", orderOid: second ?? 0, how: { status: 400, message: "No room." } });
  const context = newContext();
  const [one, two, ...others] = await endings(all.map((server) => up(context, server, large)));
  expect(one).toBe("good");
  expect(String(two)).toContain("No room.");
  for (const [place, error] of others.entries()) {
    expect(error).toBeInstanceOf(Refusal);
    expect(String(error)).toContain(
      `Nothing was done to web-${place + 3}.example.com (order ${all[place + 2]?.id}), which waited for its turn in the group "web": ` +
        `the change of web-2.example.com (order ${second}) failed. Fix that first; its own error says what happened. The next "pulumi up" goes on`,
    );
  }
  expect(sent()).toEqual([first, second]);
  const again = newContext();
  expect(await endings(all.slice(1).map((server) => up(again, server, large)))).toEqual(["good", "good", "good"]);
  expect(simulator.world.orders().map(({ sizes }) => sizes.memoryMb)).toEqual([2048, 2048, 2048, 2048]);
});

test.each([
  ["stops", "the run was asked to stop"],
  ["is-gone", "the Pulumi CLI that asked for it ended"],
] as const)("once the engine %s nothing of the group begins", async (engine, reason) => {
  const all = await servers(3);
  surroundings.engine = () => (sent().length > 0 ? engine : "runs");
  const context = newContext();
  const [one, ...others] = await endings(all.map((server) => up(context, server, large)));
  expect(one).toBe("good");
  for (const error of others) {
    expect(error).toBeInstanceOf(Refusal);
    expect(String(error)).toContain(`group "web": ${reason}. The next "pulumi up" goes on with the rest of the group.`);
  }
  expect(sent()).toEqual([orderOf(all[0] as Server)]);
});

test("a turn that never ends does not hold up the others for ever", async () => {
  const [one, two] = (await servers(2)) as [Server, Server];
  const never = new Promise<never>(() => undefined);
  const context = { ...newContext(), tryPort: () => never };
  void up(context, one, { ...large, waitForPort: 22 });
  const startMs = clock.now();
  const [error] = await endings([up(context, two, large)]);
  expect(error).toBeInstanceOf(Refusal);
  expect(String(error)).toContain(`the change of web-1.example.com (order ${one.id}) has not ended in all the time`);
  expect(clock.now() - startMs).toBeLessThan(5 * 3_600_000);
});

test("purchases, starts, records and other groups do not wait", async () => {
  const [held, started, recorded, other] = (await servers(4)) as [Server, Server, Server, Server];
  simulator.world.stopOutside(orderOf(started));
  const gate = simulator.hold("parameters", { orderOid: orderOf(held) });
  const context = newContext();
  const working = up(context, held, large);
  await gate.reached;
  await up(
    context,
    { ...started, outputs: { ...started.outputs, observedRunningState: "NOTRUNNING" } as Recorded },
    { ...small, runningState: "RUNNING" },
  );
  await up(context, recorded, { ...small, cancel: "at-period-end" });
  await up(context, other, { ...large, changeGroup: "mail" });
  await createServer(context, desiredOf("web-5", small));
  gate.release();
  await working;
});

test("a server that does not run again fails the group, and is looked at before the next run goes on", async () => {
  const [one, two] = (await servers(2)) as [Server, Server];
  const context = newContext();
  // It stops right after its resize, before anything else is asked.
  surroundings.engine = () => {
    if (sent().length === 1) simulator.world.stopOutside(orderOf(one));
    return "runs";
  };
  const [failed, waiting] = await endings([up(context, one, large), up(context, two, large)]);
  if (!(failed instanceof PartialFailure)) throw failed;
  expect(failed.message).toContain(
    `Order ${one.id} (web-1.example.com) was changed as the program asks, but it does not run again.`,
  );
  expect(failed.properties).toMatchObject({ memoryMb: 2048, __unfinished: [{ kind: "port" }] });
  expect(waiting).toBeInstanceOf(Refusal);

  surroundings.engine = () => "runs";
  const stopped = { ...one, outputs: failed.properties as Recorded };
  expect(diffVps(stopped.outputs, desiredOf("web-1", large)).hasChanges).toBe(true);
  const again = newContext();
  // Whoever comes first, the one that is down goes first.
  const second = await endings([up(again, two, large), up(again, stopped, large)]);
  expect(second).toEqual([expect.any(Refusal), expect.any(PartialFailure)]);
  simulator.world.startOutside(orderOf(one));
  const third = newContext();
  const [, mended] = await Promise.all([up(third, two, large), up(third, stopped, large)]);
  expect(mended).not.toHaveProperty("__unfinished");
  expect(sent()).toEqual([orderOf(one), orderOf(two)]);
});

test("a server that failed in part of its change is seen to serve before the next run goes on", async () => {
  const [one, two] = (await servers(2)) as [Server, Server];
  const wanted = { ...large, distro: "deb12.64" };
  simulator.faults.add({ call: "reinstall", how: { status: 400, message: "That image is being rebuilt." } });
  const context = newContext();
  const [waiting, failed] = await endings([up(context, two, wanted), up(context, one, wanted)]);
  expect(waiting).toBeInstanceOf(Refusal);
  if (!(failed instanceof PartialFailure)) throw failed;
  expect(failed.properties).toMatchObject({ memoryMb: 2048, distro: "deb13.64", __unfinished: [{ kind: "port" }] });
  simulator.world.stopOutside(orderOf(one));
  // What the program asks for was taken back.
  const again = newContext();
  const stopped = { ...one, outputs: failed.properties as Recorded };
  const second = await endings([up(again, two, large), up(again, stopped, large)]);
  expect(second).toEqual([expect.any(Refusal), expect.any(PartialFailure)]);
});

test("they go in the order of their names, in whatever order the engine comes with them", async () => {
  const all = await servers(11);
  const context = newContext();
  const shuffled = [...all.slice(4), ...all.slice(0, 4).reverse()];
  await Promise.all(shuffled.map((one) => up(context, one, large)));
  expect(sent()).toEqual(all.map(orderOf));
});

test("a server that was stopped before need not run again", async () => {
  const all = await servers(2, { ...small, runningState: "NOTRUNNING" });
  const context = newContext();
  const ended = await endings(all.map((one) => up(context, one, { ...large, runningState: "NOTRUNNING" })));
  expect(ended).toEqual(["good", "good"]);
});

test("a server without a group, and one that is in the way of nobody, costs no further call", async () => {
  const calls = async (from: Partial<VpsInputs>, to: Partial<VpsInputs>): Promise<(CallName | undefined)[]> => {
    simulator.reset();
    const [one] = (await servers(1, from)) as [Server];
    await up(newContext(), one, to);
    return simulator.journal.entries.map(({ call }) => call);
  };
  const { changeGroup: _, ...alone } = small;
  const plain = await calls(alone, { ...alone, memoryMb: 2048 });
  expect(plain).toEqual(["get-order", "vps-status", "parameters", "get-order"]);
  expect(await calls(small, large)).toEqual([...plain, "get-order", "vps-status"]);
  expect(await calls(alone, small)).toEqual([]);
});
