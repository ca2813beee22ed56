import type { AboutOrder } from "../../provider/service/wire/order";
import { diffVps } from "../../provider/vps/diff";
import { objections } from "../../provider/vps/guards";
import { anOrder, cancelledOrder, nowMs, type Program, recordedAfter, wanting } from "./support/server";

function objectionsTo(before: Program, after: Program, observed: AboutOrder = anOrder()): string[] {
  const desired = wanting(after);
  const recorded = recordedAfter(before);
  return objections(diffVps(recorded, desired).changes, desired, observed, nowMs);
}

const suspended = anOrder({ billingInfo: { suspendedDate: "2026-02-28T00:00:00Z" } });

test.each<[string, Program, Program, AboutOrder, string[]]>([
  ["nothing against a resize", { memoryMb: 1024 }, { memoryMb: 2048 }, anOrder(), []],
  ["a cancelled server", { memoryMb: 1024 }, { memoryMb: 2048 }, cancelledOrder(), ["it is cancelled"]],
  ["a suspended server", { memoryMb: 1024 }, { memoryMb: 2048 }, suspended, ["suspended since"]],
  ["a suspended server that is only recorded", {}, { cancel: "immediately" }, suspended, []],
  [
    "a disk below what the server has, set for the first time",
    {},
    { diskSpaceMb: 4096 },
    anOrder(),
    ["diskSpaceMb cannot go down from 10240 to 4096"],
  ],
  [
    "a billing method that is not the server's",
    {},
    { billingOid: 7 },
    anOrder(),
    ["the service cannot change billingOid"],
  ],
  ["the server's own billing method", {}, { billingOid: 1012 }, anOrder(), []],
  ["tags that the order lacks", {}, { metaData: { role: "web" } }, anOrder(), ["the service cannot change metaData"]],
  [
    "tags that the order has, among others",
    {},
    { metaData: { role: "web" } },
    anOrder({
      metaData: [
        { key: "role", value: "web" },
        { key: "other", value: "x" },
      ],
    }),
    [],
  ],
  [
    "a plan, which no order reports",
    {},
    { pricingPlanCode: "PLAN1" },
    anOrder(),
    ["the service cannot change pricingPlanCode"],
  ],
  ["an image of a protected server", {}, { distro: "deb13.64", __isProtected: true }, anOrder(), ["is protected"]],
  ["a forbidden image change", {}, { distro: "deb13.64", onImageChange: "forbid" }, anOrder(), ['"forbid"']],
  [
    "first-boot data, which can be recorded without a reinstall",
    {},
    { password: "Abcdefgh12345", reinstallOnFirstBootChange: true, onImageChange: "forbid" },
    anOrder(),
    ["Restore the old value, or set reinstallOnFirstBootChange: false"],
  ],
  [
    "first-boot data of a protected server",
    {},
    { password: "Abcdefgh12345", reinstallOnFirstBootChange: true, __isProtected: true },
    anOrder(),
    ["or set reinstallOnFirstBootChange: false"],
  ],
])("%s", (_, before, after, observed, expected) => {
  expect(objectionsTo(before, after, observed)).toEqual(expected.map((words) => expect.stringContaining(words)));
});

test("all objections are reported together", () => {
  const after: Program = { distro: "deb13.64", onImageChange: "forbid", diskSpaceMb: 1, billingOid: 7 };
  expect(objectionsTo({}, after, suspended)).toHaveLength(4);
});
