import fc from "fast-check";
import { Unknown } from "../../provider/plan/model";
import { certainObjection, recordToSet } from "../../provider/plan/reverse-dns";
import { anOrder, cancelledOrder, nowMs } from "./support/server";

const record = fc.record(
  {
    orderOid: fc.integer({ min: 1, max: 4_000_000_000 }),
    name: fc.constantFrom("mail.example.com", "mx.example.com"),
    ip: fc.constantFrom("198.51.100.7", "2001:db8::a"),
  },
  { requiredKeys: ["orderOid", "name"] },
);

test("a record that is only written in another way is not looked at again; any other is", () => {
  fc.assert(
    fc.property(record, record, (olds, news) => {
      const { ip } = olds;
      const respelt = {
        orderOid: String(olds.orderOid),
        name: `${olds.name.toUpperCase()}.`,
        ip: ip?.toUpperCase() ?? null,
      };
      expect(recordToSet(olds, respelt)).toBeUndefined();
      const isSame = olds.orderOid === news.orderOid && olds.name === news.name && olds.ip === news.ip;
      expect(recordToSet(olds, news)).toEqual(isSame ? undefined : { orderOid: news.orderOid, ip: news.ip });
      expect(recordToSet({}, news)).toEqual({ orderOid: news.orderOid, ip: news.ip });
      expect(recordToSet(olds, { ...news, orderOid: new Unknown() })).toBeUndefined();
    }),
  );
});

test.each([
  ["its first address", "198.51.100.7", anOrder(), undefined],
  ["whatever its first address is", undefined, anOrder(), undefined],
  ["an address that it does not have", "203.0.113.9", anOrder(), "is not an address of"],
  ["an address, while the order shows none", "203.0.113.9", anOrder({ allocatedIps: {} }), undefined],
  ["whatever its first address is, while it has none", undefined, anOrder({ allocatedIps: {} }), undefined],
  ["the address of a cancelled order", "198.51.100.7", cancelledOrder(), "is cancelled"],
])("a record for %s", (_, ip, order, expected) => {
  const objection = certainObjection(order, ip, nowMs);
  if (expected === undefined) expect(objection).toBeUndefined();
  else expect(objection).toContain(expected);
});
