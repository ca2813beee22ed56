import { z } from "zod";
import { isReservedText } from "../../engine/reserved";
import { cleanText } from "./clean-text";

/** The year 9999. A later date is a mistake. */
const latestMs = 253_402_300_799_999;

/** Early in 1973. An earlier date in milliseconds is a mistake; a count this small is one of seconds. */
const earliestMs = 1e11;

const isoText = (epochMs: number): string => new Date(epochMs).toISOString().replace(".000Z", "Z");

const Instant = z.number().min(0).max(latestMs).transform(isoText);

/** Milliseconds since 1970, or seconds: the two cannot be mistaken for each other. */
const Epoch = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^[0-9]{9,15}$/)
      .transform(Number),
  ])
  .refine((count) => count >= earliestMs / 1000)
  .transform((count) => (count < earliestMs ? count * 1000 : count))
  .pipe(Instant);

/** ISO 8601, or as databases write it. Without an offset it is UTC, as every date of the service is. */
const isoForm =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(?:(Z|UTC|GMT)|([+-]\d\d):?(\d\d)|([+-]\d\d))?$/i;

/** As in the headers of HTTP and of mail: `Sat, 02 Apr 2011 03:30:28 GMT`. */
const headerForm = /^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d(?::\d\d)? (?:GMT|UTC|[+-]\d{4})$/;

const textMs = (text: string): number => {
  if (headerForm.test(text)) return Date.parse(text);
  const [, day, time, , hours, minutes = "00", hoursAlone] = isoForm.exec(text) ?? [];
  const offset = hours ?? hoursAlone;
  return day === undefined
    ? Number.NaN
    : Date.parse(`${day}T${time}${offset === undefined ? "Z" : `${offset}:${minutes}`}`);
};

const DateText = z.string().trim().transform(textMs).pipe(Instant);

/** A point in time as ISO 8601 text in UTC, such as `2011-04-02T03:30:28Z`. */
export const Timestamp = z.union([
  z.object({ ms_since_epoch: Epoch }).transform((wire) => wire.ms_since_epoch),
  z.object({ iso_format: DateText }).transform((wire) => wire.iso_format),
  DateText,
  Epoch,
]);

const noDate = /^(?:|0+|0000-00-00.*|null|nil|none|never|false|n\/?a|-+)$/i;

const isNoDate = (value: unknown): boolean => {
  if (typeof value === "object" && value !== null) return Object.values(value).every(isNoDate);
  return noDate.test(String(value ?? "").trim());
};

const maxShown = 60;

/**
 * The service's own text for a date that cannot be read. That there is a date matters by itself: an order that has a
 * cancellation date ends.
 */
export const unreadDate = (value: unknown): string | undefined => {
  if (isNoDate(value)) return undefined;
  const text = cleanText(typeof value === "object" ? JSON.stringify(value) : String(value)).slice(0, maxShown);
  return text === "" || isReservedText(text) ? "unreadable" : text;
};

/** Milliseconds since 1970 of a parsed date; `undefined` if it could not be read. A day without a time counts as its end. */
export const dateMs = (date: string): number | undefined => {
  const text = /^\d{4}-\d\d-\d\d$/.test(date) ? `${date}T23:59:59Z` : date;
  const ms = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
};
