/**
 * Loaded before anything else, it makes a Pulumi SDK of another version: each internal that RIMUHOSTING_STORY_WITHOUT names, separated by
 * commas, has another name there (`__protect`), is a module that nothing outside the SDK can load (`proto/engine_grpc_pb`), or is the
 * engine's address in a form that nobody has heard of (`address`).
 */
"use strict";
const Module = require("node:module");

const missing = (process.env.RIMUHOSTING_STORY_WITHOUT ?? "").split(",").filter((name) => name !== "");
const modules = missing.filter((name) => name.includes("/"));
const names = missing.filter((name) => !name.includes("/") && name !== "address");
const isOfSdk = (file) => /[\\/]node_modules[\\/]@pulumi[\\/]pulumi[\\/]/.test(file);

const resolve = Module._resolveFilename;
Module._resolveFilename = (request, ...rest) => {
  const isMissing = modules.some((name) => request === `@pulumi/pulumi/${name}` || request === name);
  if (isMissing && !isOfSdk(rest[0]?.filename ?? "")) throw new Error(`Cannot find module '${request}'`);
  return resolve(request, ...rest);
};

const compile = Module.prototype._compile;
Module.prototype._compile = function (content, file, ...rest) {
  const renamed = isOfSdk(file)
    ? names.reduce((text, name) => text.replace(new RegExp(`\\b${name}\\b`, "g"), `${name}Elsewhere`), content)
    : content;
  return compile.call(this, renamed, file, ...rest);
};

const isHost = /[\\/]cmd[\\/]dynamic-provider([\\/]|$)/.test(process.argv[1] ?? "");
if (isHost && missing.includes("address")) process.argv[2] = "unix:/run/engine.sock";
