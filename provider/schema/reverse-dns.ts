import { z } from "zod";
import { DomainName, IpAddress, Oid } from "./values";

/** What a program says of a reverse DNS record, as it reaches the provider. */
export const ReverseDnsInputs = z.strictObject({
  __provider: z.string().optional(),
  /** Where the program declares this record. */
  __declaredUrn: z.string().optional(),
  orderOid: Oid,
  ip: IpAddress.optional(),
  name: DomainName,
});
export type ReverseDnsInputs = z.infer<typeof ReverseDnsInputs>;

/** A state written by any version is read: what does not fit is absent, never an error. */
const kept = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

/** What the state holds of it. */
export const ReverseDnsOutputs = z.object({
  __provider: kept(z.string()),
  __declaredUrn: kept(z.string()),
  orderOid: kept(z.number()),
  /** The address that the record is to be for: given, or the server's first one. */
  ip: kept(z.string()),
  name: kept(z.string()),
  /** The address that the record was last set for. */
  __setFor: kept(z.string()),
  /** The program names no address, so that the server's first one is followed. */
  __isFirstIp: kept(z.boolean()),
});
export type ReverseDnsOutputs = z.infer<typeof ReverseDnsOutputs>;
