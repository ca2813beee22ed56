import fc from "fast-check";
import { type JudgeInput, judge, type Verdict } from "../../provider/purchase/judge";
import { refusalMessage } from "../../provider/purchase/purchase-messages";
import { providerTags, tagNames } from "../../provider/purchase/tags";
import type { AboutOrder } from "../../provider/service/wire/order";
import { anOrder, nowMs } from "../server/support/server";
import { numberOf } from "../volume";

const urn = "urn:pulumi:dev::shop::pulumi-nodejs:rimuhosting:Vps::web";
const later = "2026-12-31T00:00:00Z";

/** Of a server whose key an earlier run has saved. */
const situation: JudgeInput = {
  key: "key-1",
  domainName: "web.example.com",
  urn,
  replacedOid: undefined,
  isAsked: false,
  isKeyNew: false,
  mayTurnUp: false,
  sameDomainName: "refuse",
  namesake: undefined,
  ownerOf: () => undefined,
  savedAs: () => undefined,
  nowMs,
};

const order = (orderOid: number, tags: { key?: string; name?: string } = {}, parts: Partial<AboutOrder> = {}) => {
  const named = [
    [tagNames.key, tags.key],
    [tagNames.name, tags.name],
  ] as const;
  const metaData = named.flatMap(([key, value]) => (value === undefined ? [] : [{ key, value }]));
  return anOrder({ orderOid, metaData, ...parts });
};
const own = (orderOid: number, parts: Partial<AboutOrder> = {}) =>
  order(orderOid, { key: "key-1", name: "shop/dev/web" }, parts);
const sibling = { key: "key-2", name: "shop/dev/old" };
const ownerOf = (orderOid: number) => (orderOid === 1 ? "another" : undefined);
const savedAs = (orderOid: number) => (orderOid === 1 ? "another" : undefined);
const ending = { billingInfo: { cancellationDate: later } };

const outcome = (verdict: Verdict): string => (verdict.kind === "refuse" ? verdict.reason : verdict.kind);

