import { z } from "zod";
import { DomainName } from "./value/domain-name";
import { IpAddress } from "./value/ip";
import { Oid } from "./value/oid";

/** What a program says of a reverse DNS record, as it reaches the provider. */
export const ReverseDnsInputs = z.strictObject({
  __provider: z.string().optional(),
  orderOid: Oid,
  ip: IpAddress.optional(),
  name: DomainName.refine((name) => name !== "", {
    error: "must not be empty: delete the resource to clear the record",
  }),
});
export type ReverseDnsInputs = z.infer<typeof ReverseDnsInputs>;

/** What the state holds of it. */
export const ReverseDnsOutputs = z.object({
  __provider: z.string().optional(),
  orderOid: z.number(),
  /** The address that the record is to be for: given, or the server's first one. */
  ip: z.string(),
  name: z.string(),
  /** The address that the record was last set for. */
  __setFor: z.string(),
  /** The program names no address, so that the server's first one is followed. */
  __isFirstIp: z.boolean(),
});
export type ReverseDnsOutputs = z.infer<typeof ReverseDnsOutputs>;
