import type { Arguments } from "../../provider/vps/desired";
import { undocumentedValues, unlisted, unreadLists } from "../../provider/vps/offers";

const offers = {
  distro: ["deb13.64", "deb12.64"],
  dcLocation: ["DCDALLAS", "DCLONDON"],
  pricingPlanCode: Array.from({ length: 13 }, (_, index) => `PLAN${index}`),
  billingOid: ["1012"],
};

test("offered values pass: location codes in any case, oids as text or number", () => {
  expect(unlisted({ distro: "deb13.64", dcLocation: "dcdallas", billingOid: 1012 }, offers)).toEqual([]);
});

test("a near miss suggests the most likely value, and a short list is shown in full", () => {
  expect(unlisted({ distro: "deb13" }, offers)).toEqual([
    {
      argument: "distro",
      reason:
        '"deb13" is not among the distributions that the service offers now. Did you mean "deb13.64"? Available: deb12.64, deb13.64.',
    },
  ]);
});

test("another release and another plan are no misspelling", () => {
  const listed = { distro: ["deb13.64", "ubuntu2404.64"], pricingPlanCode: offers.pricingPlanCode };
  const [image, plan] = unlisted({ distro: "ubuntu-24.04", pricingPlanCode: "PLAN13" }, listed);
  expect(image?.reason).toMatch(/^"ubuntu-24\.04" is not .* Did you mean "ubuntu2404\.64"\?/);
  expect(plan?.reason).not.toContain("Did you mean");
  expect(unlisted({ distro: "deb14.64" }, listed)[0]?.reason).not.toContain("Did you mean");
});

test("a location is shown as it was written", () => {
  const [wrong] = unlisted({ dcLocation: "dcdalas" }, { dcLocation: ["DCDALLAS"] });
  expect(wrong?.reason).toMatch(/^"dcdalas" is not among .* Did you mean "DCDALLAS"\?/);
});

test("a number that only begins like another is no such misspelling", () => {
  const [wrong] = unlisted({ billingOid: 5 }, { billingOid: ["50081656"] });
  expect(wrong?.reason).not.toContain("Did you mean");
});

test("a long list is not printed", () => {
  expect(unlisted({ pricingPlanCode: "nothing like it" }, offers)).toEqual([
    {
      argument: "pricingPlanCode",
      reason: "has a value that is not among the pricing plans that the service offers now.",
    },
  ]);
});

test.each(["Tr0ub4dor&3", "4711", "5ec2e75ec2e75ec2e75ec2e7", "debian 13 is my secret"])(
  "what is near nothing that is offered may be a secret, and is not shown: %s",
  (secret) => {
    const given = { distro: secret, dcLocation: secret, pricingPlanCode: secret };
    for (const { reason } of unlisted(given, offers)) expect(reason.toLowerCase()).not.toContain(secret.toLowerCase());
    expect(unlisted(given, offers)).toHaveLength(3);
  },
);

test("every argument that is not offered is named", () => {
  const found = unlisted({ distro: "x", dcLocation: "y", pricingPlanCode: "z", billingOid: 2 }, offers);
  expect(found.map(({ argument }) => argument)).toEqual(["distro", "dcLocation", "pricingPlanCode", "billingOid"]);
});

test("a list that could not be read rejects nothing, and is named", () => {
  expect(unlisted({ distro: "x" }, {})).toEqual([]);
  const unread = { distro: { why: "No answer." } };
  expect(unlisted({ distro: "x" }, unread)).toEqual([]);
  expect(unreadLists(unread)).toEqual([
    "The list of distributions could not be read, so distro is not checked: No answer.",
  ]);
});

test.each<[Arguments, string[]]>([
  [{ features: "ssd NVMe  recentcpu", controlPanel: "Webmin" }, []],
  [{ controlPanel: "none" }, []],
  [
    { features: "ssd sdd" },
    ['features "sdd" is not among those that the service documents (ssd, nvme, recentcpu)', '"ssd"?'],
  ],
  [{ controlPanel: "cpanel" }, ['controlPanel "cpanel" is not among those that the service documents (webmin, none)']],
  [{ controlPanel: "Canary secret-value-that-is-long!" }, ["…"]],
])("%o may be misspelt", (args, parts) => {
  const text = undocumentedValues(["features", "controlPanel"], args).join("\n");
  for (const part of parts) expect(text).toContain(part);
  expect(text === "").toBe(parts.length === 0);
  expect(text).not.toContain("secret-value");
});
