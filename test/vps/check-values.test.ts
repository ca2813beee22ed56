import { checkVps } from "../../provider/vps/check";
import { doubts } from "../../provider/vps/check-values";
import type { Arguments } from "../../provider/vps/desired";

const data = "AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f";
const key = `ssh-ed25519 ${data} me@example.com`;

const reasonsFor = (args: Arguments, olds: Arguments = {}): string =>
  checkVps({ ...olds }, { domainName: "web.example.com", __key: "key-1", ...args }, {})
    .failures.map(({ reason }) => reason)
    .join("\n");

test.each<[Arguments, string]>([
  [{ memoryMb: 2 }, "memoryMb is 2 MB, less than any plan has: sizes are in MB; did you mean 2048?"],
  [{ diskSpaceMb: 20 }, "diskSpaceMb is 20 MB, less than any plan has: sizes are in MB; did you mean 20480?"],
  [{ diskSpace3Mb: 500 }, "did you mean 512000?"],
  [{ memoryMb: 2_097_152 }, "memoryMb is 2097152 MB, more than any plan has: sizes are in MB, and 1 GB is 1024"],
  [{ diskSpaceMb: 21_474_836_480 }, "diskSpaceMb is 21474836480 MB, more than any plan has"],
  [{ sshAuthorizedKeys: [key, "hello"] }, "sshAuthorizedKeys[1] is not a public key"],
  [
    { cloudConfig: { users: [{ name: "a" }, { ssh_authorized_keys: [`${key}\n`, "canary"] }] } },
    "cloudConfig.users[1].ssh_authorized_keys[1] is not a public key",
  ],
  [
    { cloudConfig: { ssh_authorized_keys: [`${key}\n${key}`, "-----BEGIN OPENSSH PRIVATE KEY-----\ncanary\n"] } },
    "cloudConfig.ssh_authorized_keys[1] must be a public key, but this looks like a private one",
  ],
  [{ memoryMb: "2GB" as never }, "memoryMb must be a whole number of MB, but is a string; did you mean 2048?"],
  [{ cloudConfigData: "packages: [nginx]" }, "cloudConfigData has no header that cloud-init knows"],
  [
    { cloudConfigData: "#cloud-config\nusers:\n  - name: canary\n   keys: [" },
    "cloudConfigData is not valid YAML (line 4: missing char), so the server would ignore it",
  ],
  [{ cloudConfigData: "#cloud-config\nusers:\n\t- canary" }, "cloudConfigData is not valid YAML (line 3"],
  [{ cloudConfigData: "#cloud-config\ncanary" }, "cloudConfigData holds a single value"],
  [
    { fileInjectionData: [{ path: "/a", dataAsString: "\ufffdcanary" }] },
    "fileInjectionData[0] holds what is no text in dataAsString, which damages it: pass it in dataAsBase64",
  ],
  [
    { fileInjectionData: [{ path: "/a", dataAsString: "\n #!/bin/canary", execOnFirstBoot: true }] },
    'fileInjectionData[0] has blanks or an invisible character before "#!", so the server could not run it',
  ],
  [{ password: "canary-line\nbreak" }, "password contains a line break"],
  [{ password: `${key} canary` }, "password is a public key, which is no secret: it belongs in sshAuthorizedKeys"],
  [{ password: "canary7" }, "password has fewer than 8 characters, so anybody could guess it"],
  [{ password: "undefined" }, 'password holds the word "undefined" or the like: is the setting that it comes from'],
  [{ metaData: { role: "canary", owner: "null" } }, 'metaData holds the word "undefined" or the like'],
  [{ domainName: "web.undefined" }, 'domainName is not a domain name: it has the part "undefined": is the setting'],
  [{ password: "Password1!" }, "password is easy to guess"],
  [{ password: "12345678" }, "password is easy to guess"],
  [{ password: "aaaaaaaaaa" }, "password is easy to guess"],
  [{ reinstallTriggers: ["canary", Number.NaN] }, "reinstallTriggers[1] holds a number that could not be computed"],
  [
    { restartTriggers: [{ load: [Number.POSITIVE_INFINITY] }] },
    "restartTriggers[0] holds a number that could not be computed",
  ],
  [{ cloudConfig: { canary: [Number.NaN] } }, "cloudConfig holds a number that could not be computed"],
])("%o is refused, without its secrets", (args, reason) => {
  expect(reasonsFor(args)).toContain(reason);
  expect(reasonsFor(args)).not.toContain("canary");
});

test.each<Arguments>([
  { memoryMb: 64, diskSpaceMb: 1024, diskSpace2Mb: 0 },
  { memoryMb: 1_048_576, diskSpaceMb: 104_857_600 },
  { sshAuthorizedKeys: [key, `no-pty ${key}`] },
  { cloudConfigData: "#cloud-config\npackages: [nginx]" },
  { cloudConfigData: "## template: jinja\n#cloud-config\n{}" },
  { cloudConfigData: 'Content-Type: multipart/mixed; boundary="x"' },
  { cloudConfigData: '{"ignition": {"version": "3.0.0"}}' },
  { password: "p w:ö$#-12" },
  { password: "passwords are long sentences" },
  { cloudConfigData: "#cloud-config\nwrite_files:\n  - content: |\n      a: [\n    path: /etc/x" },
  { cloudConfig: { growpart: {}, runcmd: [], ssh_authorized_keys: [key] } },
  { fileInjectionData: [{ path: "/a", dataAsString: " #! a note" }] },
  { reinstallTriggers: [0, "", null, [], false, { a: [1, { b: null }] }] },
])("%o is fine", (args) => {
  expect(reasonsFor(args)).toBe("");
});

test("a value that the server was bought with stays, and a new one is judged", () => {
  const olds = { domainName: "web.example.com", sshAuthorizedKeys: ["hello"], cloudConfigData: "packages: []" };
  expect(reasonsFor(olds, olds)).toBe("");
  expect(reasonsFor({ ...olds, sshAuthorizedKeys: ["hello", "you"] }, olds)).toContain("sshAuthorizedKeys");
  const config = "#cloud-config\na: b\n";
  expect(reasonsFor({ cloudConfigData: `\t${config}` }, { cloudConfigData: config })).toContain("starts with a tab");
});

test("a domain name without a dot is doubtful", () => {
  expect(doubts({ domainName: "web" }).join()).toContain('"web.example.com"');
  expect(doubts({ domainName: "web." })).toHaveLength(1);
  expect(doubts({ domainName: "web.example.com.", sshAuthorizedKeys: [key] })).toEqual([]);
});

test("an empty list of keys is doubtful", () => {
  expect(doubts({ sshAuthorizedKeys: [] }).join()).toMatch(
    /^sshAuthorizedKeys is an empty list: nobody can log in but/,
  );
});
