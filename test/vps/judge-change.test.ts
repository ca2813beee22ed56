import { Unknown } from "../../provider/engine/properties";
import type { QuoteResult } from "../../provider/purchase/limits";
import type { Desired } from "../../provider/vps/desired";
import { diffVps } from "../../provider/vps/diff";
import {
  changeObjections,
  judgeChange,
  judgeOffer,
  priceWords,
  purchaseRemarks,
  reinstallObjections,
} from "../../provider/vps/judge-change";
import type { Offers } from "../../provider/vps/offers";
import { needsOfChange, needsOfOrder } from "../../provider/vps/preview-needs";
import { anOrder, recordedAfter, wanting } from "./support/server";

const quoted = { kind: "price", monthlyCost: { amount: 30, currency: "USD", amountUsd: 30 } } as const;
const price = { quoted, warnings: [], refusals: [] };
const own = { kind: "read", order: anOrder() } as const;
const recorded = recordedAfter({ distro: "deb12.64" });
const total = "brings the account's total to USD 41.60";

const changed = (program: Desired) => {
  const desired = wanting(program);
  const judged = { objections: [], warnings: [], price };
  return judgeChange(judged, own, total, recorded, desired, diffVps(recorded, desired));
};

test("the line of an order starts with the price, and then says what is unusual", () => {
  expect(priceWords(price, total)).toEqual(["USD 30.00/month", total]);
  expect(priceWords(undefined, undefined)).toEqual([undefined, undefined]);
  expect(purchaseRemarks(wanting({ runningState: "NOTRUNNING" }))).toContain(
    "stopped once it is installed, but still billed",
  );
});

test("the line of a change compares the prices; that of a replacement leaves them to its order", () => {
  expect(changed({ distro: "deb12.64", memoryMb: 2048 }).line).toBe(
    `USD 20.00 → USD 30.00/month (USD 10.00 more); ${total}; will be restarted; billed pro rata`,
  );
  expect(changed({ distro: "deb12.64", domainName: "app.example.com" }).line).toBe("");
});

test("the line of a resize says that the price is not known, as the warning is shown at the first server alone", () => {
  const desired = wanting({ distro: "deb12.64", memoryMb: 2048 });
  const diff = diffVps(recorded, desired);
  const failure = { kind: "no-price", why: "The service could not be reached." } as const;
  const judged = judgeOffer(desired, needsOfChange(diff, desired), { failure }, { offers: {}, quoted: failure });
  expect(judgeChange(judged, { failure }, undefined, recorded, desired, diff).line).toBe(
    "price not known; will be restarted; billed pro rata",
  );
});

const objectionsTo = (program: Desired) => {
  const desired = wanting(program);
  const diff = diffVps(recorded, desired);
  return [...changeObjections(recorded, desired, diff), ...reinstallObjections(recorded, desired, diff, undefined)];
};

test("an import forbids a replacement of its order; one of another order is refused as that", () => {
  const importing = (__import: string) => objectionsTo({ domainName: "app.example.com", __import });
  const { orderOid } = recorded;
  expect(importing(String(orderOid))).toEqual([
    expect.stringMatching(
      new RegExp(
        `^domainName changed, which would cancel order ${orderOid}, .*Restore the old value; .*remove the option first\\.`,
      ),
    ),
  ]);
  expect(importing("4711")).toEqual([
    expect.stringMatching(`^the option import names order 4711, but this resource is already order ${orderOid}\\.`),
  ]);
});

test.each([
  ["protect", { __isProtected: true }, {}, "protect"],
  ["retainOnDelete", { __isRetained: true }, {}, "retainOnDelete"],
  ["the retainOnDelete of the last run", {}, { __isRetained: true }, "retainOnDelete"],
  ["nothing", {}, {}, undefined],
] as const)("a replacement is refused because of %s, and an update is not", (_, guard, saved, named) => {
  const before = { ...recorded, ...saved };
  const objectionsOf = (program: Desired) => {
    const desired = wanting({ distro: "deb12.64", ...program, ...guard });
    return changeObjections(before, desired, diffVps(before, desired)).join();
  };
  const refused = objectionsOf({ domainName: "app.example.com" });
  if (named === undefined) expect(refused).toBe("");
  else expect(refused).toContain(named);
  expect(objectionsOf({ memoryMb: 2048 })).toBe("");
});

