import type { ProviderContext } from "./context";

/**
 * Shows on the resource's line what is happening. If a person is watching, the line also says, updated every second, how
 * long it has taken so far; elsewhere, as in the log of a CI run, a line is worth printing only if it says something new.
 *
 * @param startMs when the work started, if earlier
 */
export async function withProgress<T>(
  context: ProviderContext,
  urn: string | undefined,
  text: string,
  work: () => Promise<T>,
  startMs: number = context.nowMs(),
): Promise<T> {
  const { reporter } = context;
  reporter.progress(urn, text);
  if (!reporter.isWatched()) return work();
  const timer = setInterval(() => reporter.progress(urn, withTime(text, context.nowMs() - startMs)), 1000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** The time comes right after the first words: a narrow terminal cuts lines off. */
function withTime(text: string, durationMs: number): string {
  const [head, ...rest] = text.split(": ");
  return [`${head} (${elapsed(durationMs)})`, ...rest].join(": ");
}

/** `45 s`, `12 min 05 s`, `2 h 05 min` */
export function elapsed(durationMs: number): string {
  const seconds = Math.round(durationMs / 1000);
  const twoDigits = (count: number): string => String(count).padStart(2, "0");
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${twoDigits(seconds % 60)} s`;
  return `${Math.floor(seconds / 3600)} h ${twoDigits(Math.floor((seconds % 3600) / 60))} min`;
}
