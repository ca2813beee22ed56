import { unreadFields } from "../../provider/cli/doctor/unread-fields";
import { OrderAnswer, OrdersAnswer, PricingPlansAnswer } from "../../provider/service/answers";
import { capturedBody } from "../contract/captured-bodies";

const order = (fields: object) => ({ about_order: { order_oid: 1, ...fields } });

test.each([
  { what: "a new field", fields: { backup_oid: 7 }, found: ["about_order.backup_oid new a number"] },
  {
    what: "a new field further down",
    fields: { vps_parameters: { memory_mb: 1, disk_space_4_mb: 2 } },
    found: ["about_order.vps_parameters.disk_space_4_mb new a number"],
  },
  {
    what: "a new field in a list, once",
    fields: {
      meta_data: [
        { key_name: "a", value: "b", since: {} },
        { key_name: "c", value: "d", since: {} },
      ],
    },
    found: ["about_order.meta_data[].since new an object"],
  },
  {
    what: "a list that is an object, without its names",
    fields: { meta_data: { secretive: "value" } },
    found: ["about_order.meta_data other-form an object"],
  },
  {
    what: "a number that is text",
    fields: { vps_parameters: { memory_mb: "much" } },
    found: ["about_order.vps_parameters.memory_mb other-form a string"],
  },
  {
    what: "a new field of an amount",
    fields: { billing_info: { monthly_recurring_amt: { amt: 1, vat: 2 } } },
    found: ["about_order.billing_info.monthly_recurring_amt.vat new a number"],
  },
  { what: "nothing where a field is null", fields: { domain_name: null, new_one: null }, found: [] },
])("$what is found", ({ fields, found }) => {
  const fieldsFound = unreadFields(OrderAnswer, order(fields)).map(({ path, why, form }) => `${path} ${why} ${form}`);
  expect(fieldsFound).toEqual(found);
});

test("captured answers have no field that is unknown and not documented", () => {
  const documented =
    /(status_message|redirect_uri|response_|status_code|human_readable|error_info|extended_error|iso_format|users_tz)/;
  const unread = [
    ...unreadFields(OrdersAnswer, Object.values(capturedBody("list-orders-2010") as object)[0]),
    ...unreadFields(OrderAnswer, Object.values(capturedBody("get-order-2011") as object)[0]),
    ...unreadFields(PricingPlansAnswer, Object.values(capturedBody("pricing-plans-2009") as object)[0]),
  ];
  expect(unread.filter(({ path }) => !documented.test(path))).toEqual([]);
});
