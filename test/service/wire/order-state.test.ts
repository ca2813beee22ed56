import { unknownValueSentinel } from "../../../provider/pulumi/properties";
import { AboutOrder, isActive, isEnding, isGone, isPastEnd, planOf } from "../../../provider/service/wire/order";

const nowMs = Date.parse("2026-06-01T00:00:00Z");
const states = (runningState: string | undefined, cancellationDate: string | undefined): string[] => {
  const order = {
    ...(runningState === undefined ? {} : { runningState }),
    ...(cancellationDate === undefined ? {} : { billingInfo: { cancellationDate } }),
  };
  return Object.entries({ isGone, isActive, isEnding, isPastEnd })
    .filter(([, holds]) => holds(order, nowMs))
    .map(([name]) => name);
};

const past = "2026-05-31T23:59:59Z";
const future = "2026-06-30T00:00:00Z";

test.each([
  ["cancelled and not running", "NOTRUNNING", past, ["isGone", "isPastEnd"]],
  ["cancelled just now and not running", "NOTRUNNING", "2026-06-01T00:00:00Z", ["isGone", "isPastEnd"]],
  ["cancelled, still running", "RUNNING", past, ["isActive", "isEnding", "isPastEnd"]],
  ["cancelled, still restarting", "RESTARTING", past, ["isActive", "isEnding", "isPastEnd"]],
  ["cancelled, its state unknown", undefined, past, ["isGone", "isPastEnd"]],
  ["cancelled, in a state that nobody knows", "DESTROYED", past, ["isGone", "isPastEnd"]],
  [
    "cancelled some day that cannot be read, and not running",
    "NOTRUNNING",
    "April 2",
    ["isActive", "isEnding", "isPastEnd"],
  ],
  ["of an unknown state until its period ends", undefined, future, ["isActive", "isEnding"]],
  ["of an unknown state, and billed", undefined, undefined, ["isActive"]],
  ["running until its period ends", "RUNNING", future, ["isActive", "isEnding"]],
  ["stopped until its period ends", "NOTRUNNING", future, ["isActive", "isEnding"]],
  ["running", "RUNNING", undefined, ["isActive"]],
  ["stopped, and billed", "NOTRUNNING", undefined, ["isActive"]],
])("an order that is %s", (_, runningState, cancellationDate, expected) => {
  expect(states(runningState, cancellationDate)).toEqual(expected);
});

const read = (fields: Record<string, unknown>) => AboutOrder.parse({ order_oid: 5, ...fields });

test.each([
  ["RUNNING", "RUNNING"],
  ["Migrating", "Migrating"],
  ["", undefined],
  [null, undefined],
  [{}, undefined],
])("the state %j is %p", (sent, expected) => {
  expect(read({ running_state: sent }).runningState).toBe(expected);
});

test("a date of cancellation that cannot be read counts, but has not passed, and one that is not there does not count", () => {
  const dated = (date: unknown) => read({ running_state: "NOTRUNNING", billing_info: { cancellation_date: date } });
  expect(isGone(dated({ ms_since_epoch: Date.parse(past) }), nowMs)).toBe(true);
  for (const date of ["last Sunday", { year: 2026 }, "2026-05-30", "<b>", unknownValueSentinel]) {
    expect(isGone(dated(date), nowMs)).toBe(false);
    expect(isEnding(dated(date), nowMs)).toBe(true);
    expect(dated(date).billingInfo?.cancellationDate).not.toMatch(/^$|46f7/);
  }
  for (const date of [null, undefined]) expect(isEnding(dated(date), nowMs)).toBe(false);
});

test.each([
  ["LaunchtimeVPSDal; Server Type: VM; Location: Dallas", "LaunchtimeVPSDal"],
  [" MIRO1B ;VM", "MIRO1B"],
  ["Server Type: VM; Location: Dallas", undefined],
  ["LaunchtimeVPSDal", undefined],
  ["; Server Type: VM", undefined],
  [undefined, undefined],
])("the plan of an order described as %p is %p", (orderDescription, expected) => {
  expect(planOf(orderDescription === undefined ? {} : { orderDescription })).toBe(expected);
});
