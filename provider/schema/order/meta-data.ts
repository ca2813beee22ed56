import { z } from "zod";
import { Verbatim } from "../value/text";

/** A tag as the service lists it. Key and value are exactly those that were given when the order was placed. */
export const MetaDataEntry = z
  .object({ key_name: Verbatim, value: Verbatim.nullish() })
  .transform(({ key_name, value }) => ({ key: key_name, value: value ?? "" }));
export type MetaDataEntry = z.infer<typeof MetaDataEntry>;
