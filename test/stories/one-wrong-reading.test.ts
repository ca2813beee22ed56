import { declaring, orderOf, quickStory, web } from "./harness/servers";
import type { Story } from "./harness/story";

/** The next reading of a server's order says this; the one after it is right again. */
async function lieOnce({ simulator }: Story, orderOid: number, lie: object): Promise<void> {
  const headers = { authorization: "rimuhosting apikey=12345", accept: "application/json" };
  const answer = await fetch(`${simulator.url}/r/orders/order-${orderOid}-web`, { headers });
  const { get_order_response: right } = (await answer.json()) as { get_order_response: { about_order: object } };
  simulator.faults.add({
    call: "get-order",
    orderOid,
    how: { patch: { about_order: { ...right.about_order, ...lie } } },
  });
}

const lies: readonly (readonly [string, string, object, "parameters" | "running-state"])[] = [
  ["memoryMb: 1024", "memoryMb: 2048", { vps_parameters: { memory_mb: 2048, disk_space_mb: 10_240 } }, "parameters"],
  ["restartTriggers: [1]", "restartTriggers: [2]", { running_state: "NOTRUNNING" }, "running-state"],
];
for (const [before, after, lie, call] of lies)
  quickStory(`one wrong reading does not make a run record what it has not done (${after})`, async (told) => {
    const stack = await told.newStack({ program: declaring(web(before)) });
    (await stack.up()).expectOk();
    stack.project.write(declaring(web(after)));
    told.simulator.journal.clear();
    await lieOnce(told, Number(orderOf(stack)), lie);
    (await stack.up()).expectOk();
    expect(told.simulator.journal.calls(call)).toHaveLength(1);
  });

quickStory("one wrong reading of a server as stopped does not leave it stopped after a move", async (told) => {
  const stack = await told.newStack({ program: declaring(web('hostServerOid: "1317"')) });
  (await stack.up()).expectOk();
  const orderOid = Number(orderOf(stack));
  stack.project.write(declaring(web('hostServerOid: "1318"')));
  await lieOnce(told, orderOid, { running_state: "NOTRUNNING" });
  (await stack.up()).expectOk();
  expect(told.simulator.world.order(orderOid).runningState).toBe("RUNNING");
  expect(told.simulator.journal.calls("running-state")).toEqual([]);
});
