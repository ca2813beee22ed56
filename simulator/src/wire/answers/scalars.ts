import type { Amount } from "../../world/order";

export type WireTimestamp = { ms_since_epoch: number; iso_format: string; users_tz_offset_ms: number };

/** `iso_format` is UTC, to the second; `ms_since_epoch` has the milliseconds. */
export function wireTimestamp(ms: number, usersTzOffsetMs: number): WireTimestamp {
  const iso = `${new Date(ms).toISOString().slice(0, -".000Z".length)}Z`;
  return { ms_since_epoch: ms, iso_format: iso, users_tz_offset_ms: usersTzOffsetMs };
}

/** A date on an order: whole seconds, as in the captures. */
export const wireDate = (ms: number | null, usersTzOffsetMs: number): WireTimestamp | null =>
  ms === null ? null : wireTimestamp(Math.floor(ms / 1000) * 1000, usersTzOffsetMs);

export function wireAmount(amount: Amount): { amt: number; currency: string; amt_usd: number } {
  return { amt: amount.amt, currency: amount.currency, amt_usd: amount.amtUsd };
}

/** Money in the shape that only the answer to a resize uses. */
export function wirePricing(amount: Amount): { amt: number; cur: string } {
  return { amt: amount.amt, cur: amount.currency };
}
