/** The simulator's source of time, in milliseconds since the epoch. */
export type Clock = {
  now(): number;
  /** How time passes while the service works. Default: in real time. */
  sleep?(ms: number): Promise<void>;
};

export const systemClock: Clock = { now: () => Date.now() };

/** A clock that moves only when told to: for tests of billing periods and cancellation dates. */
export type ManualClock = Clock & { advance(ms: number): void };

export function manualClock(startMs: number = Date.UTC(2026, 0, 15, 12)): ManualClock {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    advance: (ms) => {
      nowMs += ms;
    },
  };
}

/** The given clock, made movable; a manual clock already is. */
export function movable(clock: Clock | ManualClock): ManualClock {
  if ("advance" in clock) return clock;
  let aheadMs = 0;
  return {
    ...clock,
    now: () => clock.now() + aheadMs,
    advance: (ms) => {
      aheadMs += ms;
    },
  };
}

/** One calendar month later, in UTC; the 31st becomes the last day of a shorter month. */
export function addMonth(ms: number): number {
  const date = new Date(ms);
  const dayOfMonth = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + 1);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(dayOfMonth, lastDay));
  return date.getTime();
}
