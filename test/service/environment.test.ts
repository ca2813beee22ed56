import * as pulumi from "@pulumi/pulumi";
import { Provider, type ProviderArgs } from "../../provider/program/provider";
import {
  configurationProblems,
  environmentVariable,
  serviceAddress,
  settingNames,
} from "../../provider/service/environment";
import { resolveSettings, settingComplaints, settingTable } from "../../provider/service/settings";
import { rimuhostingMocks } from "../../provider/testing/index";

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

test("settings and their variables are accepted, and so are other packages', somebody's own and those of the tests", () => {
  const keys = [...Object.keys(settingTable).map((name) => `rimuhosting:${name}`), "shop:baseurl", "aws:region"];
  const own = ["HOME", "DOMAIN", "HOST", "KEY", "APIKEY_EU", "EU_APIKEY", "STORIES_CLI", "STORY_PROGRAM"];
  const all = [...own, ...Object.keys(resolveSettings({})).map((name) => name.toUpperCase())];
  const environment = Object.fromEntries([
    ...all.map((name) => [`RIMUHOSTING_${name}`, "set"]),
    ...settingNames.map((name) => [environmentVariable(name), "set"]),
    ["RIMUHOSTING_API_KEY", ""],
  ]);
  expect(problemsOf({ keys, environment })).toEqual([]);
});

test.each([
  ["baseurl", "baseUrl"],
  ["base-url", "baseUrl"],
  ["api_key", "apiKey"],
  ["listLagSecond", "listLagSeconds"],
  ["maxTotalMonthlyCost", "maxTotalMonthlyCostUsd"],
])("a misspelt setting is an error that names the right one: %s", (written, meant) => {
  expect(problemsOf({ keys: [`rimuhosting:${written}`] })).toEqual([
    expect.stringContaining(`"rimuhosting:${written}": did you mean "rimuhosting:${meant}"?`),
  ]);
});

test("a project with our name keeps its own configuration; only an unambiguous mistake is an error", () => {
  const keys = ["rimuhosting:colour", "rimuhosting:basePath", "rimuhosting:baseurl"];
  expect(problemsOf({ keys })).toHaveLength(3);
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
  ["RIMUHOSTING_LIST_LAG_SECS", "LISTLAGSECONDS"],
])("a variable that resembles a setting's is an error, even if the setting is set: %s", (variable, meant) => {
  const keys = ["rimuhosting:apiKey", "rimuhosting:maxTotalMonthlyCostUsd"];
  const environment = { [variable]: "canary", RIMUHOSTING_BASEURL: "http://127.0.0.1:8089" };
  expect(problemsOf({ environment, keys })).toEqual([
    `The environment variable ${variable} is not used: did you mean RIMUHOSTING_${meant}? Rename it or unset it.`,
  ]);
});

test.each([
  ["1", "true", 1],
  ["TRUE", "1", 1],
  ["true", undefined, 0],
  [undefined, "true", 0],
  ["true", "false", 0],
])(
  "a state that is saved only at the end of a run: experimental %s, no checkpoints %s",
  (experimental, skip, count) => {
    const environment = { PULUMI_EXPERIMENTAL: experimental, PULUMI_SKIP_CHECKPOINTS: skip };
    const problems = problemsOf({ environment }).filter((problem) => problem.includes("PULUMI_SKIP_CHECKPOINTS"));
    expect(problems).toHaveLength(count);
  },
);

test("a key in plain text is an error, except for a service on this machine; a wrong address is the only one", () => {
  const plain = { keys: ["rimuhosting:apiKey"], isSecret: () => false };
  expect(problemsOf(plain)).toEqual([expect.stringContaining('Run "pulumi config set --secret rimuhosting:apiKey"')]);
  expect(problemsOf({ ...plain, isServiceHere: true })).toEqual([]);
  expect(problemsOf({ ...plain, isSecret: (key) => key === "rimuhosting:apiKey" })).toEqual([]);
  // A simulator's without http:// is no reason for a new key.
  const { isServiceHere, baseUrlProblem } = serviceAddress("127.0.0.1:8089");
  expect(problemsOf({ ...plain, isServiceHere, baseUrlProblem })).toEqual([
    expect.stringMatching(/^rimuhosting:baseUrl is not a URL such as .*http:\/\/127\.0\.0\.1:8089 for a simulator/),
  ]);
});

test("a wrong value of a Provider's setting is named; what the program does not know itself is left to the host", async () => {
  const later = {
    apiKey: pulumi.output(""),
    listLagSeconds: Promise.resolve(0),
    baseUrl: undefined,
    readableTag: null,
  };
  await pulumi.runtime.setMocks(rimuhostingMocks());
  expect(() => new Provider("eu", { ...later, unknownOutcomeMinutes: "5" } as unknown as ProviderArgs)).not.toThrow();
  expect(settingComplaints({ maxTotalMonthlyCostUsd: -1, readableTag: "no", apiKey: "a canary" })).toEqual([
    "apiKey contains a space, a line break or another character that no key has",
    "maxTotalMonthlyCostUsd must be above 0",
    "readableTag must be true or false",
  ]);
  expect(settingComplaints({ baseUrl: `https://${pulumi.output("x")}` })).toEqual([
    expect.stringMatching(/^baseUrl contains an output .*pulumi\.interpolate/),
  ]);
});
