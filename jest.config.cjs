/** Everything goes through swc, ESM dependencies too: the provider itself is CommonJS. */
const swc = [
  "@swc/jest",
  { isModule: "unknown", jsc: { target: "es2023", parser: { syntax: "typescript" } }, module: { type: "commonjs" } },
];
const common = {
  testEnvironment: "node",
  transform: { "^.+\\.[cm]?[jt]s$": swc },
  transformIgnorePatterns: [],
  extensionsToTreatAsEsm: [],
};

module.exports = {
  projects: [
    {
      ...common,
      displayName: "unit",
      testMatch: ["<rootDir>/test/**/*.test.ts", "<rootDir>/simulator/test/**/*.test.ts"],
      testPathIgnorePatterns: ["/node_modules/", "<rootDir>/test/stories/"],
    },
    {
      ...common,
      displayName: "stories",
      testMatch: ["<rootDir>/test/stories/**/*.test.ts"],
      globalSetup: "<rootDir>/tools/jest/stories-setup.mjs",
      globalTeardown: "<rootDir>/tools/jest/stories-teardown.mjs",
    },
  ],
};
