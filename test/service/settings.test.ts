import { unknownValueSentinel } from "../../provider/pulumi/properties";
import {
  MissingKeyError,
  requireApiKey,
  resolveSettings,
  type SettingSources,
  SettingsError,
  settingTable,
} from "../../provider/service/settings";

const errorOf = (sources: SettingSources): SettingsError | undefined => {
  try {
    resolveSettings(sources);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return error as SettingsError;
  }
};
const problemsOf = (sources: SettingSources): readonly string[] => errorOf(sources)?.problems ?? [];
const configured = (values: Record<string, string>) => (name: string) => values[name];

test("the explicit provider comes before the stack's configuration, and that before the environment", () => {
  const provider = { apiKey: "from-provider" };
  const config = configured({ apiKey: "from-config" });
  const env = { RIMUHOSTING_APIKEY: "from-environment" };
  expect(resolveSettings({ provider, config, env }).apiKey).toBe("from-provider");
  expect(resolveSettings({ config, env }).apiKey).toBe("from-config");
  expect(resolveSettings({ env }).apiKey).toBe("from-environment");
  expect(resolveSettings({}).apiKey).toBeUndefined();
});

test("without sources every setting has the default of the table", () => {
  expect(resolveSettings({})).toMatchObject(
    Object.fromEntries(Object.entries(settingTable).map(([name, schema]) => [name, schema.parse(undefined)])),
  );
});

test("numbers and choices may come as text", () => {
  const config = configured({ unknownOutcomeMinutes: "2", readableTag: "false", straysOnDelete: "warn" });
  expect(resolveSettings({ config })).toMatchObject({
    unknownOutcomeMinutes: 2,
    readableTag: false,
    straysOnDelete: "warn",
  });
});

test("an empty variable, which CI makes of a missing one, is refused; an empty key is none", () => {
  expect(problemsOf({ env: { RIMUHOSTING_MAXTOTALMONTHLYCOSTUSD: "" } })).toEqual([
    "maxTotalMonthlyCostUsd (environment variable RIMUHOSTING_MAXTOTALMONTHLYCOSTUSD) is empty: is the setting that it comes from missing?",
  ]);
  expect(resolveSettings({ env: { RIMUHOSTING_APIKEY: "" } }).apiKey).toBeUndefined();
});

test("all problems are reported together, each with the setting and its source", () => {
  const problems = problemsOf({
    provider: { listLagSeconds: -1 },
    config: configured({ straysOnDelete: "explode" }),
    env: { RIMUHOSTING_BASEURL: "rimuhosting" },
  });
  expect(problems.map((problem) => /^\w+ \(.*?\)/.exec(problem)?.[0])).toEqual([
    "baseUrl (environment variable RIMUHOSTING_BASEURL)",
    'listLagSeconds (argument "listLagSeconds" of the explicit provider)',
    'straysOnDelete (stack config "rimuhosting:straysOnDelete")',
  ]);
});

test("a problem in a configuration that the last run may have saved says so, and one in the environment does not", () => {
  expect(errorOf({ config: configured({ listLagSeconds: "often" }) })?.savedSettingsNote).toBeDefined();
  expect(errorOf({ env: { RIMUHOSTING_LISTLAGSECONDS: "often" } })?.savedSettingsNote).toBeUndefined();
});

test.each(["has space", "line\nbreak", "\u00e9\u00e9\u00e9", ""])(
  "the API key %j is refused and not shown",
  (apiKey) => {
    const [problem, ...others] = problemsOf({ provider: { apiKey } });
    expect(others).toEqual([]);
    expect(problem).toMatch(/^apiKey \(/);
    if (apiKey !== "") expect(problem).not.toContain(apiKey);
  },
);

test.each([
  ..."http://rimuhosting.com http://127.0.0.1.example.com http://localhost.example.com:80".split(" "),
  ..."https://user:canary@rimuhosting.com https://:canary@rimuhosting.com".split(" "),
  ..."https://rimuhosting.com/?a=canary https://rimuhosting.com/#canary https://rimuhosting.com/r/".split(" "),
  ..."ftp://rimuhosting.com 127.0.0.1:8089 localhost:8089".split(" "),
])("the base URL %s is refused", (baseUrl) => {
  const problems = problemsOf({ env: { RIMUHOSTING_BASEURL: baseUrl } });
  expect(problems).toHaveLength(1);
  expect(problems[0]).not.toContain("canary");
});

test.each([
  ..."https://api.rimuhosting.com https://x.example.com/prefix".split(" "),
  ..."http://127.0.0.1:8089 http://localhost:8089 http://[::1]:8089".split(" "),
])("the base URL %s is accepted", (baseUrl) => {
  expect(problemsOf({ provider: { baseUrl } })).toEqual([]);
});

test("plain http is allowed to the one configured host, and to no other", () => {
  const allowPlainHttpHost = "simulator";
  expect(problemsOf({ provider: { baseUrl: "http://simulator:8089", allowPlainHttpHost } })).toEqual([]);
  expect(problemsOf({ provider: { baseUrl: "http://simulator2:8089", allowPlainHttpHost } })).toHaveLength(1);
});

test("a key that a preview does not know yet is unset, and no other source replaces it", () => {
  const env = { RIMUHOSTING_APIKEY: "another-account" };
  expect(resolveSettings({ provider: { apiKey: unknownValueSentinel }, env }).apiKey).toBeUndefined();
});

test("a missing key is no problem until one is needed, and then the error says how to set one", () => {
  expect(() => requireApiKey(resolveSettings({}))).toThrow(MissingKeyError);
  expect(() => requireApiKey(resolveSettings({}))).toThrow(
    /pulumi config set --secret rimuhosting:apiKey.*RIMUHOSTING_APIKEY/,
  );
  expect(requireApiKey({ apiKey: "k" })).toBe("k");
});
