import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { Inputs } from "../../program/inputs";
import type { DataCenter } from "../../schema/catalogue/data-center";
import { ask, askOutput } from "../asking/ask";
import type { DataFunction } from "../asking/data-function";

export const GetDataCentersArgs = z.strictObject({});
export type GetDataCentersArgs = z.infer<typeof GetDataCentersArgs>;

export interface GetDataCentersResult {
  /**
   * The places that take new servers: `dataCenterLocationCode` is what `Vps` takes as `dcLocation`. Being listed
   * promises no room for every size.
   */
  readonly dataCenters: DataCenter[];
}

export const dataCenters: DataFunction<typeof GetDataCentersArgs, GetDataCentersResult> = {
  name: "getDataCenters",
  args: GetDataCentersArgs,
  answer: async (service) => ({ dataCenters: await service.read("dataCenters") }),
};

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
  return ask(dataCenters, args, opts);
}

/** {@link getDataCenters} for arguments that are outputs. Unknown in a preview for as long as they are. */
export function getDataCentersOutput(
  args: Inputs<GetDataCentersArgs> = {},
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetDataCentersResult> {
  return askOutput(dataCenters, args, opts);
}
