/**
 * Loaded before anything else in the Node processes of a story, to save a second per command. Nothing that a program or the
 * provider can see differs: programs come as plain JavaScript, so the TypeScript loader stays out, and two big packages that
 * the SDK needs only for serialising closures are loaded when they are first touched.
 */
"use strict";
const Module = require("node:module");

// Old language hosts ask for the TypeScript loader whatever the project says.
if (process.env.RIMUHOSTING_STORY_PROGRAM === "javascript") delete process.env.PULUMI_NODEJS_TYPESCRIPT;

const load = Module._load;
Module._load = (request, parent, isMain) => {
  if (request === "@npmcli/arborist") {
    return {
      __esModule: true,
      get Arborist() {
        return load(request, parent, isMain).Arborist;
      },
    };
  }
  if (request.startsWith(".") && request.endsWith("/typescript-shim")) {
    return new Proxy({}, { get: (_, key) => load(request, parent, isMain)[key] });
  }
  return load(request, parent, isMain);
};
