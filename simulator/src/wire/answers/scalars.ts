import type { Amount } from "../../world/order";
import type { Variants } from "../../world/variants";

export type WireTimestamp = { ms_since_epoch: number; iso_format: string; users_tz_offset_ms: number };

/** `iso_format` is UTC, to the second; `ms_since_epoch` has the milliseconds. */
export function wireTimestamp(ms: number, usersTzOffsetMs: number): WireTimestamp {
  const iso = `${new Date(ms).toISOString().slice(0, -".000Z".length)}Z`;
  return { ms_since_epoch: ms, iso_format: iso, users_tz_offset_ms: usersTzOffsetMs };
}

/** A date on an order: whole seconds, as in the captures. */
export function wireDate(
  ms: number | null,
  usersTzOffsetMs: number,
  form: Variants["dateForm"],
): WireTimestamp | string | number | null {
  if (ms === null) return null;
  const timestamp = wireTimestamp(Math.floor(ms / 1000) * 1000, usersTzOffsetMs);
  const { iso_format: iso } = timestamp;
  switch (form) {
    case "object":
      return timestamp;
    case "iso":
      return iso;
    case "sql":
      return iso.replace("T", " ").replace("Z", "");
    case "rfc-1123":
      return new Date(ms).toUTCString();
    case "epoch-s":
      return Math.floor(ms / 1000);
    case "words":
      return `${new Date(ms).toUTCString().slice(5, 16)} at noon or so`;
    default:
      return form satisfies never;
  }
}

export function wireAmount(amount: Amount): { amt: number; currency: string; amt_usd: number } {
  return { amt: amount.amt, currency: amount.currency, amt_usd: amount.amtUsd };
}

/** Money in the shape that only the answer to a resize uses. */
export function wirePricing(amount: Amount): { amt: number; cur: string } {
  return { amt: amount.amt, cur: amount.currency };
}
