import type { Readable } from "node:stream";
import { z } from "zod";

/** Far more than the largest cloud-config and files that a client sends. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** What came as a request's body. `text` is undefined if it was larger than allowed: nothing of it is kept then. */
const ReceivedBody = z.object({ text: z.string().optional(), bytes: z.number() });
type ReceivedBody = z.infer<typeof ReceivedBody>;

/** Undefined for a request without one. */
export function bodyOf({ body }: { readonly body: unknown }): ReceivedBody | undefined {
  return ReceivedBody.optional().catch(undefined).parse(body);
}

/** Reads even what it does not keep: a client that is still sending would otherwise not see the answer. */
export async function receiveBody(stream: Readable): Promise<ReceivedBody> {
  let chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
    else chunks = [];
  }
  return { text: bytes > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks).toString("utf8"), bytes };
}
