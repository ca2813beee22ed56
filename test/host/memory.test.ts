import { entryOf, HostMemory } from "../../provider/host/memory";

test("an order is held by another if a resource of the program has it, or another entry of the state", () => {
  const memory = new HostMemory();
  const { owners, entries } = memory.ofOrder(1);
  const heldFor = (...askers: string[]) => [
    memory.isHeld(1),
    ...askers.map((asker) => memory.isHeldByAnother(1, asker)),
  ];
  expect(heldFor("web")).toEqual([false, false]);
  entries.add("web");
  expect(heldFor("web", "app")).toEqual([true, false, true]);
  entries.add("app").delete("web");
  expect(heldFor("web", "app")).toEqual([true, true, false]);
  expect(memory.otherOwner(1, "app")).toBeUndefined();
  entries.clear();
  owners.add("web");
  expect(heldFor("web", "app")).toEqual([true, true, true]);
  expect([memory.otherOwner(1, "app"), memory.otherOwner(1, "web"), memory.isHeld(2)]).toEqual([
    "web",
    undefined,
    false,
  ]);
  expect([memory.hasOwner(1), memory.hasOwner(2)]).toEqual([true, false]);
});

test("an entry of the state is known by its key, whatever its name", () => {
  const marks = ["new-name", "old-name"].map((__urn) => entryOf({ __key: "key-1", __urn }));
  expect([...marks, entryOf({ __urn: "web" })]).toEqual(["key-1", "key-1", "web"]);
});

test.each([
  ["has it", 1, undefined, true],
  ["replaces it", 2, undefined, true],
  ["is bought with its key", 3, "key-2", true],
  ["has neither", 3, "key-1", false],
])("an order is another server's if that one %s", (_, orderOid, key, expected) => {
  const memory = new HostMemory();
  memory.ofOrder(1).owners.add("app");
  Object.assign(memory.ofKey("key-2"), { urn: "app", replacedOid: 2 });
  Object.assign(memory.ofKey("key-1"), { urn: "web" });
  memory.ofKey("key-3").replacedOid = orderOid;
  expect(memory.isOfAnother(orderOid, "web", key)).toBe(expected);
  expect(memory.isOfAnother(orderOid, "app", key === "key-2" ? key : undefined)).toBe(false);
});

test.each([
  ["by the key that is declared beside it", "key-1", {}, true],
  ["by the check that has found its order", "key-2", { isProtected: true }, true],
  ["by no other key", "key-2", {}, false],
])("a server is protected %s", (_, key, notes, expected) => {
  const memory = new HostMemory();
  memory.ofKey(key).isProtected = true;
  Object.assign(memory.ofOrder(1), notes);
  expect(memory.protects({ orderOid: 1, __key: "key-1" })).toBe(expected);
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

test("of a renamed server is spoken under its present name, and never under one that another server has now", () => {
  const memory = new HostMemory();
  const renamed = { __urn: "web", __key: "key-1" };
  expect(memory.presentUrn(renamed)).toBe("web");
  memory.ofKey("key-2").urn = "web";
  expect(memory.presentUrn(renamed)).toBeUndefined();
  memory.ofKey("key-1").urn = "app";
  expect(memory.presentUrn(renamed)).toBe("app");
  expect(memory.presentUrn({ __urn: "web" })).toBe("web");
});
