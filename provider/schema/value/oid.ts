import { z } from "zod";

const digits = /^[0-9]{1,18}$/;

const notAnOid = "must be a number that the service gave, such as 1012";

/** An identifier of the service: a whole number above zero, beyond 2^31 but safe. Digits in a string are accepted. */
export const Oid = z
  .union([z.number(), z.string().regex(digits).transform(Number)], { error: notAnOid })
  .pipe(z.int({ error: notAnOid, abort: true }).positive(notAnOid));
export type Oid = z.infer<typeof Oid>;

const notAHost = "must be the number of a host, such as 1317";

/** A host server's identifier, which the service sends as text of digits. */
export const HostServerOid = z
  .union([z.string(), z.int().nonnegative().transform(String)], { error: notAHost })
  .pipe(z.string().regex(digits, notAHost));
export type HostServerOid = z.infer<typeof HostServerOid>;
