import { Unknown } from "../../provider/engine/properties";
import { argumentsWith, type VpsArgument, vpsArguments } from "../../provider/vps/arguments";
import { diffVps } from "../../provider/vps/diff";
import { recordedInputs, recordInstall, recordProgram } from "../../provider/vps/record";
import { recordedFrom } from "../../provider/vps/state";
import { examples } from "./support/examples";
import { anOrder, type Program, recordedAfter, wanting } from "./support/server";

const having = (argument: VpsArgument, which: 0 | 1): Program => ({ [argument]: examples[argument][which] });

const without = (argument: VpsArgument): Program => ({ ...wanting(), [argument]: undefined });

/** Spelled out and not derived from the table, because a change of the table affects everybody's servers. */
const replacing: readonly VpsArgument[] = [
  "domainName",
  "dcLocation",
  "vpsType",
  "features",
  "isSsdHostRequired",
  "hostServerSelector",
  "ipRequest",
  "instantiationViaCloneOptions",
];

describe.each(vpsArguments)("%s", (argument) => {
  const isReplacing = replacing.includes(argument);

  test("left as it was is no change", () => {
    const recorded = recordedAfter(having(argument, 0));
    expect(diffVps(recorded, wanting(having(argument, 0)))).toEqual({ hasChanges: false, changes: [], replaces: [] });
  });

  test("changed is a replacement or an update, as the table says", () => {
    const { hasChanges, changes, replaces } = diffVps(recordedAfter(having(argument, 0)), wanting(having(argument, 1)));
    expect(hasChanges).toBe(true);
    expect(changes.map((change) => change.argument)).toEqual([argument]);
    expect(replaces).toEqual(isReplacing ? [argument] : []);
  });

  test("not known yet is a change, but never a replacement", () => {
    const { hasChanges, changes, replaces } = diffVps(
      recordedAfter(having(argument, 0)),
      wanting({ [argument]: new Unknown() }),
    );
    expect(hasChanges).toBe(true);
    expect(changes).toMatchObject([{ argument, isUnknown: true }]);
    expect(replaces).toEqual([]);
  });

  test("removed is recorded, and does not change the server by itself", () => {
    const { hasChanges, changes, replaces } = diffVps(recordedAfter(having(argument, 0)), without(argument));
    expect(hasChanges).toBe(true);
    expect(replaces).toEqual([]);
    const isTold = [...argumentsWith("first-boot"), ...argumentsWith("behaviour")].some((one) => one === argument);
    expect(changes.map((change) => change.argument)).toEqual(isTold ? [argument] : []);
  });

  test("left unset is no change", () => {
    const never = { ...wanting(), [argument]: undefined };
    const recorded = { ...recordedAfter(), ...(argument === "domainName" ? { __managed: [] } : {}) };
    expect(diffVps(recorded, never).hasChanges).toBe(false);
  });
});

test.each(replacing.filter((argument) => argument !== "domainName"))(
  "%s set for the first time replaces if the server shows another value",
  (argument) => {
    expect(diffVps(recordedAfter(), wanting(having(argument, 1))).replaces).toEqual([argument]);
  },
);

test.each([
  "distro",
  "dcLocation",
  "memoryMb",
  "diskSpaceMb",
  "diskSpace2Mb",
  "diskSpace3Mb",
  "hostServerOid",
  "billingOid",
] as const)("%s set for the first time to what the server has is only recorded", (argument) => {
  const { hasChanges, changes } = diffVps(recordedAfter(), wanting(having(argument, 0)));
  expect({ hasChanges, changes }).toEqual({ hasChanges: true, changes: [] });
});

test.each(["reinstallTriggers", "restartTriggers"] as const)(
  "%s set for the first time wipes and restarts nothing",
  (argument) => {
    const { hasChanges, changes } = diffVps(recordedAfter(), wanting(having(argument, 0)));
    expect({ hasChanges, changes }).toEqual({ hasChanges: true, changes: [] });
  },
);

test("an image change replaces only if the program says so", () => {
  const recorded = recordedAfter({ distro: "deb12.64" });
  expect(diffVps(recorded, wanting({ distro: "deb13.64" })).replaces).toEqual([]);
  expect(diffVps(recorded, wanting({ distro: "deb13.64", onImageChange: "replace" })).replaces).toEqual(["distro"]);
});

test("first-boot data never replaces, even if an image change does", () => {
  const desired = wanting({ password: "another", onImageChange: "replace", reinstallOnFirstBootChange: true });
  expect(diffVps(recordedAfter({ password: "one" }), desired).replaces).toEqual([]);
});

