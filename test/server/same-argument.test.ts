import { Unknown } from "../../provider/pulumi/properties";
import { type VpsArgument, vpsArguments } from "../../provider/server/arguments";
import { sameArgument, sameValue } from "../../provider/server/equality";
import { diffVps } from "../../provider/server/plan-change";
import { nearest } from "../../provider/service/names";
import { examples } from "./support/examples";
import { anOrder, type Program, recordedAfter, wanting } from "./support/server";

const [keyA, keyB] = ["one", "two"].map((comment, at) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQE${at}= ${comment}`);
const config = '#cloud-config\npackages: [nginx]\nruncmd:\n  - ["a", b]\n  - |\n    c: d\n';
const script = "#!/bin/sh\necho one\n";
const crlf = (text: string): string => text.replaceAll("\n", "\r\n");
const file = (path: string, dataAsString = "1") => ({ path, dataAsString });
const [script1, script2] = ["/a", "/b"].map((path) => ({ ...file(path), execOnFirstBoot: true }));
const jinja = "## template: jinja\n#cloud-config\na: ";
const clone = { vpsOrderOidToClone: 5 };

/** Two equivalent values of an argument. */
const sameThings: [VpsArgument, unknown, unknown][] = [
  ["domainName", "web.example.com", "Web.Example.COM"],
  ["domainName", "web.example.com", "web.example.com."],
  ["dcLocation", "DCDALLAS", "dcdallas"],
  ["features", "ssd nvme", " NVME  ssd nvme"],
  ["controlPanel", "webmin", "Webmin "],
  ["hostServerOid", "1317", "01317"],
  ["controlPanel", undefined, "none"],
  ["controlPanel", "", "None"],
  ["hostServerSelector", undefined, {}],
  ["ipRequest", undefined, {}],
  ["ipRequest", undefined, { numIps: 1 }],
  ["ipRequest", { requestedIps: ["2001:db8::A", "192.0.2.1"] }, { requestedIps: ["192.0.2.1", "2001:db8:0:0::a"] }],
  ["instantiationViaCloneOptions", { ...clone, domainName: "a.example" }, { ...clone, domainName: "A.example." }],
  ["instantiationViaCloneOptions", clone, { ...clone, domainName: "web.example.com" }],
  ["diskSpace2Mb", undefined, 0],
  ["diskSpace3Mb", undefined, 0],
  ["distro", "deb12.64", "DEB12.64"],
  ["sshAuthorizedKeys", undefined, []],
  ["sshAuthorizedKeys", [keyA, keyB], [keyB, keyA]],
  ["sshAuthorizedKeys", [keyA], [`${keyA}, a laptop`]],
  ["sshAuthorizedKeys", [keyA], [keyA?.split(" ").slice(0, 2).join("  \t")]],
  ["sshAuthorizedKeys", [keyA, keyB], [keyA, keyB, keyA]],
  ["sshAuthorizedKeys", [`command="a b \\"c\\"",no-pty ${keyA}`], [`command="a b \\"c\\"",no-pty   ${keyA} 2`]],
  ["cloudConfigData", config, crlf(config)],
  ["cloudConfigData", config, config.trimEnd()],
  ["cloudConfigData", config, `${config}\n  \n`],
  ["cloudConfigData", config, config.replace("[nginx]", "\n  # the web server\n  - 'nginx'")],
  ["cloudConfigData", config, `#cloud-config\n${config.slice(32)}packages:\n- "nginx"`],
  ["cloudConfigData", script, crlf(script)],
  ["cloudConfigData", `${jinja}{{ b }}`, crlf(`${jinja}{{ b }}\n`)],
  ["cloudConfig", { a: ["a"], users: [{ name: "b", uid: 1 }] }, { users: [{ uid: 1, name: "b" }], a: ["a"] }],
  // A state has no zero of another sign.
  ["cloudConfig", { nice: 0 }, { nice: -0 }],
  ["reinstallTriggers", [0], [-0]],
  ["cloudConfig", { write_files: [{ content: script }] }, { write_files: [{ content: crlf(script) }] }],
  ["hostServerSelector", undefined, { minVmDiskFreeGb: 0 }],
  ["ipRequest", { requestedIps: ["192.0.2.1"] }, { requestedIps: ["192.0.2.1", "192.0.2.1"] }],
  ["reinstallTriggers", ["1", { a: true, b: script }], [1, { b: crlf(script), a: "true" }]],
  ["restartTriggers", [crlf(script)], [script]],
  ["fileInjectionData", undefined, []],
  ["fileInjectionData", [file("/a")], [{ ...file("/a"), execOnFirstBoot: false }]],
  ["fileInjectionData", [file("/a"), file("/b")], [file("/b"), file("/a")]],
  ["fileInjectionData", [file("/a", script)], [file("/a", crlf(script))]],
  ["fileInjectionData", [file("/a", "1")], [file("/a", "1\n")]],
  ["fileInjectionData", [file("/a", "1")], [{ path: "/a", dataAsBase64: "MQ==" }]],
  ["fileInjectionData", [file("/etc/a")], [file("/etc//a")]],
  ["isJustMinimalInit", undefined, false],
  ["metaData", undefined, {}],
];

