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
  showsProtection,
  showsTransformations,
  stateRequestsIn,
  transformsIn,
} from "../../engine/probes";
import { type Sdk, sdkFor } from "../../engine/sdk";
import { noticesRequests } from "../../engine/stop-request";
import type { CommandContext } from "../command/command";
import type { Check, CheckVerdict } from "./check";

/** What the provider rests on without Pulumi's promise, in the SDK that a program in this folder would load. */
export async function internalChecks({ folder }: CommandContext): Promise<Check[]> {
  const sdk = sdkFor(join(folder, "index.js"));
  if (sdk.version === undefined) return [];
  const found = await foundIn(sdk);
  const names = Object.keys(internals) as InternalName[];
  return names.map((name) => internalCheck(internals[name], found[name]));
}

/** Whether each is there; nothing is said of those that only a run can show. */
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

const ifMissing: Readonly<Record<Internal["effect"], CheckVerdict>> = {
  refused: "problem",
  careful: "warning",
  said: "warning",
  harmless: "fact",
};

function internalCheck({ name, effect, without }: Internal, isFound: boolean | undefined): Check {
  if (isFound === undefined) return { name, verdict: "untold", says: "only a run can tell" };
  if (isFound) return { name, verdict: "ok", says: "found" };
  const known = `Known to work are @pulumi/pulumi ${oldestSdk} to ${newestSdk} and the CLI ${oldestCli} to ${newestCli}.`;
  const verdict = ifMissing[effect];
  return { name, verdict, says: `not found. ${without}`, ...(verdict === "fact" ? {} : { todo: known }) };
}
