import { Unknown } from "../../provider/pulumi/properties";
import { tagNames } from "../../provider/purchase/tags";
import { type VpsArgument, vpsArguments } from "../../provider/server/arguments";
import { adoptionWarnings, differenceRefusal, importRefusal, orderRefusal } from "../../provider/server/import-checks";
import { diffVps } from "../../provider/server/plan-change";
import { importDifferences, recordImport } from "../../provider/server/record";
import type { AboutOrder } from "../../provider/service/wire/order";
import { examples } from "../server/support/examples";
import { anOrder, cancelledOrder, nowMs, type Program, wanting } from "../server/support/server";

/** The server has the first example of each argument that a server shows. */
const having = (argument: VpsArgument, which: 0 | 1): Program => wanting({ [argument]: examples[argument][which] });

const order = anOrder({ metaData: [{ key: "role", value: "web" }] });

/** Spelled out, because a difference that an import does not report is never noticed again. */
const reported: readonly VpsArgument[] = [
  ...(["domainName", "distro", "dcLocation", "memoryMb", "diskSpaceMb", "diskSpace2Mb", "diskSpace3Mb"] as const),
  ...(["billingOid", "hostServerOid", "ipRequest", "metaData", "runningState"] as const),
];

test.each(vpsArguments)(
  "%s differs only from another value that the service reports, before and once adopted",
  (argument) => {
    const named = reported.includes(argument) ? [argument] : [];
    for (const [which, differing] of [
      [0, []],
      [1, named],
    ] as const) {
      const desired = having(argument, which);
      expect(importDifferences(order, desired).map((difference) => difference.argument)).toEqual(differing);
      const diff = diffVps(recordImport(order, desired, undefined), desired);
      expect(diff).toMatchObject({ hasChanges: differing.length > 0, changed: differing });
    }
  },
);

const { vpsParameters: _, distro: __, ...bare } = order;
const addressed = (primaryIp: string, ...secondaryIps: string[]) =>
  anOrder({ allocatedIps: { primaryIp, secondaryIps } });

test.each<[string, AboutOrder, Program, VpsArgument[]]>([
  ["a value that a preview does not know", order, { memoryMb: new Unknown() as never }, []],
  ["what the service omits", bare, { memoryMb: 4096, distro: "deb13.64" }, []],
  ["the service's own spelling", order, { domainName: "WEB.example.com.", dcLocation: "dcdallas" }, []],
  ["an extra tag", order, { metaData: {} }, []],
  ["a missing tag", order, { metaData: { role: "web", team: "a" } }, ["metaData"]],
  ["an address that it has", order, { ipRequest: { requestedIps: ["198.51.100.7"] } }, []],
  ["an address that it has not", order, { ipRequest: { requestedIps: ["198.51.100.8"] } }, ["ipRequest"]],
  ["IPv6 in another spelling", addressed("2001:db8::1"), { ipRequest: { requestedIps: ["2001:DB8:0:0:0:0:0:1"] } }, []],
  ["two without their number", addressed("::7", "::8"), { ipRequest: { requestedIps: ["::8", "::7"] } }, []],
])("%s", (_, live, program, expected) => {
  const desired = wanting(program);
  expect(importDifferences(live, desired).map(({ argument }) => argument)).toEqual(expected);
  expect(diffVps(recordImport(live, desired, undefined), desired).replaces).toEqual(
    expected.filter((one) => one === "ipRequest"),
  );
});

test("of the program's values, a message shows none that may be a secret in the wrong argument", () => {
  const program = wanting({ distro: "Tr0ub4dor&3", metaData: { role: "5ec2e75ec2e7", team: "shop" } });
  const refusal = differenceRefusal(order, importDifferences(order, program));
  expect(refusal).toMatch(
    /differs from the program\. distro: .* on the server, "…" in the program; .* \{"role":"…","team":"shop"\} in the prog/,
  );
});

test("only an order of a VPS that has not ended can be adopted, whoever bought it", () => {
  const ending = (cancellationDate: string) => anOrder({ billingInfo: { cancellationDate } });
  const refusals = [
    ...[anOrder(), anOrder({ serverType: "VPS" }), ending("2026-03-20T00:00:00Z")],
    ...[anOrder({ serverType: "PHYSICAL" }), cancelledOrder(), ending("2026-03-01T12:00:00Z")],
  ].map((one) => orderRefusal(one, nowMs) === undefined);
  expect(refusals).toEqual([true, true, true, false, false, false]);
});

test("an adoption warns of who could cancel the server, and of an end that comes by itself", () => {
  const importer = {
    __key: "key-1",
    __urn: "urn:pulumi:prod::shop::pulumi-nodejs:rimuhosting:Vps::web",
    password: "x",
  };
  const bought = (key: string) => anOrder({ metaData: [{ key: tagNames.key, value: key }] });
  expect([anOrder(), bought("key-1")].flatMap((one) => adoptionWarnings(one, importer))).toEqual([]);
  expect(adoptionWarnings(bought("key-2"), importer)).toEqual([
    expect.stringContaining("was bought by a stack that its tags do not name"),
  ]);
  const unreadable = anOrder({ billingInfo: { cancellationDate: "soon" } });
  expect(adoptionWarnings(unreadable, importer)).toEqual([
    expect.stringContaining('"soon", a date that cannot be read'),
  ]);
});

test.each(["", "0", "order-1", "1e3", "12345678901234567890"])("%j is not the number of an order", (given) => {
  expect(importRefusal(given)).toContain("must be the number of an order");
});
