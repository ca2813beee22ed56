import { subscribe } from "node:diagnostics_channel";
import * as z from "zod";
import type { EngineConnection } from "./engine-connection";

interface EndWithEngine {
  readonly engine: Pick<EngineConnection, "hasEngine" | "presence">;
  /** Whether a call that changes something is under way: learning its outcome comes before a tidy exit. */
  readonly isBusy: () => boolean;
  /** Default: 5 s. */
  readonly everyMs?: number;
  /** Default: ends this process. */
  readonly end?: () => void;
}

/**
 * Ends a host process whose engine is gone: a CLI that is killed alone leaves its hosts behind, and nothing else would
 * ever end them. The engine must be missing twice in a row, and work under way finishes first. Does nothing in a process
 * that no engine runs.
 */
export function endWithEngine({ engine, isBusy, everyMs = 5000, end = () => process.exit(0) }: EndWithEngine): void {
  if (!engine.hasEngine) return;
  let timesMissing = 0;

  const look = async (): Promise<void> => {
    timesMissing = (await engine.presence()) === "gone" ? timesMissing + 1 : 0;
    if (timesMissing >= 2 && !isBusy()) end();
    else lookLater();
  };

  // This timer never keeps the process alive.
  const lookLater = (): void => void setTimeout(() => void look(), everyMs).unref();

  lookLater();
}

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
