import * as pulumi from "@pulumi/pulumi";
import fc from "fast-check";
import { unknownValueSentinel } from "../../provider/pulumi/properties";
import { type VpsArgument, vpsArguments } from "../../provider/server/arguments";
import { checkVps } from "../../provider/server/check";
import { checkReverseDns } from "../../provider/server/reverse-dns";
import { check } from "./support/check";
import { examples } from "./support/examples";
import { junk, rawWords, withoutGiven } from "./support/junk";

type Given = Record<string, unknown>;

const domainName = "web.example.com";
const reasons = (news: Given, olds: Given = {}): string[] =>
  check({ domainName, ...news }, olds).failures.map(({ reason }) => reason);

const key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f me";
const file = { path: "/a", dataAsString: "x" };
const notComputed = "could not be computed: it may be made from a missing setting, or from text";
const holdsNoNumber = "holds a number that could not be computed";
const missing = "holds what a missing value turns into: is the setting that it comes from missing?";
const labels = "domainName is not a domain name: each part between dots may contain only a–z, 0–9 and inner hyphens";

/** Each kind of complaint. The word "hush" stands in for a secret, and no complaint shows it. */
test.each<[Given, string]>([
  [{ distr: unknownValueSentinel }, '"distr" is not an argument of Vps; did you mean "distro"?'],
  // Types
  [{ memoryMb: "2048" }, "is a string: read it from the configuration with requireNumber."],
  [{ memoryMb: Number.NaN }, `memoryMb ${notComputed}.`],
  [{ waitForPort: 471_147 }, "waitForPort must be the number of a port, at least 1 and at most 65535."],
  [{ distro: "" }, "distro must not be empty"],
  [{ runningState: "Stopped" }, 'must be one of "RUNNING", "NOTRUNNING"; did you mean "NOTRUNNING"?'],
  [{ runningState: "on" }, 'did you mean "RUNNING"?'],
  [{ onImageChange: "hush" }, 'onImageChange must be one of "reinstall", "replace", "forbid".'],
  [{ instantiationViaCloneOptions: { vpsOrderOidToClone: "x" } }, "vpsOrderOidToClone must be a number from the"],
  [{ ipRequest: { reason: "x" } }, 'no property "reason"; it can have numIps, extraIpReason, requestedIps.'],
  [{ ipRequest: { numIps: 2 } }, "ipRequest.extraIpReason must give the reason for more than one address"],
  [{ metaData: "hush" }, 'metaData must be an object, such as { role: "web" }, but is a string.'],
  [{ metaData: { role: "a b" } }, "metaData.role must not contain spaces or colons"],
  [{ metaData: { "hush hush 5": "x" } }, "metaData has a key that is not allowed: it must not contain spaces or"],
  [{ metaData: { "": "x" } }, "metaData has a key that is not allowed: it must not be empty"],
  [{ metaData: { "pulumi-rimuhosting.key": "x" } }, "metaData has a key"],
  [{ sshAuthorizedKeys: [null] }, "sshAuthorizedKeys[0] is undefined: is the setting that it comes from missing?"],
  [{ password: "" }, "password must not be empty"],
  [{ cloudConfig: "hush" }, "but is a string; a text belongs in cloudConfigData."],
  [{ cloudConfigData: { a: "hush" } }, "must be a string, but is an object; an object belongs in cloudConfig."],
  [{ cloudConfigData: "./hush.yaml" }, "cloudConfigData is a path: pass what is in the file, as with fs.readFileSync"],
  // Domain names
  [{ domainName: "web\u200b.example.com" }, labels],
  [{ domainName: "https://web.example.com/" }, "is not a domain name: write the name alone, without https://"],
  [{ domainName: "web.undefined" }, 'is not a domain name: it has the part "undefined": is the setting'],
  // Values that cannot be meant, or cannot work
  [{ memoryMb: 2_097_152 }, "memoryMb is 2097152 MB, more than any plan has: sizes are in MB, and 1 GB is 1024"],
  [{ sshAuthorizedKeys: ["\n"] }, "[0] must not be empty: is the file that it comes from empty?"],
  [{ cloudConfig: { hush: [Number.NaN] } }, `cloudConfig ${holdsNoNumber}`],
  [{ reinstallTriggers: ["hush", Number.NaN] }, `reinstallTriggers[1] ${holdsNoNumber}`],
  [{ restartTriggers: [{ load: [Number.POSITIVE_INFINITY] }] }, `restartTriggers[0] ${holdsNoNumber}`],
  [{ fileInjectionData: [{ path: "/a", dataAsString: "\ufffdhush" }] }, "[0] holds what is no text in dataAsString"],
  [
    { fileInjectionData: [{ path: "/a", dataAsString: "\n #!/bin/hush", execOnFirstBoot: true }] },
    'fileInjectionData[0] has blanks or an invisible character before "#!", so the server could not run it',
  ],
  [
    { fileInjectionData: [{ path: "/a", dataAsString: "#!/bin/hush\r\nhush\r\n", execOnFirstBoot: true }] },
    "fileInjectionData[0] has the line ends of Windows, so the server could not run it",
  ],
  [{ password: "hush-line\nbreak" }, "password contains a line break"],
  [{ password: "hush123" }, "password has fewer than 8 characters, so anybody could guess it"],
  [{ domainName: "hush.example.com", password: "Hush.example.com" }, "password is easy to guess"],
  [{ domainName: "web.example.com", password: "Summer2026" }, "password is easy to guess"],
  [{ password: "undefined" }, `password ${missing}`],
  [{ metaData: { role: "hush", owner: "null" } }, `metaData ${missing}`],
  [{ cloudConfig: { hush: "hush", users: [{ name: "undefined" }] } }, `cloudConfig ${missing}`],
  [{ fileInjectionData: [{ path: "/hush", dataAsString: "NaN" }] }, `fileInjectionData ${missing}`],
  [
    { fileInjectionData: [{ ...file, dataAsString: "A=hush\nDB_PASS=undefined\nB=1" }] },
    `fileInjectionData ${missing}`,
  ],
  [{ cloudConfigData: "#cloud-config\nhush: 1\npassword: undefined\n" }, `cloudConfigData ${missing}`],
  [
    { cloudConfigData: "#cloud-config\nwrite_files:\n- content: 'hush\n\n    A=undefined'" },
    `cloudConfigData ${missing}`,
  ],
  [{ cloudConfigData: '#!/bin/sh\nhush=1\n  export A="undefined"\n' }, `cloudConfigData ${missing}`],
  ...['#!/bin/sh\necho "root:undefined" | chpasswd', "#!/bin/sh\ncurl -u hush:undefined https://a.example"].map(
    (cloudConfigData): [Given, string] => [{ cloudConfigData }, `cloudConfigData ${missing}`],
  ),
  [{ cloudConfig: { chpasswd: { list: "root:undefined\nhush:hush" } } }, `cloudConfig ${missing}`],
  // What excludes each other
  [{ cloudConfig: { a: 1 }, cloudConfigData: "#cloud-config\na: 1" }, "cloudConfig cannot be combined with cloud"],
  [{ sshAuthorizedKeys: [key], fileInjectionData: [{ ...file, path: "/root/.ssh/authorized_keys" }] }, "the same file"],
])("%j is refused once, without its secrets", (news, words) => {
  expect(reasons(news)).toEqual([expect.stringContaining(words)]);
  expect(reasons(news).join()).not.toContain("hush");
});

