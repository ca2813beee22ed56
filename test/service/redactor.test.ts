import fc from "fast-check";
import { unknownValueSentinel } from "../../provider/pulumi/properties";
import { createRedactor, registerSecretsOf } from "../../provider/service/redactor";

const cleaning = (...secrets: string[]) => {
  const redactor = createRedactor();
  for (const secret of secrets) redactor.register(secret);
  return redactor.clean;
};

test("a secret is found verbatim, in JSON, in a URL, in a form, in HTML and in base64", () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 6, maxLength: 40 }).filter((text) => /\S{6}/.test(text)),
      (secret) => {
        const forms = [
          secret,
          JSON.stringify(secret),
          encodeURIComponent(secret),
          new URLSearchParams({ secret }).toString().slice("secret=".length),
          Buffer.from(secret).toString("base64"),
          Buffer.from(secret).toString("base64url"),
          secret.replace(/[&<>]/g, (one) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[one] ?? one),
        ];
        const clean = cleaning(secret);
        for (const form of forms) expect(clean(`before ${form} after`)).toContain("[secret]");
      },
    ),
  );
});

test.each([
  "Zebra\\/Quagga=\u00e4",
  "Zebra\\/Quagga=\\u00e4",
  "Zebra/Quagga=\\u00E4",
  "Zebra/Quagga\\u003d\u00e4",
  "Zebra/Quagga\\u003D\u00e4",
])("a secret is found where JSON escapes more of it than it must: %s", (quoted) => {
  expect(JSON.parse(`"${quoted}"`)).toBe("Zebra/Quagga=\u00e4");
  expect(cleaning("Zebra/Quagga=\u00e4")(`{"password":"${quoted}"}`)).toBe('{"password":"[secret]"}');
});

test("of two secrets, the longer one is replaced first", () => {
  expect(cleaning("abcd", "abcdefgh")("abcdefgh abcd")).toBe("[secret] [secret]");
});

test("text too short to be a secret is left alone", () => {
  const redactor = createRedactor();
  redactor.register("");
  redactor.register("a");
  redactor.register(undefined);
  expect(redactor.clean("a banana")).toBe("a banana");
});

test.each(["1234", "12345", "123456", "658951758"])("the key %s blanks no part of a longer number", (key) => {
  const clean = cleaning(key);
  for (const number of [`${key}7`, `00${key}`, `6${key}4`, `${key}.50`, `0.${key}`, "6589517584"])
    expect(clean(`Reading order ${number} failed: ${number}.`)).toBe(`Reading order ${number} failed: ${number}.`);
  expect(clean(`Reading with ${key} (apikey=${key};) failed: ${key}. And "${key}", %22${key}%22`)).toBe(
    'Reading with [secret] (apikey=[secret];) failed: [secret]. And "[secret]", %22[secret]%22',
  );
});

test("if secrets overlap, no part of either is left", () => {
  expect(cleaning("abcdef", "defghij")("abcdefghij")).toBe("[secret]");
  expect(cleaning("abcdef")("abcdefabcdef")).toBe("[secret][secret]");
  fc.assert(
    fc.property(fc.string({ minLength: 4 }), fc.string({ minLength: 4 }), fc.nat(8), (first, second, overlap) => {
      const joined = first + second.slice(Math.min(overlap, second.length - 4));
      const cleaned = cleaning(first, second)(joined);
      for (const secret of [first, second]) expect(cleaned.replaceAll("[secret]", "\n")).not.toContain(secret);
    }),
  );
});

test("a user's name is not secret, and a password is, even if it is a word", () => {
  const redactor = createRedactor();
  registerSecretsOf(redactor, { cloudConfig: { users: ["default", { name: "deploy" }] } });
  expect(redactor.clean("the default provider, deploy")).toBe("the default provider, deploy");
  registerSecretsOf(redactor, { password: "sunshine", cloudConfig: { chpasswd: { list: "deploy:ubuntu" } } });
  expect(redactor.clean("sunshine ubuntu, ubuntu2404.64, kubuntu, root%3Aubuntu")).toBe(
    "[secret] [secret], ubuntu2404.64, kubuntu, root%3A[secret]",
  );
});

