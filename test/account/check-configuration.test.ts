import { configurationProblems } from "../../provider/account/check-configuration";
import {
  environmentVariable,
  type SettingName,
  serviceAddress,
  settingNames,
} from "../../provider/service/environment";
import { resolveSettings, settingTable } from "../../provider/service/settings";

const problemsOf = (given: Partial<Parameters<typeof configurationProblems>[0]>): string[] =>
  configurationProblems({
    project: "shop",
    stack: "dev",
    keys: [],
    isSecret: () => true,
    environment: {},
    isServiceHere: false,
    baseUrlProblem: undefined,
    ...given,
  });

test("every setting of the table is accepted, and other packages' settings are ignored", () => {
  const keys = [...Object.keys(settingTable).map((name) => `rimuhosting:${name}`), "shop:baseurl", "aws:region"];
  expect(problemsOf({ keys })).toEqual([]);
});

test("every setting has a variable of its own, which follows from its name", () => {
  expect(environmentVariable("allowPlainHttpHost")).toBe("RIMUHOSTING_ALLOWPLAINHTTPHOST");
  const all = settingNames.map((name) => [environmentVariable(name), "set"]);
  expect(problemsOf({ environment: Object.fromEntries(all) })).toEqual([]);
});

test.each<[string, SettingName]>([
  ["baseurl", "baseUrl"],
  ["base-url", "baseUrl"],
  ["apikey", "apiKey"],
  ["api_key", "apiKey"],
  ["listLagSecond", "listLagSeconds"],
  ["maxTotalCostUsd", "maxTotalMonthlyCostUsd"],
])("a misspelt setting is an error that names the right one: %s", (written, meant) => {
  expect(problemsOf({ keys: [`rimuhosting:${written}`] })).toEqual([
    `There is no setting "rimuhosting:${written}": did you mean "rimuhosting:${meant}"? Set that one. "pulumi config rm rimuhosting:${written}" removes the wrong one.`,
  ]);
});

test("a setting that resembles none is an error that lists them all", () => {
  const [problem] = problemsOf({ keys: ["rimuhosting:colour"] });
  expect(problem).toMatch(/^There is no setting "rimuhosting:colour"\. Available: apiKey, baseUrl, /);
});

test("a project with our name keeps its own configuration; only an unambiguous mistake is an error", () => {
  const keys = ["rimuhosting:colour", "rimuhosting:basePath", "rimuhosting:baseurl"];
  expect(problemsOf({ project: "rimuhosting", keys })).toEqual([expect.stringContaining('"rimuhosting:baseUrl"?')]);
});

test.each([
  ["RIMUHOSTING_MAXTOTALMONTHLYCOST", "MAXTOTALMONTHLYCOSTUSD"],
  ["RIMUHOSTING_MAXTOTALCOSTUSD", "MAXTOTALMONTHLYCOSTUSD"],
  ["RIMUHOSTING_MAXTOTALMONTHLYCOSTUDS", "MAXTOTALMONTHLYCOSTUSD"],
  ["RIMUHOSTING_MAXMONTHLYCOSTUSD", "MAXTOTALMONTHLYCOSTUSD"],
  ["RIMUHOSTING_MAX_COST", "MAXTOTALMONTHLYCOSTUSD"],
  ["RIMUHOSTING_API_KEY", "APIKEY"],
  ["rimuhosting_baseUrl", "BASEURL"],
  ["RIMUHOSTING_LIST_LAG", "LISTLAGSECONDS"],
])("a variable that resembles a setting's is an error, even if the setting is set: %s", (variable, meant) => {
  const keys = ["rimuhosting:apiKey", "rimuhosting:maxTotalMonthlyCostUsd"];
  const environment = { [variable]: "canary", RIMUHOSTING_BASEURL: "http://127.0.0.1:8089" };
  expect(problemsOf({ environment, keys })).toEqual([
    `The environment variable ${variable} is not used: did you mean RIMUHOSTING_${meant}? Rename it or unset it.`,
  ]);
});

test("other variables are left alone: somebody's own, those of the tests, and empty ones", () => {
  const own = ["HOME", "DOMAIN", "HOST", "KEY", "APIKEY_EU", "EU_APIKEY", "STORIES_CLI", "STORY_PROGRAM"];
  const ofTests = Object.keys(resolveSettings({})).map((name) => name.toUpperCase());
  const all = [...own, ...ofTests].map((name) => [`RIMUHOSTING_${name}`, "set"]);
  expect(problemsOf({ environment: { ...Object.fromEntries(all), RIMUHOSTING_API_KEY: "" } })).toEqual([]);
});

test.each([
  ["1", "true", 1],
  ["TRUE", "1", 1],
  ["true", undefined, 0],
  [undefined, "true", 0],
  ["true", "false", 0],
])(
  "a state that is saved only at the end of a run is an error: experimental %s, no checkpoints %s",
  (experimental, skip, count) => {
    const environment = { PULUMI_EXPERIMENTAL: experimental, PULUMI_SKIP_CHECKPOINTS: skip };
    expect(problemsOf({ environment }).filter((problem) => problem.includes("PULUMI_SKIP_CHECKPOINTS"))).toHaveLength(
      count,
    );
  },
);

test("a key in plain text is an error with the command that encrypts it, except for a service on this machine", () => {
  const plain = { keys: ["rimuhosting:apiKey"], isSecret: () => false };
  expect(problemsOf(plain)).toEqual([expect.stringContaining('Run "pulumi config set --secret rimuhosting:apiKey"')]);
  expect(problemsOf({ ...plain, isServiceHere: true })).toEqual([]);
  expect(problemsOf({ ...plain, isSecret: (key) => key === "rimuhosting:apiKey" })).toEqual([]);
});

test("with an address that cannot be used, the address is the error: a simulator's without http:// is no reason for a new key", () => {
  const plain = { keys: ["rimuhosting:apiKey"], isSecret: () => false };
  const { isServiceHere, baseUrlProblem } = serviceAddress("127.0.0.1:8089");
  expect(problemsOf({ ...plain, isServiceHere, baseUrlProblem })).toEqual([
    "rimuhosting:baseUrl is not a URL such as https://rimuhosting.com, or http://127.0.0.1:8089 for a simulator on this machine.",
  ]);
});
