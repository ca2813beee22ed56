import type { z } from "zod";
import { Flag } from "../value/flag";
import { Text } from "../value/text";
import { maybe, wire } from "../wire";

/** An image offered on new orders. Servers may run older ones that are no longer listed. */
export const Distribution = wire({
  distro_code: Text,
  distro_description: maybe(Text),
  is_promoted: maybe(Flag),
  is_recommended: maybe(Flag),
});
export type Distribution = z.infer<typeof Distribution>;
