import type { ProviderContext } from "./context";

/**
 * Says on the resource's line what goes on while it goes on. Where a person watches, the line also tells every second
 * for how long; elsewhere, as in the log of a CI run, a line is only worth what it says anew.
 *
 * @param startMs when it began, where that was earlier
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
  if (reporter.isWatched?.() !== true) return work();
  const timer = setInterval(() => reporter.progress(urn, withTime(text, context.nowMs() - startMs)), 1000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** The time stands behind the first words: a narrow terminal cuts a line off. */
function withTime(text: string, durationMs: number): string {
  const [head, ...rest] = text.split(": ");
  return [`${head} (${elapsed(durationMs)})`, ...rest].join(": ");
}

/** What is to be read when all is done. */
export const summary = ({ reporter }: Pick<ProviderContext, "reporter">, urn: string | undefined, text: string): void =>
  (reporter.summary ?? reporter.progress)(urn, text);

/** `45 s`, `12 min 05 s`, `2 h 05 min` */
export function elapsed(durationMs: number): string {
  const seconds = Math.round(durationMs / 1000);
  const twoDigits = (count: number): string => String(count).padStart(2, "0");
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${twoDigits(seconds % 60)} s`;
  return `${Math.floor(seconds / 3600)} h ${twoDigits(Math.floor((seconds % 3600) / 60))} min`;
}
