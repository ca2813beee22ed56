import type * as pulumi from "@pulumi/pulumi";
import type { Inputs } from "../../program/inputs";
import { ask, askOutput } from "../asking/ask";
import type { GetVpsArgs, GetVpsResult } from "../questions/orders";

/**
 * The one active VPS with this number, domain name or these tags; all that is given must hold. Needs the API key. Reads
 * only: `new Vps(…, { import })` is what takes a server over.
 *
 * Fails when none or several match, and names the candidates; without a key, with one that the service refuses, and when
 * the service cannot be reached or its answer cannot be read. Dedicated servers are found by `getOrder` and `getOrders`.
 *
 * @example
 * ```ts
 * const db = await rimuhosting.getVps({ domainName: "db.example.com" });
 * export const ip = db.primaryIp;
 * ```
 */
export function getVps(args: GetVpsArgs, opts?: pulumi.InvokeOptions): Promise<GetVpsResult> {
  return ask("getVps", args, opts);
}

/** {@link getVps} for arguments that are outputs. Unknown in a preview for as long as they are. */
export function getVpsOutput(args: Inputs<GetVpsArgs>, opts?: pulumi.InvokeOutputOptions): pulumi.Output<GetVpsResult> {
  return askOutput("getVps", args, opts);
}
