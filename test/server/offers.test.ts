import { judgeOffers, type Offers } from "../../provider/server/offers";
import type { Arguments } from "../../provider/server/program";
import { namesIn } from "../../provider/service/names";

const offers = {
  distro: ["deb13.64", "deb12.64", "ubuntu2404.64"],
  dcLocation: ["DCDALLAS", "DCLONDON"],
  pricingPlanCode: Array.from({ length: 13 }, (_, index) => `PLAN${index}`),
  billingOid: ["1012", "50081656"],
};
/** What is said of the values of a change, once the service has listed these. */
const judged = (given: Arguments, listed: Offers = offers) => judgeOffers(namesIn(given), given, listed);
const reasonsFor = (given: Arguments) => judged(given).refused;

/** A value that the service does not list, and what is said of it. */
test.each<[Arguments, RegExp | undefined]>([
  [{ distro: "deb13.64", dcLocation: "dcdallas", billingOid: 1012 }, undefined],
  [{ distro: "deb13" }, /^distro "deb13" is not .*now\. Did you mean "deb13\.64"\? Available: deb12\.64, deb13/],
  [{ distro: "ubuntu-24.04" }, /^distro "ubuntu-24\.04" is not .* Did you mean "ubuntu2404\.64"\?/],
  ...["debian-12", "Debian GNU/Linux 12", "deb12", "dbe12.64"].map((distro): [Arguments, RegExp] => [
    { distro },
    /^distro .* Did you mean "deb12\.64"\?/,
  ]),
  [{ distro: "deb14.64" }, /^distro "deb14\.64" is not [^?]*$/],
  [{ pricingPlanCode: "PLAN13" }, /^pricingPlanCode "PLAN13" is not [^?]*$/],
  [{ pricingPlanCode: "nothing like it" }, /^pricingPlanCode has a value that is not among the pricing [^:?]*now\.$/],
  [{ dcLocation: "dcdalas" }, /^dcLocation "dcdalas" is not among .* Did you mean "DCDALLAS"\?/],
  [{ billingOid: 5 }, /^billingOid "?5"? is not [^?]*$/],
  // What is near nothing that is offered may be a secret.
  ...["Tr0ub4dor&3", "4711", "5ec2e75ec2e75ec2e75ec2e7", "debian 13 is my secret"].flatMap((secret) =>
    ["distro", "dcLocation", "pricingPlanCode"].map((name): [Arguments, RegExp] => [
      { [name]: secret },
      / has a value/,
    ]),
  ),
])("%j", (given, words) => {
  expect(reasonsFor(given)).toEqual(words === undefined ? [] : [expect.stringMatching(words)]);
  expect(judged(given, {}).refused).toEqual([]);
  expect(judged(given, { distro: { why: "No answer." } }).refused).toEqual([]);
});

test("every argument that is not offered is named, and at most twelve codes", () => {
  const available = (count: number) =>
    judged({ pricingPlanCode: "x" }, { pricingPlanCode: offers.pricingPlanCode.slice(0, count) }).refused.join();
  expect([0, 1, 12, 13].map((count) => available(count).includes("Available"))).toEqual([false, true, true, false]);
  expect(reasonsFor({ distro: "x", dcLocation: "y", pricingPlanCode: "z", billingOid: 2 })).toHaveLength(4);
});

test.each<[Arguments, RegExp]>([
  [{ features: "ssd NVMe  recentcpu", controlPanel: "Webmin" }, /^$/],
  [{ controlPanel: "none", features: undefined }, /^$/],
  [{ features: "ssd sdd" }, /^features "sdd" isn't one that .* \(ssd, nvme, recentcpu\).*"ssd"\?/s],
  [{ controlPanel: "cpanel" }, /^controlPanel "cpanel" isn't one that the service documents \(webmin, none\)/],
])("%j may be misspelt", (args, words) => {
  expect(judged(args).warnings.join("\n")).toMatch(words);
});
