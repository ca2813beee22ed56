import { subscribe } from "node:diagnostics_channel";
import type { EngineConnection } from "./engine-connection";

interface EndWithEngine {
  readonly engine: Pick<EngineConnection, "hasEngine" | "presence">;
  /** Whether a call that changes something is under way: its outcome is worth more than a tidy end. */
  readonly isBusy: () => boolean;
  /** Default: 5 s. */
  readonly everyMs?: number;
  /** Default: ends this process. */
  readonly end?: () => void;
}

/**
 * Ends a host process whose engine is gone: a CLI killed alone leaves its hosts behind, which nothing else would ever
 * end. The engine must be missing twice in a row, and work under way is finished first.
 * A process that no engine runs is left alone.
 */
export function endWithEngine({ engine, isBusy, everyMs = 5000, end = () => process.exit(0) }: EndWithEngine): void {
  if (!engine.hasEngine) return;
  let timesMissing = 0;

  const look = async (): Promise<void> => {
    timesMissing = (await engine.presence()) === "gone" ? timesMissing + 1 : 0;
    if (timesMissing >= 2 && !isBusy()) end();
    else lookLater();
  };

  // Never what keeps the process alive.
  const lookLater = (): void => void setTimeout(() => void look(), everyMs).unref();

  lookLater();
}

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
    const flush = new AbortController();
    controller = flush;
    subscribe("http2.server.stream.start", (message) => {
      if (pathOf(message) === cancelPath) flush.abort();
    });
  }
  return controller.signal;
}

function pathOf(message: unknown): unknown {
  const headers = (message as { readonly headers?: Readonly<Record<string, unknown>> }).headers;
  return headers?.[":path"];
}