test.each<[string, readonly AboutOrder[], Partial<JudgeInput>, string]>([
  ["no order", [], {}, "buy"],
  ["no order, and one may turn up", [], { mayTurnUp: true }, "wait"],
  ["its own order", [own(1)], {}, "adopt"],
  ["its own order, although another may turn up", [own(1)], { mayTurnUp: true }, "adopt"],
  ["its own order under another name by now", [own(1, { domainName: "old.example.com" })], {}, "adopt"],
  ["two of its own", [own(1), own(2)], {}, "several"],
  ["an order that was bought under another key", [own(2)], { key: "key-3" }, "same-stack"],
  ["its own order, which ends", [own(1, ending)], {}, "buy"],
  ["the order that it replaces, still billed", [own(1)], { replacedOid: 1 }, "retained"],
  ["the same, beside the next order of a killed replacement", [own(2), own(1)], { replacedOid: 1 }, "retained"],
  [
    "the order that it replaces, although another may turn up",
    [own(1)],
    { replacedOid: 1, mayTurnUp: true },
    "retained",
  ],
  [
    "an imported order that it replaces, still billed",
    [order(1)],
    { replacedOid: 1, sameDomainName: "allow" },
    "retained",
  ],
  ["its own order, which a taint has left", [own(1)], { replacedOid: 1, isAsked: true }, "adopt"],
  ["an imported order, which a taint has left", [order(1)], { replacedOid: 1, isAsked: true }, "adopt"],
  ["the same, which another server has", [order(1)], { replacedOid: 1, isAsked: true, ownerOf }, "retained"],
  ["the order that it replaces, which ends", [own(1, ending)], { replacedOid: 1 }, "buy"],
  ["the next order of a killed replacement", [own(1, ending), own(2)], { replacedOid: 1 }, "adopt"],
  ["no order, and another server of the program with its name", [], { namesake: "another" }, "declared-twice"],
  ["the same, where two are meant", [], { namesake: "another", sameDomainName: "allow" }, "buy"],
  ["its own order, and another server of the program with its name", [own(1)], { namesake: "another" }, "adopt"],
  ["another server of this stack", [order(1, sibling)], {}, "same-stack"],
  ["an order that the state has for another server", [order(1, sibling)], { savedAs }, "renamed"],
  ["the same, of another stack", [order(1, { name: "a/b/web" })], { savedAs }, "renamed"],
  ["the same, and two are meant", [order(1)], { savedAs, sameDomainName: "allow" }, "buy"],
  ["the same, which ends", [order(1, {}, ending)], { savedAs }, "buy"],
  ["the same, and two are meant", [order(1, sibling)], { sameDomainName: "allow" }, "buy"],
  ["its own order, which another server imports", [own(1)], { ownerOf }, "owned"],
  ["the same, although another may turn up", [own(1)], { ownerOf, mayTurnUp: true }, "owned"],
  ["two of its own, one of which another server has", [own(2), own(1)], { ownerOf }, "owned"],
  ["its own order, which another server has and which ends", [own(1, ending)], { ownerOf }, "buy"],
  ["another stack's that another server imports", [order(1, { name: "a/b/web" })], { ownerOf }, "declared-twice"],
  ["the same, and two are meant", [order(1)], { ownerOf, sameDomainName: "allow" }, "buy"],
  ["another server of this stack, which ends", [order(1, sibling, ending)], {}, "buy"],
  ["an order that nobody names", [order(1)], {}, "unnamed"],
  ["an order of another stack", [order(1, { key: "key-2", name: "shop/prod/web" })], {}, "buy"],
  ["an order of another name", [order(1, {}, { domainName: "app.example.com" })], {}, "buy"],
  ["a dedicated server of the name", [order(1, {}, { serverType: "PHYSICAL" })], {}, "buy"],
  ["the same name in capitals and with a dot", [order(1, {}, { domainName: "WEB.example.com." })], {}, "unnamed"],
  [
    "an international name in another script",
    [order(1, {}, { domainName: "bücher.example" })],
    { domainName: "xn--bcher-kva.example" },
    "unnamed",
  ],
  ["a first preview, which has no key", [own(1)], { key: undefined, isKeyNew: true }, "same-stack"],
])("%s", (_, orders, more, expected) => {
  expect(outcome(judge(orders, { ...situation, ...more }))).toBe(expected);
});

test("a purchase beside an order of the name that runs until its end says so", () => {
  expect(judge([own(1, ending)], situation)).toMatchObject({ kind: "buy", ending: [{ orderOid: 1 }] });
});

test("a purchase where two of a name are meant names the other one, whoever has bought it", () => {
  const others = [order(1), order(2, { key: "key-2", name: "shop/dev/web" }), order(3, { name: "shop/prod/web" })];
  const verdict = judge([...others, order(4, {}, ending)], { ...situation, sameDomainName: "allow" });
  expect(verdict).toMatchObject({ kind: "buy", beside: others, ending: [{ orderOid: 4 }] });
});

