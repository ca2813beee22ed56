import { subscribe } from "node:diagnostics_channel";
import { z } from "zod";

const cancelPath = "/pulumirpc.ResourceProvider/Cancel";

let controller: AbortController | undefined;

/**
 * Aborted once a person has asked for the end of the run: one Ctrl-C or SIGTERM. The engine starts nothing more then and
 * tells its hosts, and Pulumi's host answers without a word to its providers. Node itself publishes each request that
 * its HTTP/2 servers receive, so it is heard there; older versions of Node do not, and there it stays unheard.
 *
 * At the end of every run the same request comes once more, when nothing is under way. A failed resource sends none.
 */
export function stopRequest(): AbortSignal {
  if (controller === undefined) {
    const heard = new AbortController();
    controller = heard;
    subscribe("http2.server.stream.start", (message) => {
      if (pathOf(message) === cancelPath) heard.abort();
    });
  }
  return controller.signal;
}

const StreamStart = z.object({ headers: z.object({ ":path": z.string() }) });

const pathOf = (message: unknown): string | undefined => StreamStart.safeParse(message).data?.headers[":path"];
