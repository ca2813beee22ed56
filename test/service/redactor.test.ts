import fc from "fast-check";
import { unknownValueSentinel } from "../../provider/engine/reserved";
import { createRedactor, registerSecretsOf } from "../../provider/service/redactor";
import { isExhaustive } from "../volume";

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
        ];
        const clean = cleaning(secret);
        for (const form of forms) expect(clean(`before ${form} after`)).toContain("[secret]");
      },
    ),
  );
});

const codeUnits = (text: string, encode: (code: number) => string): string =>
  Array.from({ length: text.length }, (_, index) => encode(text.charCodeAt(index))).join("");
const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, "0");
const bytesOf = (text: string): number[] => [...Buffer.from(text)];

const encodings: Record<string, (text: string) => string> = {
  JSON: (text) => JSON.stringify(text).slice(1, -1),
  "JSON with slashes escaped": (text) => JSON.stringify(text).slice(1, -1).replaceAll("/", "\\/"),
  "JSON that escapes what HTML means": (text) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replace(/[<>&'=+]/g, (character) => `\\u${hex(character.charCodeAt(0), 4)}`),
  "JSON in escapes alone": (text) => codeUnits(text, (code) => `\\u${hex(code, 4).toUpperCase()}`),
  URL: encodeURIComponent,
  "URL with small letters": (text) => encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  "URL in escapes alone": (text) =>
    bytesOf(text)
      .map((byte) => `%${hex(byte, 2)}`)
      .join(""),
  form: (text) => new URLSearchParams([["", text]]).toString().slice(1),
  "HTML by number": (text) => text.replace(/[^ -~]|[&<>"']/gu, (character) => `&#${character.codePointAt(0)};`),
  "HTML by number, in hex": (text) =>
    [...text].map((character) => `&#x${character.codePointAt(0)?.toString(16)};`).join(""),
  "HTML by name": (text) =>
    text
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;")
      .replaceAll("'", "&apos;"),
  base64: (text) => Buffer.from(text).toString("base64"),
  "base64 for URLs": (text) => Buffer.from(text).toString("base64url"),
};

describe.each(Object.entries(encodings))("a secret quoted as %s", (_, inner) => {
  test.each(Object.entries(encodings))("and that as %s is replaced as a whole", (_name, outer) => {
    const secrets = fc.oneof(
      fc.string({ minLength: 6, maxLength: 40 }),
      fc.string({ unit: "grapheme", minLength: 6, maxLength: 30 }),
      fc.constantFrom("it's-a-secret", "100%25+a&amp;b", "a\\u0041\\n\"b'c", "<p@ss/w=rd>?ü€😀"),
    );
    fc.assert(
      fc.property(
        secrets.filter((text) => /\S{6}/.test(text) && !"before [secret] after".includes(text)),
        (secret) => {
          const clean = cleaning(secret);
          for (const quoted of [secret, inner(secret), outer(inner(secret))])
            expect(clean(`before ${quoted} after`)).toBe("before [secret] after");
        },
      ),
      { numRuns: isExhaustive ? 500 : 30 },
    );
  });
});

test("what surrounds an encoded secret stays as it was", () => {
  const clean = cleaning("it's-a-secret");
  expect(clean("a%20b &amp; it\\u0027s-a-secret \\u0041 100%")).toBe("a%20b &amp; [secret] \\u0041 100%");
  expect(clean("/r/orders/it%2527s-a-secret;x=%3B")).toBe("/r/orders/[secret];x=%3B");
  const header = Buffer.from("user:it's-a-secret").toString("base64");
  expect(clean(`Authorization: Basic ${header}, next`)).toBe("Authorization: Basic [secret], next");
});

test("text without a secret is left alone, however much of it looks encoded", () => {
  const clean = cleaning("it's-a-secret", "0123456789abcdef0123456789abcdef", "12345");
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'%u0041&#;amp\\"+/ =abcDEF_-'.split("")) }), (text) => {
      if (!text.includes("[secret]")) expect(clean(text)).toBe(text);
    }),
  );
});

test("the time that a text takes grows with its length, however it is encoded", () => {
  const clean = cleaning("it's-a-secret");
  const fastestMs = (text: string): number =>
    Math.min(
      ...Array.from({ length: 5 }, () => {
        const startMs = performance.now();
        clean(text);
        return performance.now() - startMs;
      }),
    );
  const nested = "%2525u0041&amp;amp;\\\\u0041SGVsbG8gd29ybGQ+";
  expect(fastestMs(nested.repeat(4000))).toBeLessThan(60 * Math.max(1, fastestMs(nested.repeat(400))));
});

test("each line of a longer secret is a secret itself", () => {
  const clean = cleaning("#cloud-config\nchpasswd:\n  list: root:hunter22\n");
  expect(clean("cannot parse 'list: root:hunter22'")).toBe("cannot parse '[secret]'");
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

test("the first user of most cloud-configs is not secret, and a password of that name is", () => {
  const redactor = createRedactor();
  registerSecretsOf(redactor, { cloudConfig: { users: ["default", { name: "canary-user" }] } });
  expect(redactor.clean("the default provider, canary-user")).toBe("the default provider, [secret]");
  registerSecretsOf(redactor, { password: "default" });
  expect(redactor.clean("the password default")).toBe("the password [secret]");
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

test("password, cloud-config, files and the key's password are secrets, line by line and in base64", () => {
  const script = "#!/bin/sh\nadduser canary-base64\n";
  const properties = {
    domainName: "web.example.com",
    distro: "deb13.64",
    orderOid: 7,
    sshAuthorizedKeys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQE="],
    password: "pw-canary",
    cloudConfigData: "#cloud-config\nchpasswd:\n  list: root:canary-cloud\n",
    __keyPassword: "canary-of-the-key",
    fileInjectionData: [
      { path: "/etc/motd", dataAsString: "welcome\nkey=canary-text\n", execOnFirstBoot: true },
      { path: "/root/run", dataAsBase64: Buffer.from(script).toString("base64") },
      { path: "/root/get", dataFromUrl: "https://example.com/?token=canary-url" },
      { path: "/root/bin", dataAsBase64: Buffer.from([0xff, 0xfe, 0x00, 0xff]).toString("base64") },
    ],
  };
  const redactor = createRedactor();
  registerSecretsOf(redactor, properties);
  const quoted = [
    "pw-canary",
    "list: root:canary-cloud",
    "canary-of-the-key",
    "key=canary-text",
    "adduser canary-base64",
    "https://example.com/?token=canary-url",
  ];
  for (const text of quoted) expect(redactor.clean(`near '${text}'`)).toBe("near '[secret]'");
  for (const text of [properties.cloudConfigData, script, "welcome\nkey=canary-text\n"]) {
    const base64 = Buffer.from(text).toString("base64");
    expect(redactor.clean(base64)).not.toContain(base64.slice(0, -2));
  }
  for (const text of [
    "web.example.com",
    "deb13.64",
    "/etc/motd",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQE=",
    "/root/bin",
  ])
    expect(redactor.clean(text)).toBe(text);
});

test("in cloud-config given as an object, texts and long numbers are secret; ports and sizes are not", () => {
  const redactor = createRedactor();
  registerSecretsOf(redactor, {
    cloudConfig: { chpasswd: { users: [{ password: 987_654_321 }, "canary"] }, port: 8080 },
  });
  expect(redactor.clean("987654321 canary 8080")).toBe("[secret] [secret] 8080");
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
])("properties such as %j cause no error", (properties) => {
  expect(() => registerSecretsOf(createRedactor(), properties)).not.toThrow();
});
