/** The service's clock, as far as its answers reveal it. Until the first answer, this machine's clock. */
type ServiceClock = {
  nowMs: () => number;
  /** Learns from the `Date` of an answer, which was written between these two times of this machine's clock. */
  learn: (date: string | undefined, exchange: { sentMs: number; receivedMs: number }) => void;
};

/** A `Date` header counts whole seconds. */
const precisionMs = 999;

/** A date in another century is a mistake, so nothing is learned from it. */
const earliestMs = Date.UTC(2000, 0, 1);

const latestMs = Date.UTC(2100, 0, 1);

/** The time that a header states, if it is a sensible one. */
const instantMs = (text: string | undefined): number | undefined => {
  const ms = Date.parse(text ?? "");
  return ms >= earliestMs && ms < latestMs ? ms : undefined;
};

/**
 * An answer may have taken an hour, so its date says only within which limits the service's clock is ahead of ours. The
 * estimate moves no further than the limits demand, so two clocks that agree never seem to differ.
 */
export const createServiceClock = (clock: () => number): ServiceClock => {
  let aheadMs: number | undefined;
  return {
    nowMs: () => clock() + (aheadMs ?? 0),
    learn: (date, { sentMs, receivedMs }) => {
      const writtenMs = instantMs(date);
      if (writtenMs === undefined) return;
      const minMs = writtenMs - receivedMs;
      const maxMs = Math.max(minMs, writtenMs + precisionMs - sentMs);
      aheadMs = Math.min(Math.max(aheadMs ?? 0, minMs), maxMs);
    },
  };
};
