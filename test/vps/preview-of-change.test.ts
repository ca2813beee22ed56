import { createServer } from "../../provider/vps/create";
import { diffVps } from "../../provider/vps/diff";
import { Preview } from "../../provider/vps/preview";
import { desiredOf, newContext, simulator } from "./support/simulated-service";

const previewOf = (context = newContext()) => new Preview(() => ({ ...context, context: () => context }));

const lists = () => simulator.journal.calls("list-orders").filter(({ path }) => !path.includes("meta")).length;

test("a purchase and a resize in one run share one list", async () => {
  const { outputs } = await createServer(newContext(), desiredOf("web", { memoryMb: 2048 }));
  const context = newContext({ maxTotalMonthlyCostUsd: "100" });
  const preview = previewOf(context);
  simulator.journal.clear();
  const enlarged = desiredOf("web", { memoryMb: 4096 });
  await preview.reportChange(outputs, enlarged, diffVps(outputs, enlarged));
  expect(await preview.checkOrder(desiredOf("db"))).toEqual([]);
  // Beside it only what a search by a tag finds is asked for.
  expect(lists()).toBe(1);
});

test("a preview refuses what the up would refuse: a change of a suspended server", async () => {
  const { outputs } = await createServer(newContext(), desiredOf("web", { runningState: "RUNNING" }));
  simulator.world.suspendOutside(outputs.orderOid);
  const stopped = desiredOf("web", { runningState: "NOTRUNNING" });
  await expect(previewOf().reportChange(outputs, stopped, diffVps(outputs, stopped))).rejects.toThrow(
    /was not changed: it has been suspended since .*: ask the service's support/,
  );
});

test("a preview refuses what the up would refuse: a change of an order that the key cannot see", async () => {
  const { outputs } = await createServer(newContext(), desiredOf("web", { memoryMb: 1024 }));
  simulator.reset();
  const enlarged = desiredOf("web", { memoryMb: 2048 });
  await expect(previewOf().reportChange(outputs, enlarged, diffVps(outputs, enlarged))).rejects.toThrow(
    /Reading order \d+ was refused by the service \(404/,
  );
});

test("a preview leaves a cancelled server to the up: an interrupted replacement may have cancelled it, to be bought again", async () => {
  const { outputs } = await createServer(newContext(), desiredOf("web", { memoryMb: 1024 }));
  simulator.world.cancelOutside(outputs.orderOid);
  const enlarged = desiredOf("web", { memoryMb: 2048 });
  await expect(previewOf().reportChange(outputs, enlarged, diffVps(outputs, enlarged))).resolves.toBeUndefined();
});
