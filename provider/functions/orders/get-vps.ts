import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { Inputs } from "../../program/inputs";
import { ask, askOutput } from "../asking/ask";
import type { DataFunction } from "../asking/data-function";
import { OrderOid, TagsArgument, text } from "./arguments";
import { listOrders } from "./list-orders";
import type { OrderInfo } from "./order-info";
import { matchesOrder } from "./order-matching";
import { theOnlyOne } from "./the-only-one";

export const GetVpsArgs = z
  .strictObject({
    /** The number of the order. */
    orderOid: OrderOid.optional(),
    /** The domain name, whole; upper and lower case are the same. */
    domainName: text("a domain name").optional(),
    /** Tags (`metaData`) that the server must have; an empty value asks for the key alone. */
    tags: TagsArgument.optional(),
  })
  .refine((args) => Object.keys(args.tags ?? {}).length > 0 || args.orderOid || args.domainName, {
    error: "give orderOid, domainName or tags: one server is to be found by them",
  });
export type GetVpsArgs = z.input<typeof GetVpsArgs>;

export interface GetVpsResult extends OrderInfo {}

export const vps: DataFunction<typeof GetVpsArgs, GetVpsResult> = {
  name: "getVps",
  args: GetVpsArgs,
  answer: async (service, { orderOid, domainName, tags }) => {
    const wanted = { orderOid, domainName, tags };
    // One list of all serves every such question of a run, and names the others where none or several match.
    const servers = await listOrders(service, { serverType: "VPS" });
    const matching = servers.filter((server) => matchesOrder(server, wanted));
    return theOnlyOne(matching, servers, wanted);
  },
};

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
  return ask(vps, args, opts);
}

/** {@link getVps} for arguments that are outputs. Unknown in a preview for as long as they are. */
export function getVpsOutput(args: Inputs<GetVpsArgs>, opts?: pulumi.InvokeOutputOptions): pulumi.Output<GetVpsResult> {
  return askOutput(vps, args, opts);
}