test.each<Given>([
  { memoryMb: 64, diskSpaceMb: 1024, diskSpace2Mb: 0 },
  { memoryMb: 1_048_576, diskSpaceMb: 104_857_600 },
  { sshAuthorizedKeys: [key, `no-pty ${key}`] },
  { password: "p w:ö$#-12" },
  { password: "passwords are long sentences" },
  { cloudConfig: { growpart: {}, runcmd: [], ssh_authorized_keys: [key] } },
  { fileInjectionData: [{ path: "/a", dataAsString: " #! a note" }] },
  { fileInjectionData: [{ ...file, execOnFirstBoot: true }] },
  { fileInjectionData: [{ path: "/a.js", dataAsBase64: Buffer.from('"[object Object]"').toString("base64") }] },
  { cloudConfig: { runcmd: ["echo undefined"] }, restartTriggers: ["null"] },
  { cloudConfigData: "#cloud-config\ngrowpart: null\nruncmd:\n- test $A = undefined\n" },
  { cloudConfigData: "#!/bin/sh\nnull\nA=undefinedness\n" },
  { reinstallTriggers: [0, "", null, [], false, { a: [1, { b: null }] }] },
  { fileInjectionData: [{ ...file, path: "/root/.ssh/authorized_keys" }] },
  { __ledger: "x", __whatever: 1, distro: null, memoryMb: undefined },
])("%j is fine", (args) => {
  expect(reasons(args)).toEqual([]);
});

