import { createServer } from "../../provider/vps/create";
import type { Desired } from "../../provider/vps/desired";
import { diffVps } from "../../provider/vps/diff";
import { Preview } from "../../provider/vps/preview";
import type { OwnedServer } from "../../provider/vps/state";
import { clock, desiredOf, newContext, simulator } from "./support/simulated-service";

const previewOf = (context = newContext()) => new Preview(() => ({ ...context, context: () => context }));

const report = (recorded: OwnedServer, desired: Desired, context = newContext()) =>
  previewOf(context).reportChange(recorded, desired, diffVps(recorded, desired));

/** The diff has shown that the run replaces the server's order. */
const replacing = ({ memory }: ReturnType<typeof newContext>, { __key: key }: { __key: string }, old: OwnedServer) => {
  memory.ofKey(key).replacedOid = old.orderOid;
};

const lists = () => simulator.journal.calls("list-orders").filter(({ path }) => !path.includes("meta")).length;

test.each([false, true])(
  "the account's total has no room for the order that is replaced (cancelled already: %s)",
  async (isCancelled) => {
    const { outputs } = await createServer(newContext(), desiredOf("web", { memoryMb: 1024 }));
    if (isCancelled) simulator.world.cancelOutside(outputs.orderOid);
    const context = newContext();
    const moved = { ...desiredOf("web", { memoryMb: 1024 }), __isPreview: true };
    replacing(context, moved, outputs);
    expect(await previewOf(context).checkOrder(moved)).toEqual([]);
    expect(context.summaries.at(-1)).toMatch(/brings the account's total to USD 5\.82$/);
  },
);

test("a server that the state shows stopped is not announced to be stopped, though its order cannot be read", async () => {
  const { outputs } = await createServer(newContext(), desiredOf("web"));
  simulator.faults.add({ call: "get-order", how: { status: 500 }, times: 1000 });
  simulator.faults.add({ call: "list-orders", how: { status: 500 }, times: 1000 });
  const context = newContext();
  const stopped = { ...desiredOf("web", { runningState: "NOTRUNNING" }), __isPreview: true };
  await report({ ...outputs, observedRunningState: "NOTRUNNING" }, stopped, context);
  expect(context.warnings.join()).not.toContain("will be stopped");
  expect(context.summaries.join()).toContain("runningState recorded: the server has that already");
});

test("a service that is down is waited for once, however many servers are new, and asked again a minute later", async () => {
  const context = newContext();
  const preview = previewOf(context);
  const ofOrder = async (name: string) => {
    const before = simulator.journal.calls("list-orders").length;
    await preview.checkOrder({ ...desiredOf(name), __isPreview: true, __key: `new-${name}` });
    return simulator.journal.calls("list-orders").length - before;
  };
  for (const name of ["a", "b", "c"]) context.memory.ofKey(`new-${name}`).isNew = true;
  simulator.faults.add({ call: "list-orders", how: "reset", times: 100 });
  expect(await ofOrder("a")).toBeGreaterThan(1);
  expect(await ofOrder("b")).toBe(0);
  clock.advance(61_000);
  expect(await ofOrder("c")).toBeGreaterThan(1);
});

test("a price that does not come in time keeps no server from being looked for", async () => {
  const context = newContext();
  const preview = previewOf(context);
  simulator.faults.add({ call: "new-vm-pricing", how: "reset", times: 100 });
  for (const name of ["a", "b"]) {
    await preview.checkOrder({ ...desiredOf(name), __isPreview: true });
    expect(context.warnings.join()).not.toContain("could not be read");
  }
  expect(lists()).toBe(1);
  expect(context.summaries).toHaveLength(2);
});
