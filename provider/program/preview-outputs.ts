import * as pulumi from "@pulumi/pulumi";
import { isKnown, isLeftOut, promiseOf, resolvedValue } from "../pulumi/program";
import { holdsSecret, plainValue, Unknown } from "../pulumi/properties";
import { secretArguments, vpsArguments } from "../server/arguments";
import { savedState } from "./saved-state";
import type { VpsArgs } from "./vps-args";
import type { VpsOptions } from "./vps-options";

/**
 * In a preview, gives a server that is to be updated the outputs that the update leaves as they are. For a dynamic resource, the engine
 * would show only the inputs: whatever depends on the rest, such as the address, would seem to change too.
 *
 * A server that is to be updated has a known id; one that is to be created or replaced does not.
 */
export function showKnownOutputs(
  server: pulumi.CustomResource,
  names: readonly string[],
  given: VpsArgs,
  options: VpsOptions,
): void {
  if (!pulumi.runtime.isDryRun()) return;
  const reported = new Map(names.map((name): [string, pulumi.Output<unknown>] => [name, Reflect.get(server, name)]));
  let known: Promise<ReadonlyMap<string, pulumi.Output<unknown>>> | undefined;
  for (const [name, output] of reported) {
    const knownOrReported = async (): Promise<pulumi.Output<unknown>> => {
      // A password that the program has changed takes effect at the next install: the output keeps the current one.
      if (name !== "password" && (await isKnown(output))) return output;
      known ??= findKnown(server, reported, given, options);
      return (await known).get(name) ?? output;
    };
    // Made once somebody asks for it: most outputs are never read.
    let made: pulumi.Output<unknown> | undefined;
    const get = (): pulumi.Output<unknown> => {
      made ??= server.urn.apply(knownOrReported);
      return made;
    };
    Object.defineProperty(server, name, { get, enumerable: true, configurable: true });
  }
}

async function findKnown(
  server: pulumi.CustomResource,
  reported: ReadonlyMap<string, pulumi.Output<unknown>>,
  given: VpsArgs,
  options: VpsOptions,
): Promise<ReadonlyMap<string, pulumi.Output<unknown>>> {
  const id = await resolvedValue(server.id);
  const saved = id === undefined ? undefined : await savedServer(id);
  if (saved === undefined) return new Map();
  const asked: Record<string, unknown> = {};
  for (const argument of vpsArguments) {
    const output = reported.get(argument);
    if (output !== undefined && (await isKnown(output))) asked[argument] = await promiseOf(output);
    // The SDK reports failures.
    else if (await isLeftOut(given[argument]).catch(() => true)) asked[argument] = new Unknown();
  }
  // Loaded on demand: most previews change no server.
  const { unchangedOutputs } = require("../server/plan-change") as typeof import("../server/plan-change");
  const values = unchangedOutputs({ ...Object(plainValue(saved)) }, asked);
  const secrets = new Set<string>([...secretArguments, ...(options.additionalSecretOutputs ?? [])]);
  const marked = (name: string, value: unknown): pulumi.Output<unknown> =>
    secrets.has(name) || holdsSecret(Reflect.get(saved, name)) ? pulumi.secret(value) : pulumi.output(value);
  return new Map([...values].map(([name, value]) => [name, marked(name, value)]));
}

/** What the saved state holds about a server, by the number of its order. */
async function savedServer(id: string): Promise<object | undefined> {
  const [server, ...others] = (await savedState())?.serversOfOrder.get(id) ?? [];
  // Nothing shows which of several is meant.
  return others.length > 0 ? undefined : server;
}
