import { tagNames } from "../../provider/purchase/tags";
import type { AboutOrder } from "../../provider/service/wire/order";
import { planCancellation } from "../../provider/vps/cancellation";
import type { OwnedServer } from "../../provider/vps/state";

const nowMs = Date.parse("2026-01-15T12:00:00Z");
const recorded: OwnedServer = { orderOid: 5, __key: "mine" };
const tagged = (key: string): AboutOrder => ({ orderOid: 5, metaData: [{ key: tagNames.key, value: key }] });
const endingAt = (cancellationDate: string): AboutOrder => ({ ...tagged("mine"), billingInfo: { cancellationDate } });
const gone: AboutOrder = { ...endingAt("2026-01-01T00:00:00Z"), runningState: "NOTRUNNING" };

const rows: readonly [string, AboutOrder, Partial<OwnedServer>, ReturnType<typeof planCancellation>][] = [
  ["its own order is cancelled", tagged("mine"), {}, "immediately"],
  ["its own order ends with its period", tagged("mine"), { cancel: "at-period-end" }, "at-period-end"],
  [
    "one that ends already needs no second call",
    endingAt("2026-02-01T00:00:00Z"),
    { cancel: "at-period-end" },
    "nothing",
  ],
  ["one that ends later is cancelled now if the program says so", endingAt("2026-02-01T00:00:00Z"), {}, "immediately"],
  ["one that is gone is left alone", gone, {}, "nothing"],
  ["one that is gone is left alone whoever's it was", { ...gone, ...tagged("another's") }, {}, "nothing"],
  ["a date in the past proves nothing while the server runs", { ...gone, runningState: "RUNNING" }, {}, "immediately"],
  ["an order that lost its tags is still its own", { orderOid: 5 }, {}, "immediately"],
];

test.each(rows)("%s", (_, order, more, kind) => {
  expect(planCancellation(order, { ...recorded, ...more }, nowMs)).toBe(kind);
});
