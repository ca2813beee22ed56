import { OrdersAnswer } from "../../provider/api/answers";
import { camelCase } from "../../provider/schema/wire";

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

test("an order that a second list shows unchanged is not read again, and one that changed is", () => {
  const [kept, old] = OrdersAnswer.parse(listOf(order(1, "one.example.com"), order(2, "two.example.com"))).aboutOrders;
  const again = OrdersAnswer.parse(listOf(order(2, "three.example.com"), order(1, "one.example.com"))).aboutOrders;
  expect(again[1]).toBe(kept);
  expect(again[0]).not.toBe(old);
  expect(again[0]).toEqual({ orderOid: 2, domainName: "three.example.com" });
});

test("an unreadable order makes the list unreadable, each time, and its place is named", () => {
  for (let time = 1; time <= 2; time++)
    expect(
      OrdersAnswer.safeParse(listOf(order(1, "one.example.com"), { order_oid: "x" })).error?.issues[0],
    ).toMatchObject({
      path: ["about_orders", 1, "order_oid"],
    });
});
