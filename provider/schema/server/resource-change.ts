import type { z } from "zod";
import { Flag } from "../value/flag";
import { ResizeMoney } from "../value/money";
import { Message } from "../value/text";
import { maybe, readableOf, wire } from "../wire";

/** The result of a resize. The service answers with success also when it changed nothing: look at the flag. */
export const ResourceChange = wire({
  were_resources_changed: Flag,
  original_pricing: maybe(ResizeMoney),
  new_pricing: maybe(ResizeMoney),
  resource_change_messages: maybe(readableOf(Message)),
});
export type ResourceChange = z.infer<typeof ResourceChange>;
