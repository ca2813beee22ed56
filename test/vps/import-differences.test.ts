import { Unknown } from "../../provider/engine/properties";
import { type VpsArgument, vpsArguments } from "../../provider/vps/arguments";

import { diffVps } from "../../provider/vps/diff";
import { differenceObjection, importDifferences, recordImport } from "../../provider/vps/import-checks";
import { examples } from "./support/examples";
import { anOrder, type Program, wanting } from "./support/server";

/** The server has the first example of each argument that a server shows. */
const having = (argument: VpsArgument, which: 0 | 1): Program => wanting({ [argument]: examples[argument][which] });

const order = anOrder({ metaData: [{ key: "role", value: "web" }] });

/** Spelled out, because a difference that an import does not report is never noticed again. */
const reported: readonly VpsArgument[] = [
  "domainName",
  "distro",
  "dcLocation",
  "memoryMb",
  "diskSpaceMb",
  "diskSpace2Mb",
  "diskSpace3Mb",
  "billingOid",
  "hostServerOid",
  "ipRequest",
  "metaData",
  "runningState",
];

describe.each(vpsArguments)("%s", (argument) => {
  test("equal to the server's value is no difference", () => {
    expect(importDifferences(order, having(argument, 0))).toEqual([]);
  });

  const named = reported.includes(argument) ? [argument] : [];
  test(named.length === 0 ? "is reported by no order, and is no difference" : "differs", () => {
    expect(importDifferences(order, having(argument, 1)).map((difference) => difference.argument)).toEqual(named);
  });

  test("once adopted is no change to a program that stays the same", () => {
    const desired = having(argument, 0);
    expect(diffVps(recordImport(order, desired, undefined), desired).hasChanges).toBe(false);
  });

  test("that differs counts as a change from the adopted state", () => {
    const desired = having(argument, 1);
    const { changes } = diffVps(recordImport(order, desired, undefined), desired);
    expect(changes.map((change) => change.argument)).toEqual(named);
  });
});

test("values that a preview does not know or the service omits are no difference", () => {
  expect(importDifferences(order, wanting({ memoryMb: new Unknown() }))).toEqual([]);
  const { vpsParameters: _, distro: __, ...bare } = order;
  expect(importDifferences(bare, wanting({ memoryMb: 4096, distro: "deb13.64" }))).toEqual([]);
});

test("the service's own spelling is no difference", () => {
  expect(importDifferences(order, wanting({ domainName: "WEB.example.com.", dcLocation: "dcdallas" }))).toEqual([]);
});

test("extra tags are no difference, but a missing one is", () => {
  expect(importDifferences(order, wanting({ metaData: {} }))).toEqual([]);
  expect(importDifferences(order, wanting({ metaData: { role: "web", team: "a" } }))[0]).toMatchObject({
    argument: "metaData",
    live: { role: "web" },
  });
});

test("of the program's values, a message shows none that may be a secret in the wrong argument", () => {
  const program = wanting({ distro: "Tr0ub4dor&3", metaData: { role: "5ec2e75ec2e7", team: "shop" } });
  expect(differenceObjection(importDifferences(order, program))).toBe(
    'distro: "deb12.64" on the server, "…" in the program; metaData: {"role":"web"} on the server, {"role":"…","team":"shop"} in the program. ' +
      "An import changes nothing: write the server's values into the program.",
  );
});

test("addresses requested by number must be present", () => {
  const asked = { requestedIps: ["198.51.100.8"] };
  expect(importDifferences(order, wanting({ ipRequest: asked }))[0]?.argument).toBe("ipRequest");
  expect(importDifferences(order, wanting({ ipRequest: { requestedIps: ["198.51.100.7"] } }))).toEqual([]);
});
