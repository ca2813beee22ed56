import { Refusal } from "../../provider/host/failures";
import { createServer } from "../../provider/vps/create";
import { diffVps } from "../../provider/vps/diff";
import type { VpsInputs } from "../../provider/vps/inputs";
import { Preview } from "../../provider/vps/preview";
import { updateServer } from "../../provider/vps/update";
import type { Fault } from "../../simulator/src/index";
import { desiredOf, newContext, simulator } from "./support/simulated-service";

async function resized(args: Partial<VpsInputs>): Promise<unknown> {
  const { id, outputs } = await createServer(newContext(), desiredOf("web", { memoryMb: 2048 }));
  return updateServer(newContext(), id, outputs, desiredOf("web", args)).catch((error) => error);
}

test("an update itself refuses a resize above the limit, whatever the check could see", async () => {
  const refused = await resized({ memoryMb: 65_536, maxMonthlyCostUsd: 20, runningState: "NOTRUNNING" });
  expect(refused).toBeInstanceOf(Refusal);
  expect((refused as Error).message).toMatch(
    /^order \d+ \(web\.example\.com.*\) was not changed, and nothing was billed: maxMonthlyCostUsd is 20, but the service's quote is USD \d+\.\d\d a month\. Ask for less, or raise the limit\.$/,
  );
  expect(simulator.journal.calls("parameters")).toEqual([]);
  expect(simulator.world.orders()).toMatchObject([{ runningState: "RUNNING" }]);
});

test.each([{ maxMonthlyCostUsd: 10 }, {}])(
  "a limit counts a size that was changed elsewhere and that the resize does not set back (%j)",
  async (limit) => {
    const { id, outputs } = await createServer(newContext(), desiredOf("web", { memoryMb: 1024 }));
    simulator.world.resizeOutside(outputs.orderOid, { memoryMb: 4096 });
    const config = { maxTotalMonthlyCostUsd: "10" };
    const desired = desiredOf("web", { memoryMb: 1024, diskSpaceMb: 20_480, ...limit });
    const context = newContext(config);
    const preview = new Preview(() => ({ ...context, context: () => context }));
    await expect(preview.reportChange(outputs, desired, diffVps(outputs, desired))).rejects.toThrow("USD 14.62");
    await expect(updateServer(newContext(config), id, outputs, desired)).rejects.toThrow("USD 14.62");
    expect(simulator.journal.calls("parameters")).toEqual([]);
  },
);

test.each<[string, Fault]>([
  ["the service refuses to tell the price", { call: "new-vm-pricing", how: { status: 404 } }],
  ["the price cannot be read", { call: "new-vm-pricing", how: { status: 500, body: "html" }, times: 20 }],
])("a limit is kept where %s", async (_, fault) => {
  simulator.faults.add(fault);
  const refused = await resized({ memoryMb: 4096, maxMonthlyCostUsd: 20 });
  expect((refused as Error).message).toContain("cannot be enforced, because the price is not known");
  expect(simulator.journal.calls("parameters")).toEqual([]);
});

test("one quote right before a resize serves the argument and the setting", async () => {
  const { id, outputs } = await createServer(newContext(), desiredOf("web", { memoryMb: 1024 }));
  const resize = (total: string, own: number) =>
    updateServer(
      newContext({ maxTotalMonthlyCostUsd: total }),
      id,
      outputs,
      desiredOf("web", { memoryMb: 4096, maxMonthlyCostUsd: own }),
    );
  await expect(resize("100", 6)).rejects.toThrow("nothing was billed: maxMonthlyCostUsd is 6, but");
  await expect(resize("6", 100)).rejects.toThrow("nothing was billed: the setting maxTotalMonthlyCostUsd is 6, but");
  await resize("100", 100);
  expect(simulator.journal.calls("new-vm-pricing")).toHaveLength(3);
});