test("a password for the next install is recorded beside the one that is valid, once", () => {
  const [program, other] = [wanting({ password: "for the next install" }), wanting({ password: "another" })];
  const recorded = recordProgram(recordedAfter(), program, undefined);
  expect(recorded.password).toBe("the password valid now");
  expect(recordedInputs(recorded)).toMatchObject({ password: "for the next install" });
  expect(diffVps(recorded, program)).toMatchObject({ hasChanges: false });
  for (const next of [other, wanting()]) expect(diffVps(recorded, next).changes).toHaveLength(1);
  const left = recordProgram(recorded, wanting(), undefined);
  expect(left).toMatchObject({ password: "the password valid now" });
  expect(diffVps(left, wanting())).toMatchObject({ hasChanges: false });
  expect(diffVps(left, program).changes).toHaveLength(1);
});

test("a failure after a reinstall leaves no first-boot change, whatever the program sets or leaves out since", () => {
  const before = { password: "one", cloudConfigData: "#cloud-config", isJustMinimalInit: true };
  for (const [first, then] of [
    [{}, before],
    [before, {}],
    [before, { ...before, password: "two", cloudConfigData: undefined }],
  ] satisfies [Program, Program][]) {
    const program = wanting({ ...then, reinstallOnFirstBootChange: true });
    const installed = recordInstall(recordedAfter(first), program, program.password ?? "derived");
    expect(diffVps(installed, program).changes.filter(({ effect }) => effect === "first-boot")).toEqual([]);
  }
});

test("zero is zero, whatever its sign: a state has none", () => {
  const program = { reinstallTriggers: [0], cloudConfig: { nice: 0 } };
  const signed = { reinstallTriggers: [-0], cloudConfig: { nice: -0 } };
  expect(diffVps(recordedAfter(program), wanting(signed)).changes).toEqual([]);
});

test("a data centre is the same in upper or lower case, and requesting one address equals requesting none", () => {
  expect(diffVps(recordedAfter({ dcLocation: "DCDALLAS" }), wanting({ dcLocation: "dcdallas" })).changes).toEqual([]);
  expect(diffVps(recordedAfter(), wanting({ ipRequest: { numIps: 1 } })).replaces).toEqual([]);
});

test("an argument removed and restored is no change of the server", () => {
  for (const argument of [...replacing, "controlPanel", "metaData", "pricingPlanCode"] as const) {
    if (argument === "domainName") continue;
    const between = recordProgram(recordedAfter(having(argument, 0)), without(argument), undefined);
    expect(diffVps(between, wanting(having(argument, 0))).changes).toEqual([]);
  }
});

test.each<[string, Program, Program, boolean]>([
  ["new time-outs", {}, { __timeouts: { deleteMs: 1000 } }, true],
  ["retainOnDelete", {}, { __isRetained: true }, true],
  ["no retainOnDelete any more", { __isRetained: true }, {}, true],
  ["another key", { __key: "key-1" }, { __key: "key-2" }, true],
  ["the same key", { __key: "key-1" }, { __key: "key-1" }, false],
])("what only the state has to know is recorded: %s", (_, before, after, isRecorded) => {
  expect(diffVps(recordedAfter(before), wanting(after))).toEqual({ hasChanges: isRecorded, changes: [], replaces: [] });
});

test("what the service chose is no drift", () => {
  const other = anOrder({ vpsParameters: { memoryMb: 4096 }, distro: "rocky9.64", hostServerOid: "99" });
  expect(diffVps(recordedAfter({}, other), wanting()).hasChanges).toBe(false);
});

test("a purchase of unknown outcome, and a server that is still to be reached, need an update, whatever a refresh made the engine forget", () => {
  const settled = recordedAfter(wanting());
  expect(diffVps(settled, wanting()).hasChanges).toBe(false);
  expect(diffVps({ ...settled, __awaitsPort: true }, wanting())).toMatchObject({
    hasChanges: true,
    changes: [],
  });
  const pending = recordedFrom({ ...settled, orderOid: undefined, __attempt: "attempt-1" });
  expect(diffVps(pending, wanting())).toMatchObject({ hasChanges: true, changes: [] });
});

test("a purchase of unknown outcome is not replaced: its order may still turn up", () => {
  const pending = recordedFrom({ ...recordedAfter(wanting()), orderOid: undefined, __attempt: "attempt-1" });
  const { changes, replaces } = diffVps(pending, wanting({ dcLocation: "DCLONDON" }));
  expect(changes).toMatchObject([{ argument: "dcLocation" }]);
  expect(replaces).toEqual([]);
});

test("a server that was bought before the service showed its address is looked at again; one without a purchase is not", () => {
  const { primaryIp: _, ...unaddressed } = recordedAfter();
  expect(diffVps({ ...unaddressed, __attempt: "attempt-1" }, wanting())).toEqual({
    hasChanges: true,
    changes: [],
    replaces: [],
  });
  expect(diffVps(unaddressed, wanting()).hasChanges).toBe(false);
  expect(diffVps(recordedAfter(), wanting()).hasChanges).toBe(false);
});