test("a text is searched for what has become known since it was last cleaned", () => {
  const { register, clean } = createRedactor();
  const text = "the password is canary-1, and then canary-2";
  expect(clean(text)).toBe(text);
  register("canary-2");
  expect(clean(text)).toBe("the password is canary-1, and then [secret]");
  register("canary-1");
  expect(clean(text)).toBe("the password is [secret], and then [secret]");
  const secret = fc.string({ minLength: 4, maxLength: 8 });
  const part = fc.oneof(
    secret,
    secret.map(encodeURIComponent),
    secret.map((one) => Buffer.from(one).toString("base64")),
  );
  fc.assert(
    fc.property(fc.array(secret), fc.array(part), (secrets, parts) => {
      const [redactor, texts] = [createRedactor(), [...parts, parts.join(" "), [...secrets, ...parts].join(" ")]];
      for (const one of secrets) {
        for (const said of texts) redactor.clean(said);
        redactor.register(one);
      }
      for (const said of texts) expect(redactor.clean(said)).toBe(cleaning(...secrets)(said));
    }),
  );
});

test("knowing the secrets of many servers does not make messages slower to clean", () => {
  const message = "The host server does not have enough free resources. ".repeat(100);
  const fastestMs = (servers: number): number => {
    const { register, clean } = createRedactor();
    for (let server = 0; server < servers; server++) register(`${server}-is-the-secret-of-a-server`);
    const times = Array.from({ length: 20 }, (_, attempt) => {
      const startMs = performance.now();
      clean(`${message}${attempt}`);
      return performance.now() - startMs;
    });
    return Math.min(...times);
  };
  expect(fastestMs(10_000)).toBeLessThan(20 * fastestMs(10));
});

test("what the service fetches, the key's password and a whole file in base64 are secrets; names, paths and public keys are none", () => {
  const text = "welcome\nkey=canary-text\n";
  const redactor = createRedactor();
  registerSecretsOf(redactor, {
    domainName: "web.example.com",
    sshAuthorizedKeys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQE="],
    __keyPassword: "canary-of-the-key",
    fileInjectionData: [
      { path: "/etc/motd", dataAsString: text },
      { path: "/root/get", dataFromUrl: "https://example.com/?token=canary-url" },
      { path: "/root/bin", dataAsBase64: Buffer.from([0xff, 0xfe, 0x00, 0xff]).toString("base64") },
    ],
  });
  for (const quoted of ["canary-of-the-key", "https://example.com/?token=canary-url", "key=canary-text"])
    expect(redactor.clean(`near '${quoted}'`)).toBe("near '[secret]'");
  const base64 = Buffer.from(text).toString("base64");
  expect(redactor.clean(base64)).not.toContain(base64.slice(0, -2));
  for (const plain of ["web.example.com", "/etc/motd", "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQE=", "/root/bin"])
    expect(redactor.clean(plain)).toBe(plain);
});

test("of the numbers of a cloud-config, a long password is secret, and a port, a size or an order's number is not", () => {
  const redactor = createRedactor();
  registerSecretsOf(redactor, {
    cloudConfig: { chpasswd: { users: [{ password: 987_654_321 }] }, port: 8080, order: 1_234_567 },
  });
  expect(redactor.clean("987654321 8080 1234567")).toBe("[secret] 8080 1234567");
});

test.each(["password", "passw", "word"])("%s is no password of a server, so a complaint about it is whole", (given) => {
  const redactor = createRedactor();
  registerSecretsOf(redactor, { password: given, cloudConfig: { chpasswd: { type: "password" } } });
  const complaint = "password is easy to guess, and the server accepts logins";
  expect(redactor.clean(complaint)).toBe(complaint);
});

test("a value that is not known yet is no secret", () => {
  const redactor = createRedactor();
  registerSecretsOf(redactor, {
    password: unknownValueSentinel,
    fileInjectionData: [{ path: "/etc/motd", dataAsString: unknownValueSentinel }],
  });
  expect(redactor.clean(unknownValueSentinel)).toBe(unknownValueSentinel);
});

test.each([
  {},
  { password: undefined },
  { fileInjectionData: "text" },
  { fileInjectionData: [null, 5] },
  { cloudConfigData: null },
  { cloudConfig: { write_files: [{ path: 5, content: 5 }] } },
])("properties such as %j cause no error", (properties) => {
  expect(() => registerSecretsOf(createRedactor(), properties)).not.toThrow();
});
