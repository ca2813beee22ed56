import * as pulumi from "@pulumi/pulumi";
import { type Client, createClient } from "../api/client";
import type { Settings } from "../api/settings";

/** The calls that change nothing. */
type ReadingCall =
  | "listOrders"
  | "getOrder"
  | "vpsStatus"
  | "dataTransferUsage"
  | "billingMethods"
  | "distributions"
  | "dataCenters"
  | "pricingPlans"
  | "quote";

/** Reads from the service, each thing once: the same question again gets the first answer. */
export interface Service {
  read<Call extends ReadingCall>(call: Call, ...args: Parameters<Client[Call]>): ReturnType<Client[Call]>;
}

/** Creates the service's cache of answers. Tests pass replacements for parts of the real world in `given`. */
export function createService(settings: Settings, given: Parameters<typeof createClient>[1] = {}): Service {
  const client = createClient(settings, given);
  const answers = new Map<string, Promise<unknown>>();
  return {
    read: (call, ...args) => {
      const key = JSON.stringify([call, ...args]);
      const read = client[call] as (...args: unknown[]) => ReturnType<Client[typeof call]>;
      const answer = (answers.get(key) as ReturnType<typeof read> | undefined) ?? read(...args);
      answers.set(key, answer);
      // A failure reaches every caller already waiting, but none that asks later.
      answer.catch(() => answers.delete(key));
      // Each caller gets a copy, because a program may sort its answer.
      return answer.then(structuredClone) as typeof answer;
    },
  };
}

const remembered = Symbol.for("pulumi-rimuhosting.services");

/**
 * The service as one run sees it with these settings. Kept on the stack's own resource, so that two runs in one process
 * (Automation API) do not show each other old answers. Questions that wait for resources list them in `after`, and
 * share answers only among themselves.
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