test.each(sameThings)(
  "%s %j is the same as %j: nothing is replaced, changed, asked or done",
  (argument, one, other) => {
    for (const [before, after] of [
      [one, other],
      [other, one],
    ]) {
      const desired: Program = { ...wanting(), reinstallOnFirstBootChange: true, [argument]: after };
      const program = { reinstallOnFirstBootChange: true, [argument]: before } as Program;
      const recorded = recordedAfter(program, anOrder({ vpsParameters: {} }));
      expect(diffVps(recorded, desired)).toMatchObject({ changed: [], replaces: [] });
    }
  },
);

test.each<[VpsArgument, unknown, unknown]>([
  ["domainName", "web.example.com", "web.example.org"],
  ["features", "ssd", "ssd nvme"],
  ["controlPanel", "none", "webmin"],
  ["isSsdHostRequired", undefined, true],
  ["hostServerSelector", {}, { minVmDiskFreeGb: 5 }],
  ["ipRequest", { requestedIps: ["192.0.2.1"] }, { requestedIps: ["192.0.2.2"] }],
  ["diskSpace2Mb", 0, 4096],
  ["distro", "deb13.64", undefined],
  ["instantiationViaCloneOptions", clone, { vpsOrderOidToClone: 6 }],
  ["isJustMinimalInit", undefined, true],
  ["fileInjectionData", [{ path: "/a" }], [{ path: "/a", execOnFirstBoot: true }]],
  ["fileInjectionData", [file("/a")], [file("/a", "2")]],
  ["fileInjectionData", [file("/a", "1"), file("/a", "2")], [file("/a", "2"), file("/a", "1")]],
  ["fileInjectionData", [script1, script2], [script2, script1]],
  ["fileInjectionData", [{ path: "/a", dataAsBase64: "/w==" }], [{ path: "/a", dataAsBase64: "/g==" }]],
  ["sshAuthorizedKeys", [keyA], [keyB]],
  ["sshAuthorizedKeys", [keyA], [`no-pty ${keyA}`]],
  ["sshAuthorizedKeys", [`from="10.0.0.1" ${keyA}`, keyA], [keyA, `from="10.0.0.1" ${keyA}`]],
  ["sshAuthorizedKeys", [`command="a b" ${keyA}`], [`command="a  b" ${keyA}`]],
  ["cloudConfigData", config, config.replace('["a", b]', '[b, "a"]')],
  ["cloudConfigData", config, config.replace("c: d", "c:  d")],
  ["cloudConfigData", "#cloud-config\na: yes", '#cloud-config\na: "yes"'],
  ["cloudConfigData", "#cloud-config\na: 0644", "#cloud-config\na: 644"],
  ["cloudConfigData", "#cloud-config\na: 9007199254740993", "#cloud-config\na: 9007199254740992"],
  ["cloudConfigData", "#cloud-config\na: 2026-01-01", "#cloud-config\na: 2026-01-02"],
  ["cloudConfigData", "#cloud-config\n# a", "#cloud-config\n# b"],
  ["cloudConfigData", "#cloud-config\na: y", "#cloud-config\na: true"],
  ["cloudConfigData", script, script.replace("one", " one")],
  ["cloudConfigData", script, script.replace("#!/bin/sh", "#!/bin/sh -e")],
  ["cloudConfigData", "#cloud-config\na: [", "#cloud-config\na: [ # comment"],
  ["cloudConfigData", "#cloud-config\na: b", "#cloud-config\na:\tb"],
  ["cloudConfigData", config, `\ufeff${config}`],
  ["cloudConfigData", `${jinja}b`, `${jinja}b # {{ c }}`],
  ["cloudConfig", { runcmd: ["a", "b"] }, { runcmd: ["b", "a"] }],
  ["cloudConfig", { a: { permissions: "0644" } }, { a: { permissions: 644 } }],
  ["reinstallTriggers", ["a", "b"], ["b", "a"]],
  ["reinstallTriggers", ["1"], [1.5]],
  ["password", "a password", "a password\n"],
])("%s %j differs from %j", (argument, one, other) => {
  expect(sameArgument(argument, one, other)).toBe(false);
  expect(sameArgument(argument, other, one)).toBe(false);
});

