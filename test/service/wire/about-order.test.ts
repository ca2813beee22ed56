import { secretSignatureKey, unknownValueSentinel } from "../../../provider/pulumi/properties";
import { AboutOrder, addressesOf, DataTransferUsage, tagsOf } from "../../../provider/service/wire/order";

test("an order needs only its oid, and what is absent stays absent", () => {
  expect(AboutOrder.parse({ order_oid: 1, domain_name: null, meta_data: null, billing_oid: 0 })).toEqual({
    orderOid: 1,
  });
});

test.each([undefined, null, 0, -1, 1.5, 2 ** 53, "12a", "", "9".repeat(18), {}, true])(
  "an order with the oid %p is not accepted",
  (oid) => {
    expect(AboutOrder.safeParse({ order_oid: oid }).success).toBe(false);
  },
);

test.each([
  ["order_oid", "2853299702", { orderOid: 2853299702 }],
  ["host_server_oid", 836, { hostServerOid: "836" }],
  ["running_state", "HIBERNATING", { runningState: "HIBERNATING" }],
])("%s may come as %j", (field, value, expected) => {
  expect(AboutOrder.parse({ order_oid: 1, [field]: value })).toMatchObject(expected);
});

test.each([
  ["vps_parameters", []],
  ["billing_info", "none"],
  ["allocated_ips", { primary_ip: "not an address", secondary_ips: "none" }],
  ["meta_data", { a: 1 }],
  ["domain_name", ["a"]],
  ["host_server_oid", "host1317"],
])("a wrong %s does not lose the order", (field, value) => {
  expect(AboutOrder.parse({ order_oid: 1, [field]: value })).toMatchObject({ orderOid: 1 });
});

test.each([
  [{ primary_ip: "192.0.2.7" }, ["192.0.2.7"]],
  [{ secondary_ips: ["192.0.2.8"] }, ["192.0.2.8"]],
  [undefined, []],
])("an order with %j has the addresses %j", (allocated_ips, addresses) => {
  expect(addressesOf(AboutOrder.parse({ order_oid: 1, allocated_ips }))).toEqual(addresses);
});

test("tags are exactly those that were set, and no key has a special meaning", () => {
  const order = AboutOrder.parse({
    order_oid: 1,
    meta_data: [
      { key_name: "__proto__", value: "p" },
      { key_name: "constructor", value: "c" },
      { key_name: secretSignatureKey, value: "1b47061264138c4ac30d75fd1eb44270" },
      { key_name: "com.example.a", value: "<b> &amp;" },
      { key_name: "number", value: 5 },
      { key_name: "empty", value: null },
      { key_name: "sentinel", value: unknownValueSentinel },
      "rubbish",
    ],
  });
  expect([...tagsOf(order)]).toEqual([
    ["__proto__", "p"],
    ["constructor", "c"],
    [secretSignatureKey, "1b47061264138c4ac30d75fd1eb44270"],
    ["com.example.a", "<b> &amp;"],
    ["number", "5"],
    ["empty", ""],
  ]);
});

test("fields with a meaning in JavaScript or Pulumi reach none of our objects", () => {
  const wire = JSON.parse(
    `{"order_oid": 1, "__proto__": {"polluted": 1}, "${secretSignatureKey}": "x", "slug": "${unknownValueSentinel}"}`,
  );
  const order = AboutOrder.parse(wire);
  expect(Object.keys(order)).toEqual(["orderOid"]);
  expect(order).not.toHaveProperty("polluted");
});

test("of undocumented values only harmless ones are kept", () => {
  const usage = JSON.parse(
    `{"used_gb": 3.5, "months": [{"name": "<b>May</b>"}], "${secretSignatureKey}": 1, "__proto__": {"a": 1}, "u": "${unknownValueSentinel}"}`,
  );
  expect(DataTransferUsage.parse(usage)).toEqual({ used_gb: 3.5, months: [{ name: "May" }] });
});
