import type { Readable } from "node:stream";
import { z } from "zod";
import { MAX_BODY_BYTES } from "../service/request";

/** `text` is undefined for a body that was larger than allowed: nothing of it is kept. */
const ReceivedBody = z.object({ text: z.string().optional(), bytes: z.number() });
type ReceivedBody = z.infer<typeof ReceivedBody>;

/** Undefined for a request without a body. */
export function bodyOf({ body }: { readonly body: unknown }): ReceivedBody | undefined {
  return ReceivedBody.optional().catch(undefined).parse(body);
}

/** Reads even what it does not keep: a client that is still sending would otherwise not see the response. */
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
