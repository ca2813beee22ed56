import { z } from "zod";

/** The years 1970 to 9999: what `Date` can hold beyond them is a mistake, not a date. */
const latestMs = 253_402_300_799_999;

const isoText = (epochMs: number): string => new Date(epochMs).toISOString().replace(".000Z", "Z");

const Instant = z.number().min(0).max(latestMs).transform(isoText);

const isoForm = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{5,12}(Z|[+-][0-9]{2}:?[0-9]{2})$/;
const IsoText = z.string().regex(isoForm).transform(Date.parse).pipe(Instant);

/** A point in time as ISO 8601 text in UTC, such as `2011-04-02T03:30:28Z`. */
export const Timestamp = z.union([
  z.object({ ms_since_epoch: Instant }).transform((wire) => wire.ms_since_epoch),
  z.object({ iso_format: IsoText }).transform((wire) => wire.iso_format),
  IsoText,
]);
export type Timestamp = z.infer<typeof Timestamp>;
