// The service as the questions of one run see it.

import * as pulumi from "@pulumi/pulumi";
import { getOrInsertComputed } from "../engine/parts";
import { createClient, type ReadingClient } from "../service/client";
import type { Settings } from "../service/settings";

/**
 * The calls that change nothing. The catalogue is the same for a whole run, so it is read once; what belongs to the account is read
 * whenever a program asks, because the run may have changed it. Tests pass replacements for parts of the real world in `given`.
 */
export function createService(settings: Settings, given: Parameters<typeof createClient>[1] = {}): ReadingClient {
  const client = createClient(settings, given);
  return {
    ...client,
    distributions: once(client.distributions),
    dataCenters: once(client.dataCenters),
    pricingPlans: once(client.pricingPlans),
  };
}

/** The same call, made once for equal arguments. */
function once<Args extends unknown[], Answer>(
  call: (...args: Args) => Promise<Answer>,
): (...args: Args) => Promise<Answer> {
  const answers = new Map<string, Promise<Answer>>();
  return (...args) => {
    const key = JSON.stringify(args);
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
 * (Automation API) do not show each other old answers.
 */
export function runService(settings: Settings): ReadingClient {
  const stack: (pulumi.Resource & { [remembered]?: Map<string, ReadingClient> }) | undefined =
    pulumi.runtime.getStackResource();
  if (stack === undefined) return createService(settings);
  stack[remembered] ??= new Map();
  return getOrInsertComputed(stack[remembered], JSON.stringify(settings), () => createService(settings));
}
