import { z } from "zod";
import { isReservedText } from "../reserved";
import { cleanText } from "./clean-text";

/** Text to compare or to pass on: exactly as the service sent it. Show it only through `cleanText`. */
export const Verbatim = z
  .union([z.string(), z.number().transform(String)])
  .refine((text) => !isReservedText(text), { error: "reserved by Pulumi" });
export type Verbatim = z.infer<typeof Verbatim>;

/** Text to show: cleaned, one line, at most 500 characters. */
export const Text = Verbatim.transform(cleanText);
export type Text = z.infer<typeof Text>;
