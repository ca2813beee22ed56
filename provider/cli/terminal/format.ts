import { dateMs, type Money } from "../../service/wire/values";

/** `2 GB`, `950 MB`, `1.5 GB`; `-` if it is not known. */
export function formatSize(mb: number | undefined): string {
  if (mb === undefined) return "-";
  if (mb < 1024) return `${mb} MB`;
  const gb = mb / 1024;
  return `${Number.isInteger(gb) ? gb : gb.toFixed(1)} GB`;
}

/** `USD 20.00` */
export const formatMoney = ({ amount, currency, amountUsd }: Money): string => {
  if (amount !== undefined) return `${currency ?? ""} ${amount.toFixed(2)}`.trim();
  return amountUsd === undefined ? "-" : `USD ${amountUsd.toFixed(2)}`;
};

/** The day of a date; all of one that could not be read. */
export const formatDay = (date: string | undefined): string =>
  (dateMs(date ?? "") === undefined ? date : date?.slice(0, 10)) ?? "-";

const hourMs = 3_600_000;

/** `5 hours`, `12 days`, `3 years` */
export function formatAge(ms: number): string {
  const hours = Math.max(0, Math.floor(ms / hourMs));
  if (hours < 48) return counted(hours, "hour");
  const days = Math.floor(hours / 24);
  return days < 730 ? counted(days, "day") : counted(Math.floor(days / 365), "year");
}

/** `1 order`, `2 orders` */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
