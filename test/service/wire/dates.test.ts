import { createServiceClock } from "../../../provider/service/send";
import { dateMs, Timestamp, unreadDate } from "../../../provider/service/wire/values";

test.each([
  [{ ms_since_epoch: 1301715028000, iso_format: "2011-04-02T03:30:28Z" }, "2011-04-02T03:30:28Z"],
  [{ ms_since_epoch: 1301716709422 }, "2011-04-02T03:58:29.422Z"],
])("the time %j is %s", (wire, expected) => {
  expect(Timestamp.parse(wire)).toBe(expected);
  expect(dateMs(expected)).toBe(Date.parse(expected));
});

test.each([[{}], [{ ms_since_epoch: -1 }], [{ ms_since_epoch: 0 }], [{ ms_since_epoch: 1e300 }], ["2011-04-02"], [5]])(
  "%j is not a time",
  (wire) => {
    expect(Timestamp.safeParse(wire).success).toBe(false);
  },
);

test.each([
  ["02/04/2011", "02/04/2011"],
  ["<b>April 2</b>, 2011", "April 2 , 2011"],
  [{ date: "2 April" }, '{"date":"2 April"}'],
  ["", "unreadable"],
  [5, "5"],
])("of %j where a date belongs, %j is what can be said, and whether it has passed is not known", (wire, expected) => {
  expect(unreadDate(wire)).toBe(expected);
  expect(dateMs(expected)).toBeUndefined();
});

test.each([
  ["Fri, 31 Dec 1999 23:59:59 GMT", false],
  ["Sat, 01 Jan 2000 00:00:00 GMT", true],
  ["Thu, 31 Dec 2099 23:59:59 GMT", true],
  ["Fri, 01 Jan 2100 00:00:00 GMT", false],
  ["yesterday", false],
])("whether the service's clock is learned from the date %j: %s", (date, isLearned) => {
  const clock = createServiceClock(() => 0);
  clock.learn(date, { sentMs: 0, receivedMs: 0 });
  expect(clock.nowMs() > 0).toBe(isLearned);
});
