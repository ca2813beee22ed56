import fc from "fast-check";
import { checkReverseDns } from "../../provider/reverse-dns/record";
import { type VpsArgument, vpsArguments } from "../../provider/vps/arguments";
import { check } from "./support/check";
import { examples } from "./support/examples";
import { junk, rawWords, withoutGiven } from "./support/junk";

const domainName = "web.example.com";
const reasons = (news: Record<string, unknown>, olds: Record<string, unknown> = {}): string[] =>
  check({ domainName, ...news }, olds).failures.map(({ reason }) => reason);

test.each<[Record<string, unknown>, string]>([
  [{ sshAuthorizedKeys: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQE= me" }, "sshAuthorizedKeys must be a list"],
  [{ sshAuthorizedKeys: [null] }, "sshAuthorizedKeys[0] is undefined: is the setting that it comes from missing?"],
  [{ sshAuthorizedKeys: [7] }, "sshAuthorizedKeys[0] must be a string"],
  [{ metaData: { "my role": "web" } }, 'metaData has a key "my role": a key must not contain spaces or colons'],
  [{ metaData: { "": "web" } }, 'metaData has a key "": a key must not be empty'],
  [{ metaData: { role: "a b" } }, "metaData.role must not contain spaces or colons"],
  [{ metaData: "role" }, 'metaData must be an object, such as { role: "web" }'],
  [{ hostServerOid: "host-1" }, "hostServerOid must be a host's number, such as 1317"],
  [{ billingOid: "wire" }, "billingOid must be a number from the service, such as 1012"],
  [
    { instantiationViaCloneOptions: { vpsOrderOidToClone: "x" } },
    "instantiationViaCloneOptions.vpsOrderOidToClone must be a number from the service",
  ],
  [{ domainName: "my server" }, "may contain only a–z, 0–9 and inner hyphens, but there is a blank"],
  [{ domainName: "my_server.example.com" }, 'inner hyphens, but there is "_"'],
  [{ domainName: "*.example.com" }, 'inner hyphens, but there is "*"'],
  [{ domainName: "example.com:443" }, 'inner hyphens, but there is ":"'],
  [{ domainName: "web\u200b.example.com" }, "inner hyphens, but there is U+200B"],
  [{ domainName: "web–1.example.com" }, 'inner hyphens, but there is "–"'],
  [{ domainName: "web-.example.com" }, "inner hyphens, and one begins or ends with a hyphen"],
  [{ domainName: "例え.テスト" }, '; write "xn--r8jz45g.xn--zckzah"'],
  [
    { domainName: "https://web.example.com/" },
    "domainName is not a domain name: write the name alone, without https://",
  ],
  [
    { domainName: "bücher.example.com" },
    'domainName is not a domain name: each part between dots may contain only a–z, 0–9 and inner hyphens; write "xn--bcher-kva.example.com"',
  ],
  [{ domainName: 7 }, "domainName must be a string"],
  [{ reinstallTriggers: "v2" }, "reinstallTriggers must be a list of values, but is a string; put it in brackets"],
  [
    { cloudConfigData: "./cloud-config.yaml" },
    'cloudConfigData is a path: pass what is in the file, as with fs.readFileSync(path, "utf8")',
  ],
  [{ domainName: "" }, "domainName is not a domain name: it is empty"],
  [{ ipRequest: [] }, "ipRequest must be an object"],
  [{ ipRequest: { requestedIps: "1.2.3.4" } }, "ipRequest.requestedIps must be a list"],
  [{ controlPanel: 1 }, "controlPanel must be a string"],
  [{ distro: 13 }, "distro must be a string"],
  [{ memoryMb: 1e300 }, "memoryMb is too large"],
  [{ fileInjectionData: { path: "/etc/motd" } }, "fileInjectionData must be a list"],
  [{ fileInjectionData: ["/etc/motd"] }, "fileInjectionData[0] must be an object"],
  [{ disk: 4096 }, '"disk" is not an argument of Vps; did you mean "diskSpaceMb"?'],
  [{ tags: { role: "web" } }, '"tags" is not an argument of Vps; did you mean "metaData"?'],
  [{ image: "deb13" }, 'did you mean "distro"?'],
  [{ os: "deb13" }, 'did you mean "distro"?'],
  [{ memory: 1 }, 'did you mean "memoryMb"?'],
  [{ ram: 1 }, 'did you mean "memoryMb"?'],
  [{ name: "web" }, 'did you mean "domainName"?'],
  [{ hostname: "web" }, 'did you mean "domainName"?'],
  [{ region: "DCDALLAS" }, 'did you mean "dcLocation"?'],
  [{ plan: "X" }, 'did you mean "pricingPlanCode"?'],
  [{ sshKeys: [] }, 'did you mean "sshAuthorizedKeys"?'],
  [{ userData: "" }, 'did you mean "cloudConfigData"?'],
])("%j gets a plain message", (news, words) => {
  expect(reasons(news)).toEqual([expect.stringContaining(words)]);
});

const notComputed = "could not be computed: it may be made from a missing setting, or from text";
const forConfig = (kind: string): string => `: read it from the configuration with get${kind} or require${kind}`;

test.each<[Record<string, unknown>, string]>([
  [{ memoryMb: "2048" }, `memoryMb must be a whole number of MB, but is a string${forConfig("Number")}`],
  [{ memoryMb: 10.5 }, "memoryMb must be a whole number of MB, but is 10.5"],
  [{ memoryMb: -1 }, "memoryMb must be at least 1, but is -1"],
  [
    { sshAuthorizedKeys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQ"] },
    "sshAuthorizedKeys[0] is cut off or damaged, so nobody could log in with it: copy the whole line of the .pub file",
  ],
  [
    { sshAuthorizedKeys: ["C:\\Users\\My Name\\.ssh\\id.pub"] },
    'sshAuthorizedKeys[0] is a path: pass what is in the file, as with fs.readFileSync(path, "utf8")',
  ],
  [
    { sshAuthorizedKeys: ["/home/me/.ssh/id_ed25519"] },
    'sshAuthorizedKeys[0] is a path: pass what is in the file, as with fs.readFileSync(path, "utf8")',
  ],
  [{ memoryMb: Number.NaN }, `memoryMb ${notComputed}`],
  [{ maxMonthlyCostUsd: Number.NaN }, `maxMonthlyCostUsd ${notComputed}`],
  [{ waitForPort: Number.NaN }, `waitForPort ${notComputed}`],
  [{ billingOid: Number.NaN }, `billingOid ${notComputed}`],
  [{ hostServerOid: Number.POSITIVE_INFINITY }, `hostServerOid ${notComputed}`],
  [{ diskSpaceMb: Number.NEGATIVE_INFINITY }, `diskSpaceMb ${notComputed}`],
  [{ metaData: { 1: 5 } }, "metaData.1 must be a string, but is a number"],
  [
    { ipRequest: { reason: "x" } },
    'ipRequest has no property "reason"; it can have numIps, extraIpReason, requestedIps',
  ],
  [
    { move: { reason: "x" } },
    'move has no property "reason"; it can have isUpdateDns, moveReason, pricingChangeOption',
  ],
  [
    { cloudConfigData: { packages: ["nginx"] } },
    "cloudConfigData must be a string, but is an object; an object belongs in cloudConfig",
  ],
  [{ memoryMb: [2048] }, "memoryMb must be a whole number of MB, but is a list"],
  [{ memoryMb: "x".repeat(200) }, "memoryMb must be a whole number of MB, but is a string"],
  [{ isJustMinimalInit: "true" }, `isJustMinimalInit must be true or false, but is a string${forConfig("Boolean")}`],
  [{ domainName: 7 }, "domainName must be a string, but is a number"],
  [{ vpsType: "regular" }, 'vpsType must be one of "LOW_CONTENTION", "REGULAR", "DEDICATED"; did you mean "REGULAR"?'],
  [{ metaData: { role: 1 } }, "metaData.role must be a string, but is a number"],
  [
    { waitForPort: "22" },
    `waitForPort must be the number of a port, at least 1 and at most 65535, but is a string${forConfig("Number")}`,
  ],
  [{ ipRequest: { numIps: true } }, "ipRequest.numIps must be a whole number of addresses, but is a boolean"],
  [{ billingOid: "wire" }, "billingOid must be a number from the service, such as 1012"],
  [
    { sshAuthorizedKeys: "hush" },
    "sshAuthorizedKeys must be a list of public keys, but is a string; put it in brackets",
  ],
])("%j: the complaint says of which type the value is", (news, words) => {
  expect(reasons(news)).toEqual([words.endsWith("?") ? words : `${words}.`]);
});

test.each<[Record<string, unknown>, string]>([
  [{ password: 12345678 }, "password must be a string, but is a number"],
  [{ password: ["hush"] }, "password must be a string, but is a list"],
  [
    { cloudConfig: "hush" },
    'cloudConfig must be an object, such as { packages: ["nginx"] }, but is a string; a text belongs in cloudConfigData',
  ],
  [{ cloudConfigData: true }, "cloudConfigData must be a string, but is a boolean"],
  [{ fileInjectionData: [{ path: "hush", dataAsString: "x" }] }, "fileInjectionData[0].path must be an absolute path"],
  [
    { fileInjectionData: [{ path: "/x", dataAsString: 12345678 }] },
    "fileInjectionData[0].dataAsString must be a string, but is a number",
  ],
])("%j: of a secret, only the type is shown", (news, words) => {
  expect(reasons(news)).toEqual([`${words}.`]);
});

test.each<[Record<string, unknown>, string]>([
  [{ memoryMb: "hush" }, "memoryMb must be a whole number of MB, but is a string"],
  [{ memoryMb: "0x5ec2e7" }, "memoryMb must be a whole number of MB, but is a string"],
  [{ memoryMb: "4711" }, `memoryMb must be a whole number of MB, but is a string${forConfig("Number")}`],
  [{ domainName: 471_147 }, "domainName must be a string, but is a number"],
  [{ waitForPort: 471_147 }, "waitForPort must be the number of a port, at least 1 and at most 65535"],
  [
    { metaData: { "Tr0ub4dor & 3": "web" } },
    "metaData has a key that is not allowed: a key must not contain spaces or colons",
  ],
  [{ isSsdHostRequired: "yes" }, "isSsdHostRequired must be true or false, but is a string"],
  [{ metaData: "hush" }, 'metaData must be an object, such as { role: "web" }, but is a string'],
  [{ ipRequest: { requestedIps: ["hush"] } }, "ipRequest.requestedIps[0] must be an IP address"],
  [{ hostServerOid: "hush" }, "hostServerOid must be a host's number, such as 1317"],
  [{ onImageChange: "hush" }, 'onImageChange must be one of "reinstall", "replace", "forbid"'],
])("%j: a text that may be a secret of the configuration is not shown", (news, words) => {
  expect(reasons(news)).toEqual([`${words}.`]);
});

test("whatever the text, no complaint shows it", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 5 }), fc.constantFrom(...vpsArguments), (secret, argument) => {
      const shown = reasons({ [argument]: secret }).filter((reason) => reason.includes(`the string "${secret}"`));
      expect(shown).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});

test("a wrong type is reported once", () => {
  for (const argument of vpsArguments) expect(reasons({ [argument]: Symbol.iterator })).toHaveLength(1);
});

test("an option among the arguments is recognised as one", () => {
  expect(reasons({ protect: true })).toEqual([
    '"protect" is not an argument of Vps: it is an option, and belongs in the third argument of new Vps(name, args, options).',
  ]);
});

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

test.each(vpsArguments)(
  "whatever the value of %s, the complaint is in our own words and names it",
  (argument: VpsArgument) => {
    fc.assert(
      fc.property(junk, fc.nat(), fc.constantFrom(0, 1), fc.boolean(), (by, place, which, isWhole) => {
        const value = isWhole ? by : spoilt(examples[argument][which], by, place);
        for (const olds of [{}, { domainName, [argument]: examples[argument][0] }]) {
          for (const { reason } of check({ domainName, [argument]: value }, olds).failures) {
            expect(withoutGiven(reason, value)).not.toMatch(rawWords);
            expect(reason).toContain(argument);
            expect(reason).toMatch(/[^.][.?]$/);
          }
        }
      }),
      { numRuns: 300 },
    );
  },
);

test("a record's wrong values are shown", () => {
  expect(checkReverseDns({ orderOid: "web", name: 7, ip: "1.2.3" }).map(({ reason }) => reason)).toEqual([
    "orderOid must be an order's number, such as 2853299702.",
    "ip must be an IP address.",
    "name must be a string, but is a number.",
  ]);
});

test.each(["orderOid", "ip", "name"])(
  "whatever the value of a record's %s, the complaint is in our own words",
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
