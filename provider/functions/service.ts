// The service as the questions of one run see it: nothing is read twice unless the run has changed it.

import * as pulumi from "@pulumi/pulumi";
import { getOrInsertComputed } from "../engine/parts";
import { changesIn } from "../engine/program";
import { createClient, type ReadingClient } from "../service/client";
import type { Settings } from "../service/settings";

/**
 * The calls that change nothing, each made once: whoever asks the same again shares the first answer. Orders are read again
 * after the run has created or changed a server. Tests pass replacements for parts of the real world in `given`.
 *
 * @param changes how many changes the run has made so far
 */
export function createService(
  settings: Settings,
  given: Parameters<typeof createClient>[1] = {},
  changes: () => number = () => 0,
): ReadingClient {
  const client = createClient(settings, given);
  const now = <Args extends unknown[], Answer>(call: (...args: Args) => Promise<Answer>) => once(call, changes);
  return {
    serviceNowMs: client.serviceNowMs,
    listOrders: now(client.listOrders),
    findOrders: now(client.findOrders),
    getOrder: now(client.getOrder),
    vpsStatus: now(client.vpsStatus),
    dataTransferUsage: now(client.dataTransferUsage),
    billingMethods: now(client.billingMethods),
    distributions: once(client.distributions),
    dataCenters: once(client.dataCenters),
    pricingPlans: once(client.pricingPlans),
    quote: once(client.quote),
  };
}

/** The same call, made once for equal arguments until something changes. */
function once<Args extends unknown[], Answer>(
  call: (...args: Args) => Promise<Answer>,
  changes = () => 0,
): (...args: Args) => Promise<Answer> {
  const answers = new Map<string, Promise<Answer>>();
  return (...args) => {
    const key = JSON.stringify([changes(), args]);
    const answer = getOrInsertComputed(answers, key, () => call(...args));
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
export function runService(settings: Settings, after: readonly string[]): ReadingClient {
  const stack: (pulumi.Resource & { [remembered]?: Map<string, ReadingClient> }) | undefined =
    pulumi.runtime.getStackResource();
  if (stack === undefined) return createService(settings);
  stack[remembered] ??= new Map();
  const key = JSON.stringify([settings, after]);
  return getOrInsertComputed(stack[remembered], key, () => createService(settings, {}, () => changesIn(stack)));
}
