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
  findsMocks,
  findsOutputs,
  findsReservedValues,
  findsStackResource,
  sampleResource,
  secretKeysIn,
  showsProtection,
  stateRequestsIn,
} from "../../engine/probes";
import { type Sdk, sdkFor } from "../../engine/sdk";
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
    hostScript: sdk.has("@pulumi/pulumi/cmd/dynamic-provider"),
    outputs: findsOutputs(sdk),
    stackResource: findsStackResource(sdk),
    reservedValues: findsReservedValues(sdk),
    protection: resource !== undefined && showsProtection(resource),
    secretKeys: secretKeysIn(sdk) !== undefined,
    engineMessages: engineMessagesIn(sdk) !== undefined,
    savedOutputs: stateRequestsIn(sdk) !== undefined,
    processes: findsMocks(sdk) && sdk.has("@pulumi/pulumi/cmd/run"),
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
