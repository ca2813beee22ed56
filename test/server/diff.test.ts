import { Unknown } from "../../provider/pulumi/properties";
import { argumentsWith, type VpsArgument, vpsArguments } from "../../provider/server/arguments";
import { diffVps } from "../../provider/server/plan-change";
import { recordedFrom } from "../../provider/server/server";
import { examples } from "./support/examples";
import { afterUpdate, anOrder, type Program, recordedAfter, wanting } from "./support/server";

const having = (argument: VpsArgument, which: 0 | 1): Program => ({ [argument]: examples[argument][which] });
const without = (argument: VpsArgument): Program => ({ ...wanting(), [argument]: undefined });

/** Spelled out and not derived from the table, because a change of the table affects everybody's servers. */
const replacing: readonly VpsArgument[] = [
  ...(["domainName", "dcLocation", "vpsType", "features", "isSsdHostRequired"] as const),
  ...(["hostServerSelector", "ipRequest", "instantiationViaCloneOptions"] as const),
];
const same = { hasChanges: false, changed: [], open: [], replaces: [] };
const onlyRecorded = { ...same, hasChanges: true };

describe.each(vpsArguments)("%s", (argument) => {
  const recorded = recordedAfter(having(argument, 0));
  const replaces = replacing.includes(argument) ? [argument] : [];

  test("left as it was, or unset, is no change", () => {
    expect(diffVps(recorded, wanting(having(argument, 0)))).toEqual(same);
    const never = { ...recordedAfter(), ...(argument === "domainName" ? { __managed: [] } : {}) };
    expect(diffVps(never, without(argument)).hasChanges).toBe(false);
  });

  test("changed is a replacement or an update, as the table says, and only an update while it is not known yet", () => {
    const changed = diffVps(recorded, wanting(having(argument, 1)));
    expect(changed).toMatchObject({ hasChanges: true, changed: [argument], replaces });
    const unknown = diffVps(recorded, wanting({ [argument]: new Unknown() }));
    expect(unknown).toEqual({ hasChanges: true, changed: [], open: [argument], replaces: [] });
  });

  test("removed, and restored, does not change the server by itself", () => {
    const isTold = [...argumentsWith("first-boot"), ...argumentsWith("behaviour")].some((one) => one === argument);
    // Without it, a flag that was false is still false.
    const changed = isTold && examples[argument][0] !== false ? [argument] : [];
    expect(diffVps(recorded, without(argument))).toMatchObject({ hasChanges: true, changed, replaces: [] });
    if (isTold || ["domainName", "runningState"].includes(argument)) return;
    const between = afterUpdate(recorded, without(argument));
    expect(diffVps(between, wanting(having(argument, 0))).changed).toEqual([]);
  });
});

test("set for the first time replaces if the server shows another value, and is recorded if it shows this one", () => {
  for (const argument of replacing.filter((one) => one !== "domainName"))
    expect(diffVps(recordedAfter(), wanting(having(argument, 1))).replaces).toEqual([argument]);
  for (const argument of [
    ...(["distro", "dcLocation", "memoryMb", "diskSpaceMb", "diskSpace2Mb", "diskSpace3Mb"] as const),
    ...(["hostServerOid", "billingOid", "reinstallTriggers", "restartTriggers"] as const),
  ])
    expect(diffVps(recordedAfter(), wanting(having(argument, 0)))).toEqual(onlyRecorded);
});

test("a key that the state or the program lacks is no other one", () => {
  const recorded = { ...recordedAfter(), __key: "key-1" };
  const keys = [undefined, "key-1", "key-2"].map((__key) => diffVps(recorded, { ...wanting(), __key }).hasChanges);
  const { hasChanges } = diffVps({ ...recorded, __key: undefined }, wanting({ __key: "key-1" }));
  expect([...keys, hasChanges]).toEqual([false, false, true, false]);
});

test("first-boot data never replaces, even if an image change does", () => {
  const desired = wanting({ password: "another", onImageChange: "replace", reinstallOnFirstBootChange: true });
  expect(diffVps(recordedAfter({ password: "one" }), desired).replaces).toEqual([]);
});

test.each<[string, Program, Program, boolean]>([
  ["new time-outs", {}, { __timeouts: { deleteMs: 1000 } }, true],
  ["retainOnDelete", {}, { __isRetained: true }, true],
  ["no retainOnDelete any more", { __isRetained: true }, {}, true],
  ["another key", { __key: "key-1" }, { __key: "key-2" }, true],
  ["the same key", { __key: "key-1" }, { __key: "key-1" }, false],
  ["another provider", { __providerName: "a" }, { __providerName: "b" }, true],
  ["the stack's own provider", { __providerName: "a" }, { __providerName: "" }, true],
  ["a provider that an earlier version has not saved", {}, { __providerName: "a" }, false],
  ["the same provider", { __providerName: "a" }, { __providerName: "a" }, false],
])("what only the state has to know is recorded: %s", (_, before, after, isRecorded) => {
  expect(diffVps(recordedAfter(before), wanting(after))).toEqual(isRecorded ? onlyRecorded : same);
  const options = afterUpdate(recordedAfter(before), wanting(after));
  expect(diffVps(options, wanting(after))).toEqual(same);
});

test("what the service chose is no drift", () => {
  const other = anOrder({ vpsParameters: { memoryMb: 4096 }, distro: "rocky9.64", hostServerOid: "99" });
  expect(diffVps(recordedAfter({}, other), wanting()).hasChanges).toBe(false);
});

test("what is still to be done needs an update, whatever a refresh made the engine forget", () => {
  const settled = recordedAfter(wanting());
  const { primaryIp: _, ...unaddressed } = settled;
  const pending = recordedFrom({ ...settled, orderOid: undefined, __attempt: "attempt-1" });
  for (const state of [
    { ...settled, __awaitsPort: true as const },
    { ...unaddressed, __attempt: "attempt-1" },
    pending,
  ])
    expect(diffVps(state, wanting())).toEqual(onlyRecorded);
  for (const state of [settled, unaddressed]) expect(diffVps(state, wanting())).toEqual(same);
  // Its order may still turn up.
  expect(diffVps(pending, wanting({ dcLocation: "DCLONDON" }))).toMatchObject({
    changed: ["dcLocation"],
    replaces: [],
  });
});
