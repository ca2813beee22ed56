import fc from "fast-check";
import { createClient } from "../../provider/service/client";
import { proxyOptions, proxySecrets } from "../../provider/service/proxy";
import { createRedactor } from "../../provider/service/redactor";
import { SettingsError } from "../../provider/service/settings";
import { settingsFor } from "./support/scripted-client";

const service = new URL("https://rimuhosting.com");
const thrownBy = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

describe.each(["HTTPS_PROXY", "https_proxy"])("%s", (name) => {
  test.each([
    "http://user:canary@proxy.example.com:99999",
    "proxy.canary.example.com:3128",
    "user:canary@proxy.example.com:3128",
    "socks5://user:canary@proxy.example.com:1080",
    "http://user:canary%zz@proxy.example.com:3128",
    "http://:3128",
    "canary",
    "//canary.example.com",
  ])("set to %j is one clear error, which names the variable and does not show its value", (value) => {
    const error = thrownBy(() => proxyOptions(service, { [name]: value }));
    expect(error).toBeInstanceOf(SettingsError);
    const { message, problems } = error as SettingsError;
    expect(problems).toHaveLength(1);
    expect(message).toContain(`The environment variable ${name} `);
    expect(message).not.toContain("canary");
    expect(message).not.toContain(value);
  });

  test("that is broken does not affect requests that bypass it", () => {
    const broken = { [name]: "socks5://proxy.example.com" };
    expect(proxyOptions(new URL("http://127.0.0.1:8089"), { ...broken, HTTP_PROXY: "socks5://x" })).toEqual({});
    expect(proxyOptions(service, { ...broken, NO_PROXY: "rimuhosting.com" })).toEqual({});
  });

  test.each([
    "http://proxy.example.com:3128",
    "HTTP://proxy.example.com:3128",
    " http://proxy.example.com:3128/ ",
    "Http://PROXY.example.com:3128",
  ])("set to %j is used", (value) => {
    expect(proxyOptions(service, { [name]: value })).toEqual({
      proxyEnv: { HTTPS_PROXY: "http://proxy.example.com:3128/" },
    });
  });
});

test.each([
  ["rimuhosting.com", true],
  ["RimuHosting.COM", true],
  ["rimuhosting.com:443", true],
  ["rimuhosting.com:8443", false],
  [".rimuhosting.com", true],
  ["*.rimuhosting.com", true],
  ["com", true],
  ["hosting.com", false],
  ["example.com, rimuhosting.com", true],
  ["example.com rimuhosting.com", true],
  ["*", true],
  ["", false],
  [",", false],
  ["api.rimuhosting.com", false],
])("NO_PROXY %j exempts the service: %j", (value, isExempt) => {
  const options = proxyOptions(service, { HTTPS_PROXY: "http://proxy.example.com", NO_PROXY: value });
  expect(options).toEqual(isExempt ? {} : { proxyEnv: { HTTPS_PROXY: "http://proxy.example.com/" } });
});

test.each(["192.0.2.7", "192.0.2.7:8089", "2001:db8::7", "[2001:db8::7]", "[2001:db8::7]:8089"])(
  "NO_PROXY %j exempts that address",
  (value) => {
    const host = value.includes("::") ? "[2001:db8::7]" : "192.0.2.7";
    const environment = { HTTP_PROXY: "http://proxy.example.com", NO_PROXY: value };
    expect(proxyOptions(new URL(`http://${host}:8089`), environment)).toEqual({});
    expect(proxyOptions(new URL("http://192.0.2.8:8089"), environment)).not.toEqual({});
  },
);

test("whatever the variables hold, the result is a proxy, none, or an error that does not quote them", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", minLength: 12, maxLength: 40 }),
      fc.string({ unit: "binary" }),
      (value, exempt) => {
        const result = thrownBy(() => proxyOptions(service, { HTTPS_PROXY: value, NO_PROXY: exempt }));
        if (result instanceof Error) {
          expect(result).toBeInstanceOf(SettingsError);
          expect(result.message).not.toContain(value);
        }
      },
    ),
  );
});

test("a Node without proxy support is an error, not a way around the proxy", () => {
  const options = (version: string) => () =>
    proxyOptions(service, { HTTPS_PROXY: "http://proxy.example.com" }, version);
  for (const version of ["22.12.0", "23.11.0", "24.4.1"]) expect(options(version)).toThrow(`Node ${version} cannot`);
  for (const version of ["22.21.0", "24.5.0", "26.0.0"]) expect(options(version)).not.toThrow();
});

test("a proxy's password is a secret, in plain text and as encoded in the URL", () => {
  const environment = {
    https_proxy: "http://user:p%40ss-canary@proxy.example.com",
    HTTP_PROXY: "me:other-canary@proxy",
  };
  const redactor = createRedactor();
  for (const secret of proxySecrets(environment)) redactor.register(secret);
  const basic = Buffer.from("user:p@ss-canary").toString("base64");
  const said = `p@ss-canary p%40ss-canary other-canary Basic ${basic} ${environment.https_proxy}`;
  expect(redactor.clean(said)).not.toMatch(/canary/);
  expect(redactor.clean(said)).not.toContain(basic);
  expect(proxySecrets({ HTTPS_PROXY: "http://proxy.example.com:3128", HTTP_PROXY: "http://user@proxy" })).toEqual([]);
});

test("a client treats the password of its environment's proxy as a secret", () => {
  const redactor = createRedactor();
  const variable = "HTTP_PROXY";
  const former = process.env[variable];
  process.env[variable] = "http://user:proxy-canary@proxy.example.com";
  try {
    createClient(settingsFor("http://127.0.0.1:8089"), { redactor });
  } finally {
    if (former === undefined) delete process.env[variable];
    else process.env[variable] = former;
  }
  expect(redactor.clean("proxy-canary")).toBe("[secret]");
});
