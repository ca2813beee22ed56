import fc from "fast-check";
import { paths } from "../../provider/service/paths";

test.each(["", "0x1", "-1", "1e3", "1.5", "../1", "1;x=y", "1/vps", " 1", "1".repeat(19), "١"])(
  "%j is not put into a path as an order",
  (oid) => {
    expect(() => paths.order(oid)).toThrow(RangeError);
    expect(() => paths.order({ orderOid: oid as unknown as number })).toThrow(RangeError);
  },
);

test("oids above 2^31 keep all their digits", () => {
  expect(paths.vps(2853299702)).toBe("/r/orders/order-2853299702-x/vps");
  expect(paths.order("123456789012345678")).toBe("/r/orders/order-123456789012345678-x");
});

const slug = "order-7-web-example-com";

test.each([
  ["the service's own name, if there is one", { slug, domainName: "web.example.com" }, slug],
  ["its domain name, if there is no slug", { domainName: "web.example.com" }, "order-7-web.example.com"],
  ["its domain name, if the slug is another order's", { slug: "order-77-a", domainName: "b.org" }, "order-7-b.org"],
  ["its domain name, if the slug leaves the segment", { slug: "order-7-a/../x;y", domainName: "b" }, "order-7-b"],
  ["a domain name without what a path could take for its own", { domainName: "a/..;x=%2e y" }, "order-7-a-..-x--2e-y"],
  ["a domain name in any script", { slug: "order-7-ü-b", domainName: "ü.b" }, "order-7-%C3%BC.b"],
  ["any name, if it has none", { slug: "order-7-", domainName: "" }, "order-7-x"],
  ["any name, if only the number is known", {}, "order-7-x"],
])("a path names an order by %s", (_, names, expected) => {
  expect(paths.order({ orderOid: 7, ...names })).toBe(`/r/orders/${expected}`);
  expect(paths.ptr({ orderOid: 7, ...names }, undefined)).toBe(`/r/orders/${expected}/ptr;ip=`);
});

test.each(["", "web.example.com", "1.2.3", "1.2.3.4/24", "1.2.3.4;x=y"])("reverse DNS is not set for %j", (ip) => {
  expect(() => paths.ptr(1, ip)).toThrow(RangeError);
});

test("the colons of an IPv6 address are encoded, and no address means the first one", () => {
  expect(paths.ptr(1, "2001:db8::1")).toBe("/r/orders/order-1-x/ptr;ip=2001%3Adb8%3A%3A1");
  expect(paths.ptr(1, undefined)).toBe("/r/orders/order-1-x/ptr;ip=");
});

test("filters are sent under the service's own names", () => {
  expect(
    paths.orders({
      includeInactive: true,
      serverType: "VPS",
      tags: [{ key: "a", value: "b" }, { key: "c" }],
    }),
  ).toBe("/r/orders;include_inactive=Y;server_type=VPS;meta_search=a%3Ab%20c%3A");
  expect(paths.pricingPlans({ dcLocation: "DCLONDON", priceUnder: 40, memAtLeast: 512, justCurrent: false })).toBe(
    "/r/pricing-plans;server-type=VPS;dc-location=dclondon;price_under=40;mem_at_least=512;just_current=N",
  );
});

test("the text of a filter cannot change the rest of the path", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", minLength: 1 }), (key) => {
      const path = paths.orders({ tags: [{ key }] });
      const [, value] = /^\/r\/orders;include_inactive=N;meta_search=([A-Za-z0-9\-._~%]+)$/.exec(path) ?? [];
      expect(decodeURIComponent(value ?? "")).toBe(`${key.replace(/\p{Cs}/gu, "\ufffd")}:`);
    }),
  );
});