const deciding: readonly string[] = ["onImageChange", "reinstallOnFirstBootChange"];

/** A valid value with one part replaced by something else. */
function spoilt(value: unknown, by: unknown, place: number): unknown {
  if (typeof value !== "object" || value === null) return by;
  const names = Object.keys(value);
  const name = names[place % (names.length + 2)];
  if (name === undefined) return place % 2 === 0 ? by : { ...value, oddity: by };
  const inner = spoilt((value as Record<string, unknown>)[name], by, place >> 2);
  return Array.isArray(value)
    ? value.map((one, index) => (String(index) === name ? inner : one))
    : { ...value, [name]: inner };
}

describe.each(vpsArguments)("%s", (argument: VpsArgument) => {
  test("takes its valid values, and one that is not known yet, unless it decides about data", () => {
    for (const value of argument === "instantiationViaCloneOptions" ? [] : examples[argument])
      expect(reasons({ [argument]: value })).toEqual([]);
    const { inputs, failures } = check({ domainName, [argument]: unknownValueSentinel });
    const undecided = `${argument} isn't known yet, but decides whether the server is wiped`;
    expect(failures.map(({ reason }) => reason)).toEqual(
      deciding.includes(argument) ? [expect.stringContaining(undecided)] : [],
    );
    expect(inputs).not.toHaveProperty(argument);
  });

  test("gets a complaint in our own words that names it, whatever its value, and shows none that may be secret", () => {
    expect(reasons({ [argument]: Symbol.iterator })).toHaveLength(1);
    fc.assert(
      fc.property(junk, fc.nat(), fc.constantFrom(0, 1), fc.boolean(), (by, place, which, isComplete) => {
        const value = isComplete ? by : spoilt(examples[argument][which], by, place);
        for (const olds of [{}, { domainName, [argument]: examples[argument][0] }]) {
          for (const { reason } of check({ domainName, [argument]: value }, olds).failures) {
            expect(withoutGiven(reason, value)).not.toMatch(rawWords);
            expect(reason).toContain(argument);
            expect(reason).toMatch(/[^.][.?]$/);
          }
        }
      }),
      { numRuns: 80 },
    );
    fc.assert(
      fc.property(fc.string({ minLength: 5 }), (secret) => {
        expect(reasons({ [argument]: secret }).join()).not.toContain(`the string "${secret}"`);
      }),
      { numRuns: 30 },
    );
  });
});

test("all complaints come together, and none carries a property: the engine would print its value", () => {
  const bad = { password: "", fileInjectionData: "x", pasword: "hush", memoryMb: -1, metaData: { "a b": "c" } };
  const { failures } = check({ domainName, ...bad });
  expect(failures.map(({ property }) => property)).toEqual(["", "", "", "", ""]);
});

test("oids are accepted as numbers and as text, and a key with the line break of its file", () => {
  const inputsOf = (oid: unknown) => check({ domainName, billingOid: oid, hostServerOid: oid }).inputs;
  expect(inputsOf("1012")).toEqual(inputsOf(1012));
  expect(check({ domainName, sshAuthorizedKeys: [`${key}\r\n`] }).inputs.sshAuthorizedKeys).toEqual([key]);
});

test("what an up does not know, because it leaves out the resource that it comes from, is not taken for unset", () => {
  const { failures } = checkVps({}, { distro: "deb13.64" }, { __leftOut: ["domainName", "cloudConfigData"] });
  expect(failures.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^domainName is not known: it comes from a resource that this run leaves out/),
    expect.stringMatching(/^cloudConfigData is not known: .* neither ordered nor changed: include that/),
  ]);
});

