const { availableParallelism } = require("node:os");

/** Jest runs CommonJS alone. These are ES modules: got, and what it is made of. */
const esModules = [
  "@keyv",
  "@sec-ant",
  "@sindresorhus",
  "byte-counter",
  "cacheable-request",
  "chunk-data",
  "decompress-response",
  "get-stream",
  "got",
  "is-stream",
  "keyv",
  "lowercase-keys",
  "mimic-response",
  "normalize-url",
  "responselike",
  "uint8array-extras",
];

/** Our own code and ES modules go through swc. Other packages run as they are: some are megabytes of code. */
const swc = [
  "@swc/jest",
  { isModule: "unknown", jsc: { target: "es2023", parser: { syntax: "typescript" } }, module: { type: "commonjs" } },
];
/** Whether this is `npm run test:exhaustive`. */
const isExhaustive = process.env.TEST_VOLUME === "exhaustive";

const common = {
  testEnvironment: "node",
  transform: { "^.+\\.[cm]?[jt]s$": swc },
  transformIgnorePatterns: [`/node_modules/(?!(${esModules.join("|")})/)`],
  extensionsToTreatAsEsm: [],
};
/** Pulumi's SDK loads them to serialise closures. They take most of the time in which it is loaded, in each test file anew. */
const withoutClosures = {
  ...common,
  moduleNameMapper: Object.fromEntries(
    ["^@npmcli/arborist$", "/typescript-shim$"].map((module) => [module, "<rootDir>/tools/jest/left-out.cjs"]),
  ),
};
const pulumiCli = {
  globalSetup: "<rootDir>/tools/jest/stories-setup.mjs",
  globalTeardown: "<rootDir>/tools/jest/stories-teardown.mjs",
};
const elsewhere = ["checks", "simulation", "stories", "packages"].map((folder) => `<rootDir>/test/${folder}/`);

const projects = [
  { ...common, displayName: "checks", testMatch: ["<rootDir>/test/checks/**/*.test.ts"] },
  {
    ...withoutClosures,
    displayName: "unit",
    testMatch: ["<rootDir>/test/**/*.test.ts", "<rootDir>/simulator/test/**/*.test.ts"],
    testPathIgnorePatterns: ["/node_modules/", ...elsewhere],
  },
  { ...withoutClosures, displayName: "simulation", testMatch: ["<rootDir>/test/simulation/**/*.test.ts"] },
  {
    ...common,
    ...pulumiCli,
    displayName: "stories",
    testMatch: ["<rootDir>/test/stories/**/*.test.ts"],
    testPathIgnorePatterns: isExhaustive ? [] : ["<rootDir>/test/stories/variants/"],
  },
];
/** Installs with other package managers, which takes a registry: a part of `npm run test:exhaustive` alone. */
const packages = {
  ...common,
  ...pulumiCli,
  displayName: "packages",
  testMatch: ["<rootDir>/test/packages/**/*.test.ts"],
};

module.exports = {
  // One more than cores: a story waits now and then for the CLI that it has started.
  maxWorkers: availableParallelism() + 1,
  projects: isExhaustive ? [...projects, packages] : projects,
  // A limit for what hangs, and no measure: a machine may have other work.
  testTimeout: 60_000,
  testSequencer: "<rootDir>/tools/jest/longest-first.cjs",
  reporters: ["default", "<rootDir>/tools/jest/totals.mjs"],
};
