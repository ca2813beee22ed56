import { z } from "zod";

const decimal = /^-?[0-9]{1,15}(\.[0-9]{1,10})?$/;

/** A finite number; the service is known to send some as text. */
export const Quantity = z.union([z.number(), z.string().trim().regex(decimal).transform(Number)]);
export type Quantity = z.infer<typeof Quantity>;

/** A whole number that JavaScript holds exactly. */
export const Count = Quantity.pipe(z.int());
export type Count = z.infer<typeof Count>;
