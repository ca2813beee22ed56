import { cancel } from "../../provider/vps/cancel";
import { createServer } from "../../provider/vps/create";
import { readServer } from "../../provider/vps/read";
import { recordedFrom } from "../../provider/vps/state";
import { updateServer } from "../../provider/vps/update";
import { desiredOf, newContext, simulator, type TestContext } from "./support/simulated-service";

let context: TestContext;
beforeEach(() => {
  context = newContext();
});

const placed = () => simulator.world.placeOrder({ domainName: "web.example.com" }).orderOid;
const importing = (orderOid: number, args: Parameters<typeof desiredOf>[1] = {}) => ({
  ...desiredOf("web", args),
  __import: String(orderOid),
});
const bought = () => simulator.journal.calls("new-vps").length;

test("a failed import leaves the order free for the next attempt of the same run", async () => {
  const orderOid = placed();
  await expect(createServer(context, importing(orderOid, { memoryMb: 8192 }))).rejects.toThrow("was not adopted");
  expect((await createServer(context, importing(orderOid))).id).toBe(String(orderOid));
});

test("a replacement does not cancel the order that it has just adopted", async () => {
  const orderOid = placed();
  const before = await createServer(context, importing(orderOid));
  const later = newContext();
  await createServer(later, importing(orderOid));
  await cancel(later, before.outputs);
  expect(simulator.world.isCancelled(orderOid)).toBe(false);
  expect(later.warnings.join()).toContain(`Order ${orderOid} was not cancelled`);
});

test("the declared key counts from then on, through an update and a refresh, whatever key is among the tags", async () => {
  const { id: boughtId } = await createServer(context, { ...desiredOf("old"), domainName: "web.example.com" });
  const desired = importing(Number(boughtId), { cancel: "immediately" });
  const later = newContext();
  const { id, outputs } = await createServer(later, desired);
  const updated = await updateServer(later, id, outputs, { ...desired, memoryMb: 2048 });
  const seen = await readServer(later, id, updated);
  expect([outputs, updated, seen?.outputs].map((state) => state?.__key)).toEqual(Array(3).fill(desired.__key));
  await cancel(newContext(), seen?.outputs ?? recordedFrom({}));
  expect(simulator.world.isCancelled(Number(id))).toBe(true);
});

test("a purchase that never turned up is not repeated if the program imports an order instead", async () => {
  const orderOid = placed();
  const pending = recordedFrom({ domainName: "web.example.com", __attempt: "lost", __sentAt: "2001-01-01T00:00:00Z" });
  const outputs = await updateServer(context, "pending-lost", pending, importing(orderOid));
  expect(outputs.orderOid).toBe(orderOid);
  expect(bought()).toBe(0);
});
