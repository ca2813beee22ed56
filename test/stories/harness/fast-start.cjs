/**
 * Loaded before anything else in the Node processes of a story, to halve what they cost. Nothing that the programs or the provider
 * use differs: programs come as plain JavaScript, so the TypeScript loader and the source maps stay out, and what the SDK needs only
 * for tracing, for the Automation API and for serialising closures is loaded when it is first used.
 */
"use strict";
const http = require("node:http");
const Module = require("node:module");

// Old language hosts ask for the TypeScript loader whatever the project says.
if (process.env.RIMUHOSTING_STORY_PROGRAM === "javascript") delete process.env.PULUMI_NODEJS_TYPESCRIPT;

/** Modules that their importers keep whole, asking for an export only when they need it. */
const wholeModules = new Set(["@npmcli/arborist", "./automation", "../locales/index.cjs"]);
/** Modules whose exports the SDK takes at once, and uses only when a run is traced. */
const tracingModules = new Set([
  "@opentelemetry/exporter-zipkin",
  "@opentelemetry/instrumentation",
  "@opentelemetry/instrumentation-grpc",
  "@opentelemetry/resources",
  "@opentelemetry/sdk-trace-base",
  "@opentelemetry/sdk-trace-node",
]);

// An ES module that imports `node:http` has all its exports computed, and these three load a second HTTP client.
for (const name of ["WebSocket", "CloseEvent", "MessageEvent"]) Object.defineProperty(http, name, { value: undefined });

const load = Module._load;
Module._load = (request, parent, isMain) => {
  const loaded = () => load(request, parent, isMain);
  if (request === "source-map-support/register") return {};
  if (wholeModules.has(request) || isTypeScript(request)) return exportsOnDemand(loaded, (key) => loaded()[key]);
  if (tracingModules.has(request)) return exportsOnDemand(loaded, (key) => callOnDemand(() => loaded()[key]));
  if (request === "normalize-package-data") return callOnDemand(loaded);
  // The session with the inspector that it opens is opened later too, when a closure is serialised.
  if (request === "../../runtime/closure/v8Hooks") return { isInitializedAsync: async () => undefined };
  const result = loaded();
  // The engine ends the dynamic host with a signal, upon which Node does not keep what it compiled.
  if (request === "pulumi-rimuhosting/dynamic") Module.flushCompileCache();
  return result;
};

function isTypeScript(request) {
  return request.startsWith(".") && request.endsWith("/typescript-shim");
}

function exportsOnDemand(loaded, exportOf) {
  return new Proxy(
    { __esModule: true },
    { get: (target, key) => target[key] ?? exportOf(key), has: (_, key) => key in loaded() },
  );
}

function callOnDemand(loaded) {
  return new Proxy(() => {}, {
    apply: (_, self, args) => Reflect.apply(loaded(), self, args),
    construct: (_, args) => Reflect.construct(loaded(), args),
  });
}
