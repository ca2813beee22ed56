import { z } from "zod";
import { Oid } from "../../schema/values";

/** An order's number, as number or text. */
export const OrderOid = z
  .union([z.number(), z.string()], { error: "must be an order's number" })
  .refine((oid) => Oid.safeParse(oid).success, { error: "must be an order's number, such as 2853299702" })
  .transform((oid) => Oid.parse(oid));

export const TagsArgument = z.record(z.string().min(1), z.string({ error: "must be a string" }), {
  error: 'must be tags such as { role: "web" }',
});

export const text = (what: string) => z.string({ error: `must be ${what}` }).min(1, `must be ${what}`);
