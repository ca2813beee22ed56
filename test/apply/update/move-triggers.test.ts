import { PartialFailure } from "../../../provider/apply/failures";
import { createServer } from "../../../provider/apply/server/create";
import { readServer } from "../../../provider/apply/server/read";
import { updateServer } from "../../../provider/apply/server/update";
import type { VpsInputs } from "../../../provider/schema/vps-inputs";
import type { Recorded } from "../../../provider/schema/vps-outputs";
import { mishaps } from "../support/mishaps";
import { clock, desiredOf, newContext, simulator } from "../support/simulated-service";

const asking = (trigger: string, more: Partial<VpsInputs> = {}) =>
  desiredOf("web", { moveTriggers: [trigger], ...more });

const begin = async (more: Partial<VpsInputs> = {}) => {
  const { id, outputs } = await createServer(newContext(), asking("a", more));
  clock.advance(3_600_000);
  simulator.journal.clear();
  const host = simulator.world.order(Number(id)).hostServerOid;
  const update = (recorded: Recorded, trigger = "b") =>
    updateServer(newContext({ idleMinutes: "1" }), id, recorded, asking(trigger, more));
  return { id, outputs, host, update, order: () => simulator.world.order(Number(id)) };
};

const moves = () => simulator.journal.calls("host-server");

test("the service chooses the host, and is told what the program says about moves", async () => {
  const { outputs, host, update, order } = await begin({ move: { moveReason: "noisy neighbours" } });
  const moved = await update(outputs);
  expect(moves().map(({ body }) => body)).toEqual([{ vps_move_request: { move_reason: "noisy neighbours" } }]);
  expect(order().hostServerOid).not.toBe(host);
  expect(moved).toMatchObject({
    hostServerOid: order().hostServerOid,
    primaryIp: order().primaryIp,
    moveTriggers: ["b"],
  });
});

test("a stopped server is started for the move and stopped again", async () => {
  const { outputs, host, update, order } = await begin({ runningState: "NOTRUNNING" });
  await update(outputs);
  expect(order()).toMatchObject({ runningState: "NOTRUNNING" });
  expect(order().hostServerOid).not.toBe(host);
});

test.each(Object.entries(mishaps))(
  "a move that %s is made once in the end, whatever the next runs find",
  async (_, mishap) => {
    const { outputs, host, update, order } = await begin();
    simulator.faults.add({ call: "host-server", ...mishap });
    let recorded: Recorded = outputs;
    for (let run = 0; run < 2; run++) {
      recorded = await update(recorded).catch((error: unknown) => {
        if (error instanceof PartialFailure) return error.properties;
        return recorded;
      });
    }
    expect(recorded).toMatchObject({ moveTriggers: ["b"], hostServerOid: order().hostServerOid });
    expect(order().hostServerOid).not.toBe(host);
    expect(moves().filter(({ isWorkDone }) => isWorkDone)).toHaveLength(1);
  },
);

test("a move that loses its answer is reported like any other, with the address that it took away", async () => {
  const { id, outputs, order } = await begin();
  const { primaryIp } = order();
  simulator.faults.add({ call: "host-server", how: "reset", moment: "after-work" });
  const context = newContext();
  await updateServer(context, id, outputs, asking("b"));
  expect(context.summaries).toEqual([
    expect.stringContaining(
      `moved to host ${order().hostServerOid}, the IP was ${primaryIp} before: ${order().primaryIp}`,
    ),
  ]);
});

describe("after a run that died once the service had begun to move the server", () => {
  const moved = async () => {
    const begun = await begin();
    await newContext().client.move(Number(begun.id), {});
    return { ...begun, chosen: begun.order().hostServerOid };
  };

  test("the next run moves it no second time, and says why", async () => {
    const { id, outputs, order, chosen } = await moved();
    const context = newContext();
    const next = await updateServer(context, id, outputs, asking("b"));
    expect(moves()).toHaveLength(1);
    expect(next).toMatchObject({ hostServerOid: chosen, moveTriggers: ["b"] });
    expect(context.warnings).toEqual([expect.stringContaining("it is not moved again")]);
    await updateServer(newContext(), id, next, asking("c"));
    expect(order().hostServerOid).not.toBe(chosen);
  });

  test("neither does it after a refresh", async () => {
    const { id, outputs, chosen, update } = await moved();
    const seen = await readServer(newContext(), id, outputs);
    expect(seen?.inputs).not.toHaveProperty("hostServerOid");
    expect(await update(seen?.outputs ?? outputs)).toMatchObject({ hostServerOid: chosen, moveTriggers: ["b"] });
    expect(moves()).toHaveLength(1);
  });
});

test("a move that the service reports, and that the order does not show, is an error and is not sent again", async () => {
  const { outputs, host, update, order } = await begin();
  const answer = { put_host_server_move_response: { response_type: "OK", move_messages: [] } };
  simulator.faults.add({ call: "host-server", how: { json: answer } });
  await expect(update(outputs)).rejects.toThrow(
    'the service reports that "move" succeeded, but the order does not show it',
  );
  expect(order().hostServerOid).toBe(host);
  expect(moves()).toHaveLength(1);
});

test("no other host with room is said in the service's words, with what else can be done", async () => {
  const { outputs, update } = await begin();
  simulator.faults.add({ call: "host-server", how: "no-capacity" });
  await expect(update(outputs)).rejects.toThrow(/Nothing was moved/);
});
