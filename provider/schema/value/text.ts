import { z } from "zod";
import { isReservedText } from "../reserved";
import { cleanMessage, cleanText } from "./clean-text";

const Raw = z.union([z.string(), z.number().transform(String)]);

const notReserved = (text: string): boolean => !isReservedText(text);

/** Text to compare or to pass on: exactly as the service sent it. Show it only through `cleanText`. */
export const Verbatim = Raw.refine(notReserved, { error: "reserved by Pulumi" }).refine(
  (text) => !/\p{Cs}/u.test(text),
  { error: "half a character, which gRPC refuses to carry" },
);
export type Verbatim = z.infer<typeof Verbatim>;

/** Text to show: cleaned, one line, at most 500 characters. Looked at after it is cleaned, as cleaning may join parts. */
export const Text = Raw.transform(cleanText).refine(notReserved, { error: "reserved by Pulumi" });
export type Text = z.infer<typeof Text>;

/** A sentence of the service's to a person. They tell of cards and users too, which is nothing for logs and states. */
export const Message = Raw.transform(cleanMessage).refine(notReserved, { error: "reserved by Pulumi" });
export type Message = z.infer<typeof Message>;
