import { keyProblem } from "../../provider/server/first-boot";

/** A key's data as OpenSSH has it. */
const dataOf = (...fields: readonly (string | Buffer)[]): string =>
  Buffer.concat(
    fields.flatMap((field) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(field.length);
      return [length, Buffer.from(field)];
    }),
  ).toString("base64");

const bytes = (length: number): Buffer => Buffer.alloc(length, 0x9a);
const rsa = `ssh-rsa ${dataOf("ssh-rsa", Buffer.from([1, 0, 1]), bytes(256))}`;
const data = dataOf("ssh-ed25519", bytes(32));
const key = `ssh-ed25519 ${data}`;
const privateKey = `-----BEGIN OPENSSH PRIVATE KEY-----\ncanary${"a".repeat(60)}\n-----END OPENSSH PRIVATE KEY-----`;

test.each<[string, string, RegExp]>([
  ["nothing", "", /^must not be empty: is the file/],
  ["a private key", privateKey, /^must be a public key, but this looks like a private one/],
  ["a file of PuTTY's", "PuTTY-User-Key-File-3: ssh-ed25519\ncanary", /looks like a private one/],
  ["two keys", `${key} canary\n${key} canary`, /^must be one line: pass several keys one by one/],
  ["a line break inside", `ssh-ed25519 ${data.slice(0, 40)}\n${data.slice(40)}`, /^must be one line/],
  ["undefined in a template", "undefined", /^is not a public key/],
  ["a path", "~/.ssh/canary.pub", /^is not a public key.*pass what is in the \.pub file/],
  ["data alone", `${data} canary`, /^is not a public key/],
  ["a type alone", "ssh-ed25519", /^is not a public key/],
  ["an ellipsis", "ssh-ed25519 AAAA… canary@example.com", /^is not a public key/],
  ["data that is cut", key.slice(0, -12), /^is cut off or damaged/],
  ["data without its last =", key.replace(/=+$/, "").slice(0, -1), /^is cut off or damaged/],
  ["RSA without its last field", `ssh-rsa ${dataOf("ssh-rsa", bytes(3))}`, /^is cut off or damaged/],
  ["another type", `ssh-rsa ${data}`, /^is cut off or damaged/],
  ["a no-break space", key.replace(" ", "\u00a0"), /^is not a public key/],
])("%s is no key, and the reason quotes nothing", (_, text, reason) => {
  const problem = keyProblem(text);
  expect(problem).toMatch(reason);
  expect(problem).not.toMatch(/canary|AAAAC3/);
});

test.each([
  key,
  `${key} me@example.com, "laptop" # 2`,
  rsa,
  `ssh-ed25519 ${dataOf("ssh-ed25519", bytes(32), "")}`,
  `from="10.0.0.0/8,*.example.com",no-pty,command="echo \\"a b\\" \\n" ${rsa} a key`,
  `restrict,X11-forwarding\t${key}`,
  `ecdsa-sha2-nistp256 ${dataOf("ecdsa-sha2-nistp256", "nistp256", bytes(65))} a@b`,
  `sk-ssh-ed25519@openssh.com ${dataOf("sk-ssh-ed25519@openssh.com", bytes(32), "ssh:")}`,
])("%s lets somebody in", (text) => {
  expect(keyProblem(text)).toBeUndefined();
});