describe("whatever the account's orders are", () => {
  const orders = fc.uniqueArray(
    fc.record({
      orderOid: fc.integer({ min: 1, max: 6 }),
      domainName: fc.constantFrom("web.example.com", "app.example.com", undefined),
      serverType: fc.constantFrom("VPS", "PHYSICAL", undefined),
      billingInfo: fc.constantFrom({}, ending.billingInfo, { cancellationDate: "2026-01-01T00:00:00Z" }),
      metaData: fc.subarray([
        { key: tagNames.key, value: "key-1" },
        { key: tagNames.key, value: "key-2" },
        { key: tagNames.name, value: "shop/dev/web" },
        { key: tagNames.name, value: "shop/prod/web" },
        { key: "role", value: "key-1" },
      ]),
    }) as fc.Arbitrary<AboutOrder>,
    { selector: ({ orderOid }) => orderOid, maxLength: 6 },
  );
  const situations = fc.record<JudgeInput>({
    key: fc.constantFrom("key-1", "key-1", undefined),
    domainName: fc.constantFrom("web.example.com", undefined),
    urn: fc.constantFrom(urn, undefined),
    replacedOid: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
    isAsked: fc.boolean(),
    isKeyNew: fc.boolean(),
    mayTurnUp: fc.boolean(),
    sameDomainName: fc.constantFrom("refuse", "allow"),
    namesake: fc.constantFrom(undefined, undefined, "another"),
    ownerOf: fc.constantFrom(
      () => undefined,
      (orderOid: number) => (orderOid % 2 === 0 ? "another" : undefined),
    ),
    savedAs: fc.constantFrom(
      () => undefined,
      (orderOid: number) => (orderOid % 3 === 0 ? "saved" : undefined),
    ),
    nowMs: fc.constant(nowMs),
  });
  const always = (holds: (verdict: Verdict, all: readonly AboutOrder[], given: JudgeInput) => unknown): void =>
    fc.assert(
      fc.property(orders, situations, (all, given) => void holds(judge(all, given), all, given)),
      { numRuns: numberOf({ everyTime: 2_000, exhaustively: 50_000 }) },
    );
  const hasKey = (one: AboutOrder, { key }: JudgeInput): boolean => key !== undefined && providerTags(one).key === key;
  const isBilled = ({ billingInfo }: AboutOrder): boolean => billingInfo?.cancellationDate === undefined;

  test("only the one order with the key that is billed is adopted, and none that is replaced, unless a taint has left it", () => {
    always((verdict, all, given) => {
      if (verdict.kind !== "adopt") return;
      const isKept = given.isAsked && verdict.order.orderOid === given.replacedOid;
      if (isKept)
        return expect(isBilled(verdict.order) && given.ownerOf(verdict.order.orderOid) === undefined).toBe(true);
      expect(all.filter((one) => hasKey(one, given) && isBilled(one))).toEqual([verdict.order]);
      expect(verdict.order.orderOid).not.toBe(given.replacedOid);
    });
  });

  test("nothing is bought, and nothing waited for, beside an order with the key that is billed", () => {
    always((verdict, all, given) => {
      if (verdict.kind !== "buy" && verdict.kind !== "wait") return;
      expect(all.filter((one) => hasKey(one, given) && isBilled(one))).toEqual([]);
    });
  });

  test("it is bought only once no order can turn up any more", () => {
    always((verdict, _, { mayTurnUp }) => expect(verdict.kind === "buy" && mayTurnUp).toBe(false));
  });

  test("a refusal names only orders that are billed, and where two servers of a name are meant, only its own and what it replaces", () => {
    always((verdict, _, given) => {
      if (verdict.kind !== "refuse") return;
      // Two servers of the program may have one name before either is bought.
      expect(verdict.orders.length > 0 || verdict.reason === "declared-twice").toBe(true);
      expect(verdict.orders.filter((one) => !isBilled(one))).toEqual([]);
      if (given.sameDomainName === "allow")
        expect(verdict.orders.every((one) => hasKey(one, given) || one.orderOid === given.replacedOid)).toBe(true);
    });
  });

  test("the order in which a list shows them changes nothing", () => {
    always((verdict, all, given) => expect(outcome(judge([...all].reverse(), given))).toBe(outcome(verdict)));
  });
});

describe("an order that the state has for another server", () => {
  const advice = (saved: string): string => {
    const input = { ...situation, savedAs: () => saved };
    const verdict = judge([order(1, sibling)], input);
    if (verdict.kind !== "refuse") throw new Error(verdict.kind);
    return refusalMessage(verdict, input);
  };

  test.each([
    ["under another name", urn.replace(/web$/, "old"), '{ name: "old" }'],
    ["in a component", urn.replace("pulumi-nodejs", "shop:index:Site$pulumi-nodejs"), '"urn:pulumi:dev::shop::shop:'],
  ])("%s may be this one", (_, saved, alias) => {
    expect(advice(saved)).toContain(`Renamed or moved? Add aliases: [${alias}`);
  });

  test("of another stack may be in a copied state, whose entry must go first: choosing another name would cancel it", () => {
    const text = advice(urn.replace(":dev::", ":prod::"));
    expect(text).toContain('A copy of the state of shop/prod? Run "pulumi state delete" here');
    expect(text).toContain('Add aliases: ["urn:pulumi:prod::shop::pulumi-nodejs:rimuhosting:Vps::web"] to');
    expect(text).not.toContain("Choose another domainName");
  });
});
