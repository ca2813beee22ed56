import type { AboutOrder } from "../../provider/service/wire/order";
import { planCancellation } from "../../provider/vps/cancellation";
import type { OwnedServer } from "../../provider/vps/state";

const nowMs = Date.parse("2026-01-15T12:00:00Z");
const recorded: OwnedServer = { orderOid: 5 };
const running: AboutOrder = { orderOid: 5 };
const endingAt = (cancellationDate: string): AboutOrder => ({ ...running, billingInfo: { cancellationDate } });
const gone: AboutOrder = { ...endingAt("2026-01-01T00:00:00Z"), runningState: "NOTRUNNING" };

const rows: readonly [string, AboutOrder, Partial<OwnedServer>, ReturnType<typeof planCancellation>][] = [
  ["its own order is cancelled", running, {}, "immediately"],
  ["its own order ends with its period", running, { cancel: "at-period-end" }, "at-period-end"],
  [
    "one that ends already needs no second call",
    endingAt("2026-02-01T00:00:00Z"),
    { cancel: "at-period-end" },
    "nothing",
  ],
  ["one that ends later is cancelled now if the program says so", endingAt("2026-02-01T00:00:00Z"), {}, "immediately"],
  ["one that is gone is left alone", gone, {}, "nothing"],
  ["a date in the past proves nothing while the server runs", { ...gone, runningState: "RUNNING" }, {}, "immediately"],
];

test.each(rows)("%s", (_, order, more, kind) => {
  expect(planCancellation(order, { ...recorded, ...more }, nowMs)).toBe(kind);
});
