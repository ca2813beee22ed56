import fc from "fast-check";
import { matrix, orderPath } from "../../provider/service/client";
import { orderFilterToMatrix, pricingPlanFilterToMatrix } from "../../provider/service/wire/catalogue";

test.each(["", "0x1", "-1", "1e3", "1.5", "../1", "1;x=y", "1/vps", " 1", "1".repeat(19), "١"])(
  "%j is not put into a path as an order",
  (oid) => {
    expect(() => orderPath(oid)).toThrow(RangeError);
    expect(() => orderPath({ orderOid: oid as unknown as number })).toThrow(RangeError);
  },
);

test("oids above 2^31 keep all their digits", () => {
  expect(orderPath(2853299702)).toBe("/r/orders/order-2853299702-x");
  expect(orderPath("123456789012345678")).toBe("/r/orders/order-123456789012345678-x");
});

test.each([
  ["its domain name", { domainName: "web.example.com" }, "order-7-web.example.com"],
  ["a domain name without what a path could take for its own", { domainName: "a/..;x=%2e y" }, "order-7-a-..-x--2e-y"],
  ["a domain name in any script", { domainName: "ü.b" }, "order-7-%C3%BC.b"],
  ["any name, if it has none", { domainName: "" }, "order-7-x"],
  ["any name, if only the number is known", {}, "order-7-x"],
])("a path names an order by %s", (_, names, expected) => {
  expect(orderPath({ orderOid: 7, ...names })).toBe(`/r/orders/${expected}`);
});

test("filters are sent under the service's own names", () => {
  expect(
    matrix(
      orderFilterToMatrix({ includeInactive: true, serverType: "VPS", tags: [{ key: "a", value: "b" }, { key: "c" }] }),
    ),
  ).toBe(";include_inactive=Y;server_type=VPS;meta_search=a%3Ab%20c%3A");
  const plans = { dcLocation: "DCLONDON", priceUnder: 40, memAtLeast: 512, justCurrent: false };
  expect(matrix(pricingPlanFilterToMatrix(plans))).toBe(
    ";server-type=VPS;dc-location=dclondon;price_under=40;mem_at_least=512;just_current=N",
  );
});

test("the text of a filter cannot change the rest of the path", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", minLength: 1 }), (key) => {
      const path = matrix(orderFilterToMatrix({ tags: [{ key }] }));
      const [, value] = /^;include_inactive=N;meta_search=([A-Za-z0-9\-._~%]+)$/.exec(path) ?? [];
      expect(decodeURIComponent(value ?? "")).toBe(`${key.replace(/\p{Cs}/gu, "\ufffd")}:`);
    }),
  );
});
