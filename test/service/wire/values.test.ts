import { domainNameProblem, Money } from "../../../provider/service/wire/values";

test("money keeps its currency and the service's estimate, and neither is invented", () => {
  expect(Money.parse({ amt: 35, currency: "CUR_AUD", amt_usd: 32.54 })).toEqual({
    amount: 35,
    currency: "AUD",
    amountUsd: 32.54,
  });
  expect(Money.parse({ amt: 12.5 })).toEqual({ amount: 12.5 });
});

test.each([
  ...["web.example.com", "coreosmaster.localhost", "rimuhosting.jclouds-4618", "a.b.", "x"],
  `${"a".repeat(63)}.com`,
  `${"a.".repeat(127)}b`,
])("%s is a domain name", (name) => {
  expect(domainNameProblem(name)).toBeUndefined();
});

test.each([
  ...["", ".", "a..b", "-a.com", "a-.com", "a_b.com", "a b.com", "é.com", "198.18.0.1"],
  `${"a".repeat(64)}.com`,
  `${"a.".repeat(127)}bc`,
])("%j is not a domain name", (name) => {
  expect(domainNameProblem(name)).toEqual(expect.any(String));
});