const flags = vpsArguments.filter((name) => examples[name].some((value) => value === false));

test.each(flags)("%s: a default that is written out is no change, whatever a change of it does", (name) => {
  expect(sameArgument(name, undefined, false)).toBe(true);
  expect(sameArgument(name, undefined, true)).toBe(false);
});

test("values that fit no argument are compared as they are, and nothing throws", () => {
  for (const [argument] of sameThings) {
    for (const odd of [null, 0, true, "x", [], {}, [{}], [null], { numIps: "2", requestedIps: 7, domainName: 3 }]) {
      expect(sameArgument(argument, odd, JSON.parse(JSON.stringify(odd)))).toBe(true);
    }
  }
});

test("the same cloud-config as an object and as text is no change, and another one is", () => {
  const text = "#cloud-config\npackages: [nginx]\n";
  const changesTo = (before: Program, after: Program) =>
    diffVps(recordedAfter(before, anOrder()), { ...wanting(), reinstallOnFirstBootChange: true, ...after }).changed;
  const before = { reinstallOnFirstBootChange: true };
  const [asText, asObject] = [{ cloudConfigData: text }, { cloudConfig: { packages: ["nginx"] } }];
  expect(changesTo({ ...before, ...asText }, asObject)).toEqual([]);
  expect(changesTo({ ...before, ...asObject }, asText)).toEqual([]);
  expect(changesTo({ ...before, ...asObject }, {})).toEqual(["cloudConfig"]);
  expect(changesTo({ ...before, ...asText }, { cloudConfig: { packages: ["apache2"] } })).toEqual([
    "cloudConfig",
    "cloudConfigData",
  ]);
});

test("a value that is not known yet equals no known one; absent parts make no difference, everything else does", () => {
  for (const known of [undefined, null, {}, [], ""]) expect(sameValue(new Unknown(), known)).toBe(false);
  expect([sameValue({ a: 1, b: undefined }, { a: 1 }), sameValue(undefined, null)]).toEqual([true, true]);
  expect([sameValue([1, 2], [2, 1]), sameValue({ a: { b: [] } }, { a: {} })]).toEqual([false, false]);
  expect([sameValue("1", 1), sameValue(false, undefined)]).toEqual([false, false]);
});

test.each([
  ["domainname", "domainName"],
  ["memoryMB", "memoryMb"],
  ["distr", "distro"],
  ["1013", "1012"],
  ...["zzz", "q", "7", ""].map((word) => [word, undefined]),
])("%s most likely means %s", (word = "", meant) => {
  expect(nearest(word, ["domainName", "distro", "memoryMb", "diskSpaceMb", "5", "1012"])).toBe(meant);
});
