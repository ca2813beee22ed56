import { isActive, isEnding, isGone, planOf } from "../../provider/schema/order";

const nowMs = Date.parse("2026-06-01T00:00:00Z");
const states = (runningState: string | undefined, cancellationDate: string | undefined): string[] => {
  const order = {
    ...(runningState === undefined ? {} : { runningState }),
    ...(cancellationDate === undefined ? {} : { billingInfo: { cancellationDate } }),
  };
  return Object.entries({ isGone, isActive, isEnding })
    .filter(([, holds]) => holds(order, nowMs))
    .map(([name]) => name);
};

const past = "2026-05-31T23:59:59Z";
const future = "2026-06-30T00:00:00Z";

test.each([
  ["cancelled and not running", "NOTRUNNING", past, ["isGone"]],
  ["cancelled just now and not running", "NOTRUNNING", "2026-06-01T00:00:00Z", ["isGone"]],
  ["cancelled, still running", "RUNNING", past, ["isActive", "isEnding"]],
  ["cancelled, its state unknown", undefined, past, ["isActive", "isEnding"]],
  ["running until its period ends", "RUNNING", future, ["isActive", "isEnding"]],
  ["stopped until its period ends", "NOTRUNNING", future, ["isActive", "isEnding"]],
  ["running", "RUNNING", undefined, ["isActive"]],
  ["stopped, and billed", "NOTRUNNING", undefined, ["isActive"]],
])("an order that is %s", (_, runningState, cancellationDate, expected) => {
  expect(states(runningState, cancellationDate)).toEqual(expected);
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
