import { type Desired, Unknown } from "../../../provider/plan/model";
import type { Offers } from "../../../provider/plan/preview/catalogue-check";
import {
  type CheckFindings,
  judgeChange,
  judgeOffer,
  judgeOrder,
  orderLine,
} from "../../../provider/plan/preview/judge";
import { previewNeeds } from "../../../provider/plan/preview/preview-needs";
import type { Quoted } from "../../../provider/plan/purchase/limits";
import { diffVps } from "../../../provider/plan/update/diff";
import { anOrder, nowMs, recordedAfter, wanting } from "../support/server";

const quoted = { kind: "price", monthlyCost: { amount: 30, currency: "USD", amountUsd: 30 } } as const;
const price = { quoted, warnings: [], refusals: [] };
const unlisted = { argument: "distro", reason: "is not among them" } as const;
const recorded = recordedAfter({ distro: "deb12.64" });

const changed = (program: Parameters<typeof wanting>[0], findings: Partial<CheckFindings>) => {
  const desired = wanting(program);
  const nothing = { price: undefined, unlisted: [], host: undefined };
  return judgeChange({ ...nothing, ...findings }, recorded, desired, diffVps(recorded, desired));
};

test("the line of an order starts with the price, and then says what is unusual", () => {
  expect(orderLine(wanting(), price, undefined)).toBe("USD 30.00/month");
  const replacement = { line: "will be replaced: a new order first", isOldKept: false };
  expect(orderLine(wanting({ runningState: "NOTRUNNING" }), price, replacement)).toBe(
    "USD 30.00/month; will be replaced: a new order first; stopped once it is installed, but still billed",
  );
  expect(orderLine(wanting(), undefined, undefined)).toBe("");
});

test("the line of a change compares the prices; that of a replacement leaves them to its order", () => {
  expect(changed({ distro: "deb12.64", memoryMb: 2048 }, { price }).line).toBe(
    "USD 20.00 → USD 30.00/month (USD 10.00 more); restarts; billed pro rata",
  );
  expect(changed({ distro: "deb12.64", memoryMb: 2048, diskSpaceMb: 1 }, { price }).line).toBe("refused");
  const replaced = changed({ distro: "deb12.64", domainName: "app.example.com" }, { price });
  expect(replaced.line).toBe("");
  expect(replaced.replacement).toMatchObject({
    line: "will be replaced: the old order is cancelled first",
    isOldKept: false,
  });
});

test.each<[string, Parameters<typeof wanting>[0], number]>([
  ["a new image alone", {}, 1],
  ["a new image beside another cause", { domainName: "app.example.com" }, 0],
])("a replacement because of %s, where onImageChange forbids images: %j", (_, beside, count) => {
  const program = { distro: "deb13.64", onImageChange: "forbid", ...beside } as const;
  expect(changed({ ...program, __replaceOnChanges: ["*"] }, {}).refusals).toHaveLength(count);
});

test("an image that is not offered is warned about only if it is to be installed in place", () => {
  const warned = expect.stringMatching(/^Will be refused for order .*: distro is not among them$/);
  const found = { unlisted: [unlisted] };
  expect(changed({ distro: "deb13" }, found).warnings).toContainEqual(warned);
  expect(changed({ distro: "deb12.64" }, found).warnings).toEqual([]);
  expect(changed({ distro: "deb13", onImageChange: "replace" }, found).warnings).not.toContainEqual(warned);
});

const offers: Offers = { distro: ["deb13.64"] };
const failuresOf = (olds: object, quoted: Quoted, desired: Desired = wanting({ distro: "gone.64" })) => {
  const needs = previewNeeds({ ...olds }, desired);
  const offered = { offers, quoted, host: undefined };
  return judgeOffer({ ...olds }, desired, needs, undefined, offered, false).failures;
};

test("a value that was not set before does not fail the preview of a server that may have it already", () => {
  expect(failuresOf({}, quoted)).toHaveLength(1);
  expect(failuresOf({ domainName: "web.example.com", distro: "deb12.64" }, quoted)).toHaveLength(1);
  expect(failuresOf({ domainName: "web.example.com" }, quoted)).toEqual([]);
});

test("beside a value that fails the preview, another that the server may have already does not", () => {
  const desired = wanting({ distro: "gone.64", pricingPlanCode: "GONE" });
  const both: Offers = { ...offers, pricingPlanCode: ["MIRO1B"] };
  const failed = (olds: Record<string, unknown>) =>
    judgeOffer(olds, desired, previewNeeds(olds, desired), undefined, { offers: both, quoted, host: undefined }, false)
      .failures;
  expect(failed({})).toHaveLength(2);
  expect(failed({ domainName: "web.example.com", distro: "deb12.64" })).toEqual([
    { property: "", reason: expect.stringMatching(/^distro /) },
  ]);
});

test.each([
  ["kept", true],
  ["cancelled", false],
])("a replacement that adopts an order says what becomes of the present one: %s", (end, isOldKept) => {
  const orders = [anOrder({ orderOid: 1 }), anOrder({ orderOid: 2 })];
  const [own, order] = orders;
  const ownership = { kind: "known" as const, ledger: "l", run: "r", keys: [], own: own?.orderOid, earlier: [] };
  const desired = {
    ...wanting(),
    __ownership: { ...ownership, stack: { held: [1], elsewhere: [], everHeld: [], pending: [] } },
  };
  const announced = { line: "will be replaced: a new order first", isOldKept };
  const judged = judgeOrder({ kind: "adopt", order: order ?? anOrder(), orders }, desired, announced, nowMs);
  expect(judged).toMatchObject({
    kind: "adopt",
    line: `adopts order 2, bought by this stack but missing from its state; buys nothing; replaces the server's present order, which is ${end}`,
  });
});

test.each(["distro", undefined])(
  "the list's complaint about an argument takes the place of the quote's: %s",
  (field) => {
    const objection = { words: "no", fieldName: field };
    expect(failuresOf({}, { kind: "no-price", why: "no", objection })).toEqual([
      { property: "", reason: expect.stringContaining("distro has a value that is not among the distributions") },
    ]);
  },
);

test.each<[string, Parameters<typeof wanting>[0], string[]]>([
  ["protected", { controlPanel: "webmin", __isProtected: true }, ["controlPanel"]],
  ["forbidden", { controlPanel: "webmin", onImageChange: "forbid" }, ["controlPanel"]],
  ["by first-boot data", { password: "Another1", reinstallOnFirstBootChange: true, __isProtected: true }, ["password"]],
  ["only recorded", { password: "Another1", __isProtected: true }, []],
  ["what the server has already", { distro: "deb12.64", onImageChange: "forbid" }, []],
  ["not known yet", { distro: new Unknown(), onImageChange: "forbid" }, []],
])(
  "a reinstall that is refused fails the preview, even of what the program sets for the first time: %s",
  (_, program, because) => {
    const expected = because.map((argument) => expect.stringContaining(`${argument} changed`));
    expect(changed({ distro: "deb12.64", ...program }, {}).refusals).toEqual(expected);
  },
);
