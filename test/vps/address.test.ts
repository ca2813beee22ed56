import { createServer } from "../../provider/vps/create";
import { diffVps } from "../../provider/vps/diff";
import { updateServer } from "../../provider/vps/update";
import { clock, desiredOf, newContext, simulator } from "./support/simulated-service";

const args = { memoryMb: 2048 };

/** A server whose purchase was answered before it had an address. */
async function unaddressed() {
  const { id, outputs } = await createServer(newContext(), desiredOf("web", args));
  clock.advance(3_600_000);
  simulator.journal.clear();
  const { primaryIp, secondaryIps, ...recorded } = outputs;
  return { id, recorded, outputs };
}

const calls = () => simulator.journal.entries.map(({ call }) => call);

test("the address of a server is fetched once the service shows it, with one read and no other effect", async () => {
  const { id, recorded, outputs } = await unaddressed();
  simulator.world.resizeOutside(Number(id), { memoryMb: 4096 });
  const context = newContext();
  const settled = await updateServer(context, id, recorded, desiredOf("web", args));
  expect(settled).toEqual(outputs);
  expect(calls()).toEqual(["get-order"]);
  expect(diffVps(settled, desiredOf("web", args)).hasChanges).toBe(false);
});

test("a server that still has no address stays as it is, and is looked at again", async () => {
  const { id, recorded } = await unaddressed();
  const served = newContext();
  const getOrder: typeof served.client.getOrder = async (...asked) => {
    const { allocatedIps, ...order } = await served.client.getOrder(...asked);
    return order;
  };
  const context = { ...served, client: { ...served.client, getOrder } };
  const settled = await updateServer(context, id, recorded, desiredOf("web", args));
  expect(settled).toEqual(recorded);
  expect(diffVps(settled, desiredOf("web", args)).hasChanges).toBe(true);
});

test("a change that reads the order anyway brings the address with it", async () => {
  const { id, recorded, outputs } = await unaddressed();
  const settled = await updateServer(newContext(), id, recorded, desiredOf("web", { memoryMb: 4096 }));
  expect(settled).toMatchObject({ memoryMb: 4096, primaryIp: outputs.primaryIp });
});
