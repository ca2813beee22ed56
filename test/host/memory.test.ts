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

const app = "urn:pulumi:dev::shop::vps::app";

test("a server that is replaced with its key is protected as its successor of the same name is, whatever else is new", () => {
  const memory = new HostMemory();
  const web = { urn: "urn:pulumi:dev::shop::vps::web", isProtected: false };
  Object.assign(memory.ofKey("key-2"), { isToBeOrdered: true, ...web });
  Object.assign(memory.ofKey("key-3"), { isToBeOrdered: true, urn: app, isProtected: true });
  expect(memory.protects({ orderOid: 1, __key: "key-1", __urn: "urn:pulumi:dev::shop::vps::web" })).toBe(false);
});

test.each([
  ["a key with its name in another stack", { isToBeOrdered: true, urn: "urn:pulumi:live::shop::vps::web" }, true],
  ["a key with its name", { isToBeOrdered: true, urn: "urn:pulumi:dev::shop::vps::web" }, true],
  [
    "a key that was there before, whose server has an order and its name",
    { urn: "urn:pulumi:dev::mail::vps::web" },
    false,
  ],
  ["the key of a new server that may be its own by another name", { isToBeOrdered: true, urn: app }, true],
  [
    "the key of another new server, which has its order",
    { isToBeOrdered: true, urn: "urn:pulumi:dev::shop::vps::mail" },
    false,
  ],
  [
    "the key of a new server that has its former name, and an order",
    { isToBeOrdered: true, urn: "urn:pulumi:dev::former::vps::web" },
    false,
  ],
  ["a key that nothing declares", { isToBeOrdered: true }, false],
])("a server whose key the program does not declare is protected by %s: %j, %p", (_, notes, expected) => {
  const memory = new HostMemory();
  Object.assign(memory.ofKey("key-2"), { ...notes, isProtected: true });
  for (const place of ["shop::vps::mail", "former::vps::web"]) memory.ofOrder(2).owners.add(`urn:pulumi:dev::${place}`);
  const entry = { orderOid: 1, __key: "key-1", __urn: "urn:pulumi:dev::shop::vps::web" };
  expect(memory.protects(entry)).toBe(expected);
  Object.assign(memory.ofKey("key-1"), { urn: "urn:pulumi:dev::shop::vps::old", isProtected: false });
  expect(memory.protects(entry)).toBe(false);
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
