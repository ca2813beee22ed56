import { calls } from "../../../provider/service/calls";
import { camelCase } from "../../../provider/service/wire/wire";

test.each([
  ["distro", "distro"],
  ["dc_location", "dcLocation"],
  ["vps_parameters.disk_space_2_mb", "vpsParameters.diskSpace2Mb"],
  ["data_center_location_country_2ltr", "dataCenterLocationCountry2ltr"],
])("the service's name %s is spelled %s here", (name, spelled) => {
  expect(camelCase(name)).toBe(spelled);
});

const listOf = (...orders: unknown[]): unknown => ({ about_orders: orders });
const order = (orderOid: number, domainName: string) => ({ order_oid: orderOid, domain_name: domainName });

const listed = (...orders: unknown[]) => calls.listOrders.answer.parse(listOf(...orders)).aboutOrders;

test.each([
  ["a number that JavaScript does not hold exactly", { ...order(2 ** 53, "odd.example.com"), order_oid: 2 ** 53 }],
  ["no number", { ...order(0, "odd.example.com"), order_oid: null }],
])("an order with %s is left out, and the others are read", (_what, odd) => {
  expect(listed(order(1, "one.example.com"), odd, order(3, "three.example.com"))).toEqual([
    { orderOid: 1, domainName: "one.example.com" },
    { orderOid: 3, domainName: "three.example.com" },
  ]);
});

test("an empty list may come as null", () => {
  expect(calls.listOrders.answer.parse({ about_orders: null }).aboutOrders).toEqual([]);
  expect(calls.distributions.answer.parse({ distro_infos: null }).distroInfos).toEqual([]);
});

test.each([null, 7, "order", []])("an entry that is no order at all (%j) is left out", (entry) => {
  expect(listed(entry)).toEqual([]);
});
