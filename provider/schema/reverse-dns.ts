import * as z from "zod";
import { ifValid } from "./parts";
import { DomainName, IpAddress, oid } from "./values";

/** A program's arguments for a reverse DNS record, as they reach the provider. */
export const ReverseDnsInputs = z.strictObject({
  __provider: z.string().optional(),
  /** Where the program declares this record. */
  __urn: z.string().optional(),
  orderOid: oid("must be an order's number"),
  ip: IpAddress.optional(),
  name: DomainName,
});
export type ReverseDnsInputs = z.infer<typeof ReverseDnsInputs>;

/** What the state holds of a reverse DNS record. */
export const ReverseDnsOutputs = z.object({
  __provider: ifValid(z.string()),
  __urn: ifValid(z.string()),
  orderOid: ifValid(z.number()),
  /** The address that the record should be for: the program's, or the server's first one. */
  ip: ifValid(z.string()),
  name: ifValid(z.string()),
  /** The address that the record was last set for. */
  __setFor: ifValid(z.string()),
  /** The program sets no address, so the record follows the server's first one. */
  __isFirstIp: ifValid(z.boolean()),
});
export type ReverseDnsOutputs = z.infer<typeof ReverseDnsOutputs>;
