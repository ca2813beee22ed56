import { type DatedName, namesOf, rememberedNames, stackName } from "../../../provider/plan/purchase/stack-names";
import { isOfCopy, readableName, tagNames } from "../../../provider/plan/purchase/tags";
import { anOrder } from "../support/server";

const dev: DatedName = { name: "shop/dev", since: "2026-01-01T00:00:00.000Z" };
const prod: DatedName = { name: "shop/prod", since: "2026-03-01T00:00:00.000Z" };

const boughtBy = (stack: string | undefined, orderDate?: string) =>
  anOrder({
    metaData: stack === undefined ? [] : [{ key: tagNames.name, value: `${stack}/web` }],
    billingInfo: orderDate === undefined ? {} : { orderDate },
  });

const [early, late] = ["2026-02-01T00:00:00Z", "2026-04-01T00:00:00Z"];

test.each<[string, boolean, DatedName[], string, ReturnType<typeof anOrder>]>([
  ["under the present name", false, [dev], "shop/dev", boughtBy("shop/dev", late)],
  ["under a name that the stack never had", true, [dev], "shop/dev", boughtBy("shop/copy", late)],
  ["in a run that was killed before the stack was renamed", false, [dev], "shop/prod", boughtBy("shop/dev", late)],
  ["the same, found later", false, [dev, prod], "shop/prod", boughtBy("shop/dev", early)],
  [
    "under a former name, after the stack got its present one",
    true,
    [dev, prod],
    "shop/prod",
    boughtBy("shop/dev", late),
  ],
  [
    "under a former name, where it is not known since when the stack has its present one",
    true,
    [dev, { ...prod, since: new Date(0).toISOString() }],
    "shop/prod",
    boughtBy("shop/dev", early),
  ],
  ["under a former name, on an unknown date", false, [dev, prod], "shop/prod", boughtBy("shop/dev")],
  [
    "under the name between, after the stack was renamed back",
    false,
    [dev, prod],
    "shop/dev",
    boughtBy("shop/prod", late),
  ],
  ["by anybody, if the state remembers no names", false, [], "shop/dev", boughtBy("shop/copy", late)],
  ["without a readable tag", false, [dev], "shop/dev", boughtBy(undefined, late)],
])("an order bought %s: of a copy %s", (_, expected, saved, here, order) => {
  expect(isOfCopy(order, namesOf(saved, here))).toBe(expected);
});

test("a name is remembered from its first run on, again after a rename back, and once only", () => {
  expect(rememberedNames([], "shop/dev", dev.since)).toEqual([dev]);
  expect(rememberedNames([dev], "shop/dev", late)).toEqual([dev]);
  expect(rememberedNames([dev, prod], "shop/dev", late)).toEqual([dev, prod, { name: "shop/dev", since: late }]);
});

test("a stack is named as in the readable tags of what it buys", () => {
  const urn = "urn:pulumi:my dev::a:shop::pulumi-nodejs:rimuhosting:Vps::web";
  expect(readableName(urn)).toBe(`${stackName("a:shop", "my dev")}/web`);
});

test("a stack whose name is longer than a tag knows its own orders", () => {
  const [project, stack] = ["p".repeat(150), "s".repeat(150)];
  const name = readableName(`urn:pulumi:${stack}::${project}::pulumi-nodejs:rimuhosting:Vps::web`);
  expect(name.split("/", 2).join("/")).toBe(stackName(project, stack));
});
