import type * as pulumi from "@pulumi/pulumi";
import type { Inputs } from "../../program/inputs";
import { ask, askOutput } from "../asking/ask";
import type { GetDataCentersArgs, GetDataCentersResult } from "../questions/catalogue";

/**
 * The data centres that new servers can be ordered in. Needs no API key, and sends none.
 *
 * Fails when the service cannot be reached or its answer cannot be read.
 *
 * @example
 * ```ts
 * const { dataCenters } = await rimuhosting.getDataCenters();
 * const german = dataCenters.find((one) => one.dataCenterLocationCountry2ltr === "DE");
 * ```
 */
export function getDataCenters(
  args: GetDataCentersArgs = {},
  opts?: pulumi.InvokeOptions,
): Promise<GetDataCentersResult> {
  return ask("getDataCenters", args, opts);
}

/** {@link getDataCenters} for arguments that are outputs. Unknown in a preview for as long as they are. */
export function getDataCentersOutput(
  args: Inputs<GetDataCentersArgs> = {},
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetDataCentersResult> {
  return askOutput("getDataCenters", args, opts);
}
