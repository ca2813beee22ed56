import { Unknown } from "../../provider/pulumi/properties";
import { unchangedOutputs } from "../../provider/server/plan-change";
import { anOrder, type Program, recordedAfter } from "./support/server";

const before: Program = { domainName: "web.example.com", memoryMb: 1024, distro: "deb12.64", maxMonthlyCostUsd: 50 };

/** The outputs that are known in a preview of this edit. */
const known = (edit: object, saved: object = recordedAfter(before)): string[] => [
  ...unchangedOutputs({ ...saved }, { ...before, ...edit }).keys(),
];

const all = known({});
const allBut = (...open: string[]): string[] => all.filter((name) => !open.includes(name));
const places = ["primaryIp", "secondaryIps", "location", "dcLocation", "hostServerOid"];

test.each<[string, object, string[]]>([
  ["what the provider alone goes by", { maxMonthlyCostUsd: 60 }, all],
  ["the size", { memoryMb: 2048 }, all],
  ["the image", { distro: "deb13.64" }, allBut("password")],
  ["the host", { hostServerOid: "99" }, allBut(...places)],
  ["a host that is not known yet", { hostServerOid: new Unknown() }, allBut(...places)],
  ["first-boot data", { password: "another-Password1" }, all],
  ["first-boot data that reinstalls", { password: "Other1pw", reinstallOnFirstBootChange: true }, allBut("password")],
  ["the power", { runningState: "NOTRUNNING" }, all],
  ["a name that is not known yet", { domainName: new Unknown() }, []],
  ["an image that is not known yet and may replace", { distro: new Unknown(), onImageChange: "replace" }, []],
])("after a change of %s, just what no step can alter is known", (_, edit, expected) => {
  expect(known(edit)).toEqual(expected);
});

test("the outputs that a preview knows are these nine, and the password is the one on the server", () => {
  expect([...all].sort()).toEqual(["orderOid", "slug", "orderDate", "password", ...places].sort());
  expect(unchangedOutputs({ ...recordedAfter(before) }, { ...before, password: "Next1pw!" }).get("password")).toBe(
    "the password valid now",
  );
});

test("what the state lacks is not known, nor anything of a purchase without an answer", () => {
  const { allocatedIps: __, ...order } = anOrder();
  const bare = { ...recordedAfter(before, order), __attempt: "attempt-1" };
  expect(known({}, bare)).toEqual(allBut("primaryIp", "secondaryIps"));
  const { orderOid: _, ...pending } = bare;
  expect(known({}, pending)).toEqual([]);
});
