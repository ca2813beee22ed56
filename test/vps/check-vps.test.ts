import { unknownValueSentinel } from "../../provider/engine/reserved";
import { vpsArguments } from "../../provider/vps/arguments";
import { checkVps } from "../../provider/vps/check";
import { check } from "./support/check";
import { examples } from "./support/examples";

const domainName = "web.example.com";
const reasons = (news: Record<string, unknown>, olds: Record<string, unknown> = {}): string[] =>
  check({ domainName, ...news }, olds).failures.map(({ reason }) => reason);

test.each<[string, Record<string, unknown>, string]>([
  ["a misspelt argument", { memoryMB: 1 }, '"memoryMB" is not an argument of Vps; did you mean "memoryMb"?'],
  ["another", { distribution: "deb13.64" }, '"distribution" is not an argument of Vps'],
  ["a misspelt argument whose value is not known yet", { distr: unknownValueSentinel }, 'did you mean "distro"?'],
  ["a negative size", { memoryMb: -1 }, "memoryMb must be at least 1"],
  ["a size in pieces", { diskSpaceMb: 10.5 }, "diskSpaceMb must be a whole number of MB"],
  ["a size as text", { diskSpace2Mb: "4096" }, "diskSpace2Mb must be a whole number of MB"],
  ["an infinite size", { memoryMb: 1e300 }, "memoryMb "],
  ["no domain", { domainName: undefined }, "domainName is required"],
  ["an empty domain", { domainName: "" }, "domainName "],
  ["a domain with spaces", { domainName: "my server" }, "domainName "],
  ["a domain with a slash", { domainName: "a/b.example.com" }, "domainName "],
  ["an empty image", { distro: "" }, "distro must not be empty"],
  ["an unknown state", { runningState: "PAUSED" }, 'runningState must be one of "RUNNING", "NOTRUNNING"'],
  ["an unknown behaviour", { onImageChange: "ask" }, "onImageChange must be one of"],
  ["an invalid oid", { billingOid: "wire" }, "billingOid "],
  ["a flag as text", { isJustMinimalInit: "yes" }, "isJustMinimalInit must be true or false"],
  ["two addresses without a reason", { ipRequest: { numIps: 2 } }, "ipRequest.extraIpReason must give the reason"],
  ["an invalid address", { ipRequest: { requestedIps: ["1.2.3"] } }, "ipRequest.requestedIps[0] "],
  ["a misspelt part", { move: { reason: "x" } }, 'move has no property "reason"'],
  ["a tag with a colon", { metaData: { "a:b": "c" } }, "metaData"],
  ["a reserved tag", { metaData: { "pulumi-rimuhosting.key": "x" } }, "metaData has a key"],
  ["a copy with an image", { distro: "deb13.64", instantiationViaCloneOptions: { vpsOrderOidToClone: 1 } }, "distro "],
  [
    "a private key",
    { sshAuthorizedKeys: ["-----BEGIN OPENSSH PRIVATE KEY-----"] },
    "sshAuthorizedKeys[0] must be a public",
  ],
  [
    "a whole private key",
    {
      sshAuthorizedKeys: ["-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk\n-----END OPENSSH PRIVATE KEY-----\n"],
    },
    "whoever can read those has it: make a new pair",
  ],
  [
    "a private key of PuTTY's",
    { sshAuthorizedKeys: ["PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 1\nAAAA\n"] },
    "sshAuthorizedKeys[0] must be a public key, but this looks like a private one. Pass the line of its .pub file.",
  ],
  ["a file of two keys", { sshAuthorizedKeys: ["a\nb\n"] }, "sshAuthorizedKeys[0] must be one line"],
  [
    "the key of an empty file",
    { sshAuthorizedKeys: ["\n"] },
    "sshAuthorizedKeys[0] must not be empty: is the file that it comes from empty?",
  ],
  [
    "the key file twice",
    {
      sshAuthorizedKeys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQE= me"],
      fileInjectionData: [{ path: "/root/.ssh/authorized_keys", dataAsString: "x" }],
    },
    "they are the same file",
  ],
  [
    "a relative path",
    { fileInjectionData: [{ path: "etc/motd", dataAsString: "x" }] },
    "fileInjectionData[0].path must",
  ],
  [
    "a file without content",
    { fileInjectionData: [{ path: "/etc/motd" }] },
    "fileInjectionData[0] must have exactly one",
  ],
  [
    "a copy with a password of its own",
    { password: "hush-12345", instantiationViaCloneOptions: { vpsOrderOidToClone: 1 } },
    "password cannot be combined with instantiationViaCloneOptions",
  ],
  ["an empty password", { password: "" }, "password must not be empty"],
])("%s is refused by name", (_, news, words) => {
  expect(reasons(news)).toEqual([expect.stringContaining(words)]);
});

test("the line break at the end of a key's file is no part of the key", () => {
  const key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f me";
  const { inputs, failures } = check({ domainName, sshAuthorizedKeys: [`${key}\r\n`] });
  expect({ failures, keys: inputs.sshAuthorizedKeys }).toEqual({ failures: [], keys: [key] });
});

test("all complaints are reported together", () => {
  expect(reasons({ domainName: undefined, memoryMb: -1, distr: "x" })).toHaveLength(3);
});

test("no failure carries a property, because the engine would print its value, which may be a secret", () => {
  const bad = { password: "", fileInjectionData: "x", pasword: "hush", memoryMb: -1, metaData: { "a b": "c" } };
  const { failures } = check({ domainName, ...bad });
  expect(failures).toHaveLength(5);
  expect(failures.map(({ property }) => property)).toEqual(failures.map(() => ""));
  expect(JSON.stringify(failures)).not.toContain("hush");
});

const deciding: readonly string[] = ["onImageChange", "reinstallOnFirstBootChange"];

test.each(vpsArguments.filter((name) => !deciding.includes(name)))(
  "an unknown %s passes, without a word about its value",
  (argument) => {
    const { inputs, failures } = check({ domainName, [argument]: unknownValueSentinel });
    expect(failures).toEqual([]);
    expect(inputs).not.toHaveProperty(argument);
  },
);

test.each(vpsArguments.filter((argument) => argument !== "instantiationViaCloneOptions"))(
  "valid values of %s pass",
  (argument) => {
    for (const value of examples[argument]) expect(reasons({ [argument]: value })).toEqual([]);
  },
);

test("oids are accepted as numbers and as text, and come out in one form", () => {
  const inputsOf = (oid: unknown) => check({ domainName, billingOid: oid, hostServerOid: oid }).inputs;
  expect(inputsOf("1012")).toEqual(inputsOf(1012));
});

test("what an up does not know, because it leaves out the resource that it comes from, is not taken for unset", () => {
  const __leftOut = ["domainName", "cloudConfigData"];
  const { failures } = checkVps({}, { distro: "deb13.64" }, { __leftOut });
  expect(failures.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^domainName is not known: it comes from a resource that this run leaves out/),
    expect.stringMatching(
      /^cloudConfigData is not known: .* This server was neither ordered nor changed: include that/,
    ),
  ]);
});

test("hidden inputs and absent values do not count as arguments", () => {
  expect(reasons({ __ledger: "x", __whatever: 1, distro: null, memoryMb: undefined })).toEqual([]);
});

test.each(deciding)("a preview must know %s, which decides about data", (name) => {
  const { failures } = check({ domainName, [name]: unknownValueSentinel });
  expect(failures.map(({ reason }) => reason)).toEqual([
    expect.stringContaining(`${name} is not known yet, and decides whether the server is wiped`),
  ]);
});
