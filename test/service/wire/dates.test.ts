import { dateMs, Timestamp, unreadDate } from "../../../provider/service/wire/dates";

const moment = "2011-04-02T03:30:28Z";
const ms = Date.parse(moment);

test.each([
  [{ ms_since_epoch: 1301715028000, iso_format: "2011-04-02T03:30:28Z" }, moment],
  [{ ms_since_epoch: 1301716709422 }, "2011-04-02T03:58:29.422Z"],
  [{ ms_since_epoch: String(ms) }, moment],
  [{ ms_since_epoch: ms / 1000 }, moment],
  [{ iso_format: "2011-04-02T03:30:28Z" }, moment],
  [{ ms_since_epoch: null, iso_format: "2011-04-02 03:30:28" }, moment],
  [ms, moment],
  [ms / 1000, moment],
  ["2011-04-02T16:30:28+13:00", moment],
  ["2011-04-02T16:30:28+1300", moment],
  ["2011-04-02T16:30:28.000+13", moment],
  ["2011-04-02 03:30:28", moment],
  ["2011-04-02 03:30:28 UTC", moment],
  ["2011-04-02t03:30:28z", moment],
  ["2011-04-02T03:30", "2011-04-02T03:30:00Z"],
  ["2011-04-01T22:30-0500", "2011-04-02T03:30:00Z"],
  ["Sat, 02 Apr 2011 03:30:28 GMT", moment],
  ["Sat, 2 Apr 2011 16:30:28 +1300", moment],
])("the time %j is %s", (wire, expected) => {
  expect(Timestamp.parse(wire)).toBe(expected);
  expect(dateMs(expected)).toBe(Date.parse(expected));
});

const notTimes = [
  {},
  { ms_since_epoch: -1 },
  { ms_since_epoch: 0 },
  { ms_since_epoch: 1e300 },
  { iso_format: "soon" },
  "2026-99-99T99:99:99Z",
  "02/04/2011",
  "2011-04-02",
  "April 2, 2011",
  5,
  -ms,
  [],
];

test.each(notTimes.map((wire) => [wire]))("%j is not a time", (wire) => {
  expect(Timestamp.safeParse(wire).success).toBe(false);
});

test.each([
  [null, undefined],
  ["", undefined],
  [" - ", undefined],
  ["0000-00-00 00:00:00", undefined],
  ["never", undefined],
  [0, undefined],
  [false, undefined],
  [{ ms_since_epoch: null, iso_format: null, users_tz_offset_ms: 0 }, undefined],
  ["02/04/2011", "02/04/2011"],
  ["<b>April 2</b>, 2011", "April 2 , 2011"],
  [{ date: "2 April" }, '{"date":"2 April"}'],
  [true, "true"],
  [5, "5"],
])("of %j where a date belongs, %j is what can be said", (wire, expected) => {
  expect(unreadDate(wire)).toBe(expected);
});

test("a day alone has passed when it is over, and what else a person could read has not", () => {
  expect(dateMs("2011-04-02")).toBe(Date.parse("2011-04-02T23:59:59Z"));
  for (const text of ["April 2, 2011", "02/04/2011", "", "5"]) expect(dateMs(text)).toBeUndefined();
});
