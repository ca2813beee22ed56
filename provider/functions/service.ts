// The service as the questions of one run see it: nothing is read twice.

import * as pulumi from "@pulumi/pulumi";
import { type Client, createClient } from "../api/client";
import type { Settings } from "../api/settings";

/** The calls that change nothing, each thing read once: whoever asks the same again shares the first answer. */
export interface Service
  extends Pick<
    Client,
    | "listOrders"
    | "getOrder"
    | "vpsStatus"
    | "dataTransferUsage"
    | "billingMethods"
    | "distributions"
    | "dataCenters"
    | "pricingPlans"
    | "quote"
  > {
  /** The service's clock, as far as its answers reveal it. */
  readonly nowMs: () => number;
}

/** Creates the service's cache of answers. Tests pass replacements for parts of the real world in `given`. */
export function createService(settings: Settings, given: Parameters<typeof createClient>[1] = {}): Service {
  const client = createClient(settings, given);
  return {
    nowMs: client.serviceNowMs,
    listOrders: once(client.listOrders),
    getOrder: once(client.getOrder),
    vpsStatus: once(client.vpsStatus),
    dataTransferUsage: once(client.dataTransferUsage),
    billingMethods: once(client.billingMethods),
    distributions: once(client.distributions),
    dataCenters: once(client.dataCenters),
    pricingPlans: once(client.pricingPlans),
    quote: once(client.quote),
  };
}

/** The same call, made once for equal arguments. */
function once<Args extends unknown[], Answer>(
  call: (...args: Args) => Promise<Answer>,
): (...args: Args) => Promise<Answer> {
  const answers = new Map<string, Promise<Answer>>();
  return (...args) => {
    const key = JSON.stringify(args);
    const answer = answers.get(key) ?? call(...args);
    answers.set(key, answer);
    // A failure reaches every caller already waiting, but none that asks later.
    answer.catch(() => answers.delete(key));
    // Each caller gets a copy, because a program may sort its answer.
    return answer.then((shared) => structuredClone(shared));
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