test("onImageChange forbids no replacement that has another cause", () => {
  const program = { distro: "deb13.64", onImageChange: "forbid" } as const;
  expect(objectionsTo(program)).toHaveLength(1);
  expect(objectionsTo({ ...program, domainName: "app.example.com" })).toEqual([]);
});

const offers: Offers = { distro: ["deb13.64"], pricingPlanCode: ["MIRO1B"] };
const offered = (answer: QuoteResult = quoted) => ({ offers, quoted: answer });
const ordering = (desired: Desired, answer?: QuoteResult) =>
  judgeOffer(desired, needsOfOrder(desired), undefined, offered(answer)).objections;
const changing = (desired: Desired) => {
  const needs = needsOfChange(diffVps(recorded, desired), desired);
  return judgeOffer(desired, needs, undefined, offered()).objections;
};

test("an image that is not offered fails the preview only if it is to be installed in place", () => {
  expect(changing(wanting({ distro: "deb13" }))).toEqual([
    expect.stringMatching(/^distro "deb13" is not among the distributions/),
  ]);
  expect(changing(wanting({ distro: "deb12.64" }))).toEqual([]);
  expect(changing(wanting({ distro: "deb13", onImageChange: "replace" }))).toEqual([]);
});

test("every value of an order that is not offered is named", () => {
  expect(ordering(wanting({ distro: "gone.64", pricingPlanCode: "GONE" }))).toHaveLength(2);
  expect(ordering(wanting({ distro: "deb13.64" }))).toEqual([]);
});

test.each(["distro", undefined])(
  "the list's complaint about an argument takes the place of the quote's: %s",
  (field) => {
    const objection = { words: "no", fieldName: field };
    expect(ordering(wanting({ distro: "gone.64" }), { kind: "no-price", why: "no", objection })).toEqual([
      expect.stringContaining('distro "gone.64" is not among the distributions'),
    ]);
  },
);

test.each<[Desired, RegExp]>([
  [{ __isProtected: true }, /a reinstall would lose all its data, but the resource is protected\. To keep/],
  [{ onImageChange: "forbid" }, /onImageChange: "forbid" forbids a reinstall\. To keep/],
])("an image changed outside is kept by the value that the refusal of %o names", (program, words) => {
  const drifted = { ...recorded, distro: "ubuntu2404.64", __outside: { distro: "deb12.64" } };
  const desired = wanting({ distro: "deb12.64", ...program });
  const [objection, ...others] = reinstallObjections(drifted, desired, diffVps(drifted, desired), undefined);
  expect(others).toEqual([]);
  expect(objection).toMatch(/^it runs ubuntu2404\.64, changed outside this program; the program says deb12\.64, and /);
  expect(objection).toMatch(words);
  expect(objection).toMatch(/write distro: "ubuntu2404\.64"$/);
});

test.each<[string, Desired, string[]]>([
  ["protected", { controlPanel: "webmin", __isProtected: true }, ["controlPanel"]],
  ["forbidden", { controlPanel: "webmin", onImageChange: "forbid" }, ["controlPanel"]],
  ["by first-boot data", { password: "Another1", reinstallOnFirstBootChange: true, __isProtected: true }, ["password"]],
  ["only recorded", { password: "Another1", __isProtected: true }, []],
  ["what the server has already", { distro: "deb12.64", onImageChange: "forbid" }, []],
  ["not known yet", { distro: new Unknown(), onImageChange: "forbid" }, []],
])(
  "a reinstall that is refused fails the preview, even of what the program sets for the first time: %s",
  (_, program, because) => {
    const desired = { distro: "deb12.64", ...program };
    const expected = because.map((argument) => expect.stringMatching(new RegExp(`change of ${argument}\\b`)));
    expect(objectionsTo(desired)).toEqual(expected);
  },
);
