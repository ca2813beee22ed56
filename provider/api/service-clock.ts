/** The service's clock, as far as its answers tell; this machine's until one has come. */
export type ServiceClock = {
  nowMs: () => number;
  /** Takes in the `Date` of an answer, with the times of this machine between which it was written. */
  learn: (date: string | undefined, exchange: { sentMs: number; receivedMs: number }) => void;
};

/** A header cannot hold less than a second. */
const precisionMs = 999;

/** A service that believes to live in another century tells nothing. */
const earliestMs = Date.UTC(2000, 0, 1);

const latestMs = Date.UTC(2100, 0, 1);

/** The point in time that a header names, if it names a sensible one. */
export const instantMs = (text: string | undefined): number | undefined => {
  const ms = Date.parse(text ?? "");
  return ms >= earliestMs && ms < latestMs ? ms : undefined;
};

/**
 * An answer may have been under way, or in the making, for an hour: its date says only between which limits the
 * service's clock is ahead of ours. What is believed of it is moved no further than the limits demand, so that two clocks
 * that agree are never told apart.
 */
export const createServiceClock = (clock: () => number): ServiceClock => {
  let aheadMs = 0;
  return {
    nowMs: () => clock() + aheadMs,
    learn: (date, { sentMs, receivedMs }) => {
      const writtenMs = instantMs(date);
      if (writtenMs === undefined) return;
      const leastMs = writtenMs - receivedMs;
      const mostMs = Math.max(leastMs, writtenMs + precisionMs - sentMs);
      aheadMs = Math.min(Math.max(aheadMs, leastMs), mostMs);
    },
  };
};
