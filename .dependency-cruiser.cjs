/** Each folder of the provider knows only those after it. The simulator and the provider know nothing of each other. */
const mayImport = {
  testing: ["program", "service", "pulumi"],
  cli: ["program", "purchase", "service", "pulumi"],
  run: ["server", "purchase", "host", "service", "pulumi"],
  program: ["server", "service", "pulumi"],
  server: ["purchase", "service", "pulumi"],
  purchase: ["host", "service", "pulumi"],
  host: ["service", "pulumi"],
  service: ["pulumi"],
  pulumi: [],
};

/** Files that decide: no client, no clock, no file, no engine. All of `server` does; everything else in the other folders acts. */
const decides = {
  purchase: ["judge", "limits", "tags", "purchase-messages"],
  server: ["[^/]+"],
};

const pure = Object.entries(decides).map(([folder, files]) => `${folder}/(${files.join("|")})`);
const pureFiles = `^provider/(${pure.join("|")}|service/(wire/[^/]+|environment|names|domain-names))\\.ts$`;

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
        path: "^provider/(host|program|purchase|run|service)/|^provider/pulumi/(engine-connection|program)\\.ts$",
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
