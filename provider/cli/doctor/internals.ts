import { join } from "node:path";
import {
  type Internal,
  type InternalName,
  internals,
  newestCli,
  newestSdk,
  oldestCli,
  oldestSdk,
} from "../../engine/internals";
import {
  engineMessagesIn,
  findsDependencies,
  findsMocks,
  findsOutputs,
  findsReservedValues,
  findsStackResource,
  nameOf,
  sampleResource,
  secretKeysIn,
  showsAliases,
  showsProtection,
  showsTransformations,
  stateRequestsIn,
  transformsIn,
} from "../../engine/probes";
import { type Sdk, sdkFor } from "../../engine/sdk";
import { noticesRequests } from "../../engine/stop-request";
import type { CommandContext } from "../command/command";
import { type Check, type CheckStatus, ok } from "./check";

/** The undocumented parts of Pulumi that the provider uses, in the SDK that a program in this folder would load. */
export async function internalChecks({ folder }: CommandContext): Promise<Check[]> {
  const sdk = sdkFor(join(folder, "index.js"));
  if (sdk.version === undefined) return [];
  const found = await foundIn(sdk);
  const names = Object.keys(internals) as InternalName[];
  return names.map((name) => internalCheck(internals[name], found[name]));
}

/** Whether each is there; absent for those that only a run can show. */
async function foundIn(sdk: Sdk): Promise<{ readonly [Name in InternalName]?: boolean }> {
  const resource = await sampleResource(sdk);
  return {
    outputs: findsOutputs(sdk),
    dependencies: findsDependencies(sdk),
    stackResource: findsStackResource(sdk),
    reservedValues: findsReservedValues(sdk),
    savedOutputs: stateRequestsIn(sdk) !== undefined,
    protection: resource !== undefined && showsProtection(resource),
    transformations: resource !== undefined && showsTransformations(resource),
    aliases: resource !== undefined && showsAliases(resource),
    providerName: resource !== undefined && nameOf(resource) !== undefined,
    transforms: transformsIn(sdk) !== undefined,
    secretKeys: secretKeysIn(sdk) !== undefined,
    engineMessages: engineMessagesIn(sdk) !== undefined,
    hostScript: sdk.has("@pulumi/pulumi/cmd/dynamic-provider"),
    programScript: sdk.has("@pulumi/pulumi/cmd/run"),
    stopRequests: await noticesRequests(),
    mocks: findsMocks(sdk),
  };
}

const ifMissing: Readonly<Record<Internal["effect"], CheckStatus>> = {
  refused: "problem",
  careful: "warning",
  said: "warning",
  harmless: "info",
};

function internalCheck({ name, effect, without }: Internal, isFound: boolean | undefined): Check {
  if (isFound === undefined) return { name, status: "unknown", message: "only a run can tell" };
  if (isFound) return ok(name, "found");
  const known = `Known to work are @pulumi/pulumi ${oldestSdk} to ${newestSdk} and the CLI ${oldestCli} to ${newestCli}.`;
  const status = ifMissing[effect];
  return { name, status, message: `not found. ${without}`, ...(status === "info" ? {} : { advice: known }) };
}
