import { subscribe } from "node:diagnostics_channel";
import * as z from "zod";

const cancelPath = "/pulumirpc.ResourceProvider/Cancel";

let controller: AbortController | undefined;

/**
 * Aborted once the user asks the run to stop, with one Ctrl-C or SIGTERM. The engine then starts nothing more and tells
 * its hosts, but Pulumi's host answers without telling its providers. Node publishes each request that its HTTP/2 servers
 * receive, so this subscribes to those. Older versions of Node do not, and there the request goes unnoticed.
 *
 * The same request also comes at the end of every run, when nothing is under way. A failed resource sends none.
 */
export function stopRequest(): AbortSignal {
  if (controller === undefined) {
    const flush = new AbortController();
    controller = flush;
    subscribe("http2.server.stream.start", (message) => {
      if (pathOf(message) === cancelPath) flush.abort();
    });
  }
  return controller.signal;
}

const StreamStart = z.object({ headers: z.object({ ":path": z.string() }) });

const pathOf = (message: unknown): string | undefined => StreamStart.safeParse(message).data?.headers[":path"];
