/** Each folder of the provider knows only those after it. The simulator and the provider know nothing of each other. */
const mayImport = {
  testing: ["functions", "service", "engine"],
  cli: ["functions", "purchase", "account", "service", "engine"],
  "reverse-dns": ["vps", "host", "account", "service", "engine"],
  functions: ["vps", "account", "service", "engine"],
  vps: ["purchase", "host", "account", "service", "engine"],
  purchase: ["host", "service", "engine"],
  host: ["service", "engine"],
  account: ["service", "engine"],
  service: ["engine"],
  engine: [],
};

/** Files that decide: no client, no clock, no file, no engine. Everything else in these folders acts. */
const decides = {
  account: ["check-configuration"],
  purchase: ["judge", "limits", "tags", "purchase-messages"],
  "reverse-dns": ["record"],
  vps: [
    "argument-paths",
    "argument-values",
    "arguments",
    "cancellation",
    "change-words",
    "check",
    "check-values",
    "desired",
    "diff",
    "equality",
    "images",
    "import-checks",
    "inputs",
    "known-outputs",
    "offers",
    "plan-change",
    "proportion",
    "purchase-words",
    "record",
    "refresh-words",
    "refusals",
    "request",
    "server",
    "ssh-keys",
    "state",
    "step-words",
    "steps",
    "user-data",
  ],
};

const pure = Object.entries(decides).map(([folder, files]) => `${folder}/(${files.join("|")})`);
const pureFiles = `^provider/(${pure.join("|")}|service/(wire/[^/]+|environment|names))\\.ts$`;

module.exports = {
  forbidden: [
    ...Object.entries(mayImport).map(([folder, below]) => ({
      name: `${folder}-knows-only-what-is-below`,
      severity: "error",
      from: { path: `^provider/${folder}/` },
      to: { path: "^provider/", pathNot: `^provider/(${[folder, ...below].join("|")})/` },
    })),
    {
      name: "deciding-acts-on-nothing",
      severity: "error",
      from: { path: pureFiles },
      to: {
        path: "^provider/(account|host|purchase|reverse-dns|service|vps)/|^provider/engine/(engine-connection|program)\\.ts$",
        pathNot: pureFiles,
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "deciding-does-no-io",
      severity: "error",
      from: { path: pureFiles },
      to: { path: "^(node:)?(fs|net|http|https|tls|dns|child_process|timers)(/|$)" },
    },
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
      from: { path: "^provider/", pathNot: "^provider/service/transport\\.ts$" },
      to: { path: "node_modules/got/" },
    },
    { name: "no-circles", severity: "error", from: {}, to: { circular: true } },
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
