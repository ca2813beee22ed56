import { createRedactor } from "../../provider/service/redactor";
import { SettingsError } from "../../provider/service/settings";
import { createTransport, proxyOptions, proxySecrets } from "../../provider/service/transport";

const service = new URL("https://rimuhosting.com");

test.each(["HTTPS_PROXY", "https_proxy"])("%s that holds no URL is one clear error without its value", (name) => {
  for (const value of ["http://user:canary@proxy.example.com:99999", "http://user:canary%zz@proxy.example.com:3128"]) {
    const creating = () => createTransport(service.href, { [name]: value });
    expect(creating).toThrow(SettingsError);
    expect(creating).toThrow(/^HTTP_PROXY or HTTPS_PROXY does not hold a usable proxy URL/);
    expect(creating).not.toThrow(/canary/);
  }
});

test("a proxy is asked for by the environment, and never for this machine", () => {
  const environment = { HTTPS_PROXY: "http://proxy.example.com:3128" };
  expect(proxyOptions(service, environment)).toEqual({ proxyEnv: environment });
  expect(proxyOptions(service, { HTTPS_PROXY: "" })).toEqual({});
  expect(proxyOptions(new URL("http://127.0.0.1:8089"), environment)).toEqual({});
});

test("a proxy without a scheme is used, and one that Node would go around is an error", () => {
  expect(proxyOptions(service, { https_proxy: "user:canary@proxy.example.com:3128" })).toEqual({
    proxyEnv: { https_proxy: "http://user:canary@proxy.example.com:3128" },
  });
  expect(proxyOptions(service, { HTTPS_PROXY: "HTTP://proxy.example.com" })).toEqual({
    proxyEnv: { HTTPS_PROXY: "http://proxy.example.com" },
  });
  const socks = () => proxyOptions(service, { HTTPS_PROXY: "socks5://user:canary@proxy.example.com:1080" });
  expect(socks).toThrow(/^HTTP_PROXY or HTTPS_PROXY does not hold a usable proxy URL/);
  expect(socks).not.toThrow(/canary/);
});

test("a Node without proxy support is an error, not a way around the proxy", () => {
  const options = (version: string) => () =>
    proxyOptions(service, { HTTPS_PROXY: "http://proxy.example.com" }, version);
  for (const version of ["22.12.0", "23.11.0", "24.4.1"]) expect(options(version)).toThrow(`Node ${version} cannot`);
  for (const version of ["22.21.0", "24.5.0", "26.0.0"]) expect(options(version)).not.toThrow();
});

test("a proxy's password is a secret", () => {
  const redactor = createRedactor();
  const environment = { https_proxy: "http://user:pass-canary@proxy.example.com" };
  for (const secret of proxySecrets(environment)) redactor.register(secret);
  const basic = Buffer.from("user:pass-canary").toString("base64");
  const said = redactor.clean(`pass-canary Basic ${basic} ${environment.https_proxy}`);
  expect(said).not.toMatch(/canary/);
  expect(said).not.toContain(basic);
  expect(proxySecrets({ HTTPS_PROXY: "user:canary@proxy.example.com:3128" })).toContain("canary");
  expect(proxySecrets({ HTTPS_PROXY: "http://proxy.example.com:3128", HTTP_PROXY: "http://user@proxy" })).toEqual([]);
});
