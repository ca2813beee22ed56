import type { EngineConnection } from "../engine/engine-connection";

interface EndWithEngine {
  readonly engine: Pick<EngineConnection, "hasEngine" | "presence">;
  /** Whether a call that changes something is in progress: its outcome matters more than a tidy exit. */
  readonly isBusy: () => boolean;
  /** Default: 5 s. */
  readonly everyMs?: number;
  /** Default: ends this process. */
  readonly end?: () => void;
}

/**
 * Ends a host process whose engine is gone: a CLI that is killed alone leaves its hosts behind, and nothing else would
 * ever end them. The engine must be missing twice in a row, and work in progress finishes first. Does nothing in a process
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
