import { keyProblem } from "../../provider/server/ssh-keys";

/** A key's data as OpenSSH has it. */
const dataOf = (...fields: readonly (string | Buffer)[]): string =>
  Buffer.concat(
    fields.flatMap((field) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(field.length);
      return [length, Buffer.from(field)];
    }),
  ).toString("base64");

const bytes = (length: number, first = 0x9a): Buffer => Buffer.alloc(length, first);
const exponent = Buffer.from([1, 0, 1]);
const rsa = (bits: number): string =>
  `ssh-rsa ${dataOf("ssh-rsa", exponent, Buffer.concat([bytes(1, 0), bytes(bits / 8)]))}`;
const data = dataOf("ssh-ed25519", bytes(32));
const key = `ssh-ed25519 ${data}`;
const base64 = (text: string): string => Buffer.from(text).toString("base64");
const certificate = "ssh-ed25519-cert-v01@openssh.com";
const privateKey = `-----BEGIN OPENSSH PRIVATE KEY-----\ncanary${"a".repeat(60)}\n-----END OPENSSH PRIVATE KEY-----`;

test.each<[string, string, RegExp]>([
  ["nothing", "", /^must not be empty: is the file/],
  ["a private key", privateKey, /^must be a public key, but this looks like a private one/],
  ["a private key in base64", base64(privateKey), /looks like a private one/],
  ["a file of PuTTY's", "PuTTY-User-Key-File-3: ssh-ed25519\ncanary", /private one.*"puttygen <file> -L"/],
  ["SSH2", `---- BEGIN SSH2 PUBLIC KEY ----\nComment: "canary"\n${data}\n----`, /"ssh-keygen -i -f <file>"/],
  ["PKCS8", "-----BEGIN PUBLIC KEY-----\ncanary", /"ssh-keygen -i -m PKCS8 -f <file>"/],
  ["a certificate of TLS", "-----BEGIN CERTIFICATE-----\ncanary", /^is a certificate of TLS/],
  ["a key of PGP", "-----BEGIN PGP PUBLIC KEY BLOCK-----\ncanary", /"gpg --export-ssh-key <id>"/],
  ["undefined in a template", "undefined", /^is undefined: is the setting that it comes from missing\?$/],
  ["a fingerprint", `SHA256:${"a".repeat(43)}`, /^is a fingerprint/],
  ["a fingerprint in hexadecimal digits", `MD5:${"aa:".repeat(15)}aa`, /^is a fingerprint/],
  ["an account's address", "https://github.com/canary.keys", /^names an account.*curl https:\/\/github\.com/],
  ["an account", "gh:canary", /^names an account/],
  ["a path", "~/.ssh/canary.pub", /^is a path/],
  ["a path with a variable", "$HOME/.ssh/canary", /^is a path/],
  ["a name of a file", "canary.pub", /^is a path/],
  ["JSON", JSON.stringify([key]), /^is in quotation marks or brackets/],
  ["base64", base64(`${key} canary`), /^is in base64/],
  ["two keys", `${key} canary\n${key} canary`, /^holds several keys: pass them one by one/],
  ["two keys in a row", `${key} canary ${key} canary`, /^holds several keys/],
  ["two keys with \\n", `${key} canary\\n${key} canary`, /^holds several keys/],
  ["a line break inside", `ssh-ed25519 ${data.slice(0, 40)}\n${data.slice(40)}`, /^has a line break in the middle/],
  ["a comment and a key", `# canary\n${key}`, /^must be one line/],
  ["a comment", `# ${key}`, /^is a comment/],
  ["data alone", `${data} canary`, /^lacks its type: write "ssh-ed25519"/],
  ["a type alone", "ssh-ed25519", /^is cut off or damaged/],
  ["an ellipsis", "ssh-ed25519 AAAA… canary@example.com", /^is cut off or damaged/],
  ["data that is cut", key.slice(0, -12), /^is cut off or damaged/],
  ["data without its last =", key.replace(/=+$/, "").slice(0, -1), /^is cut off or damaged/],
  ["another type", `ssh-rsa ${data}`, /^says that it is of another type than its data, which is "ssh-ed25519"/],
  ["a certificate", `${certificate} ${dataOf(certificate, bytes(32))} canary`, /^is a certificate, .*"cert-authority /],
  ["DSA", `ssh-dss ${dataOf("ssh-dss", bytes(128))}`, /^is a DSA key, .*"ssh-keygen -t ed25519"/],
  ["a short RSA key", rsa(768), /^is an RSA key of 768 bits, and sshd accepts none below 1024/],
  ["a line of known_hosts", `canary.example.com ${key}`, /^is a line of known_hosts/],
  ["a line of a list", `- ${key}`, /^has something before its type that sshd does not know/],
  ["a blank between options", `no-pty, restrict ${key}`, /options have commas between them/],
  ["an option that there is not", `no-canary ${key}`, /^has something before its type/],
  ["a word", "canary", /^is not a public key, so nobody could log in with it: a key is a line.*<name>\.keys" prints/],
  ["a no-break space", key.replace(" ", "\u00a0"), /^is cut off or damaged/],
])("%s is no key, and the reason quotes nothing", (_, text, reason) => {
  const problem = keyProblem(text);
  expect(problem).toMatch(reason);
  expect(problem).not.toMatch(/canary|AAAAC3/);
});

test.each([
  key,
  `${key} me@example.com, "laptop" # 2`,
  rsa(1024),
  `from="10.0.0.0/8,*.example.com",no-pty,command="echo \\"a b\\" \\n" ${rsa(4096)} a key`,
  `cert-authority,principals="root" ${key}`,
  `restrict,X11-forwarding\t${key}`,
  `ecdsa-sha2-nistp256 ${dataOf("ecdsa-sha2-nistp256", "nistp256", bytes(65))} a@b`,
  `sk-ssh-ed25519@openssh.com ${dataOf("sk-ssh-ed25519@openssh.com", bytes(32), "ssh:")}`,
  `no-touch-required sk-ecdsa-sha2-nistp256@openssh.com ${dataOf("sk-ecdsa-sha2-nistp256@openssh.com", "nistp256", bytes(65), "ssh:")}`,
])("%s lets somebody in", (text) => {
  expect(keyProblem(text)).toBeUndefined();
});
