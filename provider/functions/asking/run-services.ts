import * as pulumi from "@pulumi/pulumi";
import type { Settings } from "../../api/settings";
import { createService, type Service } from "./service";

const remembered = Symbol.for("pulumi-rimuhosting.services");

/**
 * The service as one run sees it with these settings. Kept on the stack's own resource, so that two runs in one process
 * (Automation API) do not show each other old answers. Those who must be asked after something has happened name that in
 * `after`, and share only among themselves.
 */
export function runService(settings: Settings, after: readonly string[]): Service {
  const stack: (pulumi.Resource & { [remembered]?: Map<string, Service> }) | undefined =
    pulumi.runtime.getStackResource();
  if (stack === undefined) return createService(settings);
  stack[remembered] ??= new Map();
  const key = JSON.stringify([settings, after]);
  const service = stack[remembered].get(key) ?? createService(settings);
  stack[remembered].set(key, service);
  return service;
}
