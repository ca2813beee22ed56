/** Data flows down: each folder of the provider knows only those below it. The simulator and the provider know nothing of each other. */
const mayImport = {
  "reverse-dns": ["dynamic", "resource", "program", "host", "plan", "schema", "engine"],
  resource: ["program", "plan", "schema", "engine"],
  testing: ["functions", "program", "api", "engine"],
  functions: ["resource", "program", "api", "schema", "engine"],
  program: ["plan", "api", "schema", "engine"],
  cli: ["purchase", "host", "plan", "api", "schema", "engine"],
  dynamic: ["apply", "purchase", "host", "plan", "api", "schema", "engine"],
  apply: ["purchase", "host", "plan", "api", "schema"],
  plan: ["purchase", "schema"],
  purchase: ["host", "api", "schema"],
  host: ["api", "schema"],
  api: ["schema", "engine"],
  schema: ["engine"],
  engine: [],
};

module.exports = {
  forbidden: [
    ...Object.entries(mayImport).map(([folder, below]) => ({
      name: `${folder}-knows-only-what-is-below`,
      severity: "error",
      from: { path: `^provider/${folder}/` },
      to: { path: "^provider/", pathNot: `^provider/(${[folder, ...below].join("|")})/` },
    })),
    {
      name: "provider-knows-nothing-of-the-simulator",
      severity: "error",
      from: { path: "^provider/" },
      to: { path: "^simulator/" },
    },
    {
      name: "simulator-knows-nothing-of-the-provider",
      severity: "error",
      from: { path: "^simulator/" },
      to: { path: "^provider/" },
    },
    {
      name: "only-transport-loads-got",
      severity: "error",
      from: { path: "^provider/", pathNot: "^provider/api/transport\\.ts$" },
      to: { path: "node_modules/got/" },
    },
    {
      name: "only-the-engines-reserved-words-are-for-all",
      severity: "error",
      from: { path: "^provider/(api|schema)/" },
      to: { path: "^provider/engine/", pathNot: "^provider/engine/reserved\\.ts$" },
    },
    {
      name: "thinking-does-no-io",
      severity: "error",
      from: { path: "^provider/(plan|schema)/" },
      to: { path: "^(node:)?(fs|net|http|https|tls|dns|child_process|timers)(/|$)" },
    },
    {
      name: "judging-a-purchase-acts-on-nothing",
      severity: "error",
      from: { path: "^provider/(plan/|purchase/(judge|limits|tags|purchase-messages)\\.ts$)" },
      to: {
        path: "^provider/(api|host|purchase/(idempotency-key|last-look|purchase|quote|search)\\.ts$)",
        dependencyTypesNot: ["type-only"],
      },
    },
    { name: "no-circles", severity: "error", from: {}, to: { circular: true } },
    // Also between sub-folders: no noun knows another that knows it.
    {
      name: "no-circles-between-folders",
      severity: "error",
      scope: "folder",
      from: { path: "^provider" },
      to: { circular: true },
    },
    { name: "resolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["node", "import", "require", "default"] },
  },
};
