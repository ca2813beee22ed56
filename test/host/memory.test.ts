import { HostMemory } from "../../provider/host/memory";

test("an order is held by another only if one that is not the asker holds it", () => {
  const memory = new HostMemory();
  expect([memory.isHeld(1), memory.isHeldByAnother(1, "web")]).toEqual([false, false]);
  memory.hold(1, "web");
  memory.hold(1, "web");
  expect([memory.isHeld(1), memory.isHeldByAnother(1, "web"), memory.isHeldByAnother(1, "app")]).toEqual([
    true,
    false,
    true,
  ]);
  memory.hold(1, "app");
  memory.release(1, "web");
  expect([memory.isHeldByAnother(1, "web"), memory.isHeldByAnother(1, "app"), memory.isHeld(2)]).toEqual([
    true,
    false,
    false,
  ]);
});

test("an order's tags are read once, and again only after a failure", async () => {
  const memory = new HostMemory();
  let reads = 0;
  const read = async () => {
    reads++;
    if (reads === 1) throw new Error("out of order");
    return [{ key: "role", value: "web" }];
  };
  await expect(memory.tagsOnce(1, read)).rejects.toThrow("out of order");
  await Promise.all([memory.tagsOnce(1, read), memory.tagsOnce(1, read)]);
  expect(await memory.tagsOnce(1, read)).toEqual([{ key: "role", value: "web" }]);
  expect(reads).toBe(2);
});
