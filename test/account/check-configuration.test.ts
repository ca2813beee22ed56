import { configurationProblems } from "../../provider/account/check-configuration";
import {
  environmentVariable,
  type SettingName,
  serviceAddress,
  settingNames,
} from "../../provider/service/environment";
import { settingTable } from "../../provider/service/settings";

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

test("a variable that differs from ours by letter case or underscores alone is an error, unless the setting is set", () => {
  const environment = { RIMUHOSTING_BASE_URL: "http://127.0.0.1:8089", RIMUHOSTING_API_KEY: "", RIMUHOSTING_HOME: "x" };
  expect(problemsOf({ environment })).toEqual([
    "The environment variable RIMUHOSTING_BASE_URL is not used: did you mean RIMUHOSTING_BASEURL?",
  ]);
  expect(problemsOf({ environment, keys: ["rimuhosting:baseUrl"] })).toEqual([]);
  expect(problemsOf({ environment: { ...environment, RIMUHOSTING_BASEURL: "http://127.0.0.1:8089" } })).toEqual([]);
});

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