test("a value that the server was bought with stays, and a new one is judged", () => {
  const olds = { domainName, sshAuthorizedKeys: ["hello"], cloudConfigData: "packages: []" };
  expect(reasons(olds, olds)).toEqual([]);
  expect(reasons({ ...olds, sshAuthorizedKeys: ["hello", "you"] }, olds).join()).toContain("sshAuthorizedKeys");
  const config = "#cloud-config\na: b\n";
  expect(reasons({ cloudConfigData: `\t${config}` }, { cloudConfigData: config }).join()).toContain("with blanks");
});

test.each<[string, object, object, number]>([
  ["is refused for a new server", {}, {}, 1],
  ["is taken where an import names the order", {}, { __import: "2853299702" }, 0],
  ["is taken where the state has the server under it", { domainName: "web_1" }, {}, 0],
  ["is no name to which a server is changed", { domainName }, {}, 1],
])("a name that nobody can order %s", (_, olds, hidden, count) => {
  expect(checkVps({ ...olds }, { __key: "key-1", domainName: "web_1" }, hidden).failures).toHaveLength(count);
});

describe("what JavaScript puts into a string in place of a value", () => {
  const output = pulumi.output("hush");
  const texts: [string, string, string][] = [
    ["an output", `${output}`, "write pulumi.interpolate`…`, output.apply(…), or pulumi.jsonStringify(…) for JSON."],
    ["an output", JSON.stringify({ value: output }), "pulumi.jsonStringify(…) for JSON."],
    ["a promise", `${Promise.resolve("hush")}`, "wait for it with await, or write pulumi.interpolate`…`."],
    ["an object", `${{ ip: "hush" }}`, "name the part that is meant, or write JSON.stringify(…)."],
  ];

  test.each(texts)("is refused once, with the way to write it: %s", (what, text, advice) => {
    const places: [string, Given][] = [
      ["cloudConfigData", { cloudConfigData: `#cloud-config\nhostname: ${text}` }],
      ["cloudConfig.runcmd[0][1]", { cloudConfig: { runcmd: [["echo", text]] } }],
      ["domainName", { domainName: `${text}.example.com` }],
      ["password", { password: text }],
      ["sshAuthorizedKeys[0]", { sshAuthorizedKeys: [text] }],
      ["fileInjectionData[0].dataAsString", { fileInjectionData: [{ path: "/a", dataAsString: `x ${text}` }] }],
      ["metaData.role", { metaData: { role: text } }],
      ["metaData", { metaData: { [text]: "web" } }],
      ["reinstallTriggers[0].version", { reinstallTriggers: [{ version: text }] }],
      ["memoryMb", { memoryMb: text }],
    ];
    for (const [path, news] of places) {
      const [reason = "", ...others] = reasons({ ...news, diskSpaceMb: -1 });
      expect([reason.startsWith(`${path} contains ${what} that was put into a string`), others.length]).toEqual([
        true,
        1,
      ]);
      expect(reason.endsWith(advice)).toBe(true);
    }
    expect(checkReverseDns({ orderOid: 5, name: `${text}.example.com` })[0]?.reason).toContain(`name contains ${what}`);
  });

  const signature = "4dabf18193072939515e22adb298388d";

  test.each<[string, Given]>([
    ["cloudConfigData", { cloudConfigData: { [signature]: "c44067f5952c0a294b673a41bacd8c17" } }],
    ["cloudConfig.write_files[0]", { cloudConfig: { write_files: [{ __pulumiArchive: true, path: "hush" }] } }],
  ])("so is an asset that a transformation has put into %s", (path, news) => {
    const words = `${path} is an asset or archive of Pulumi's, and nothing reads its file`;
    expect(reasons(news)).toEqual([expect.stringContaining(words)]);
  });
});

test.each(["orderOid", "ip", "name"])(
  "a wrong value of a record's %s gets a complaint in our own words",
  (argument) => {
    fc.assert(
      fc.property(junk, (by) => {
        for (const { reason } of checkReverseDns({ orderOid: 5, name: domainName, [argument]: by })) {
          expect(withoutGiven(reason, by)).not.toMatch(rawWords);
          expect(reason).toContain(argument);
        }
      }),
      { numRuns: 300 },
    );
  },
);
