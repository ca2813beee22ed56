import { z } from "zod";

const digits = /^[0-9]{1,18}$/;

/** An identifier of the service: a whole number above zero, beyond 2^31 but safe. Digits in a string are accepted. */
export const Oid = z.union([z.number(), z.string().regex(digits).transform(Number)]).pipe(z.int().positive());
export type Oid = z.infer<typeof Oid>;

/** A host server's identifier, which the service sends as text of digits. */
export const HostServerOid = z
  .union([z.string(), z.int().nonnegative().transform(String)])
  .pipe(z.string().regex(digits));
export type HostServerOid = z.infer<typeof HostServerOid>;
