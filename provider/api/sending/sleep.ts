import { setTimeout as wait } from "node:timers/promises";

/** Node's timers fire at once when they are set to more than this. */
export const longestTimerMs = 2 ** 31 - 1;

type Timer = (ms: number, value: undefined, options: { signal?: AbortSignal }) => Promise<void>;

/** Sleeps for any time, however long; ends early, with a rejection, when the signal is aborted. */
export const sleepFor = async (ms: number, signal?: AbortSignal, timer: Timer = wait): Promise<void> => {
  for (let leftMs = ms; leftMs > 0; leftMs -= longestTimerMs)
    await timer(Math.min(leftMs, longestTimerMs), undefined, signal ? { signal } : {});
};
