import { isReservedTag, providerTags, readableName, tagNames } from "../../provider/purchase/tags";
import { anOrder } from "../server/support/server";

const urnOf = (project: string, stack: string, name: string): string =>
  `urn:pulumi:${stack}::${project}::pulumi-nodejs:rimuhosting:Vps::${name}`;

test("an order's own tags are found among others", () => {
  const order = anOrder({
    metaData: [
      { key: "role", value: "web" },
      { key: tagNames.key, value: "key-1" },
    ],
  });
  expect(providerTags(order)).toEqual({ key: "key-1" });
  expect(providerTags({ orderOid: 1 })).toEqual({});
});

test("a tag that looks like ours is reserved in any case of letters", () => {
  expect(isReservedTag(tagNames.key)).toBe(true);
  expect(isReservedTag("Pulumi-RimuHosting.whatever")).toBe(true);
  expect(isReservedTag("pulumi-rimuhosting")).toBe(false);
});

test.each([
  [urnOf("shop", "dev", "web"), "shop/dev/web"],
  [urnOf("shop", "dev", "a name: with all"), "shop/dev/a-name-with-all"],
  [urnOf("shop", "dev", "a::b"), "shop/dev/a-b"],
  ["urn:pulumi:dev::shop::my:comp:Site$pulumi-nodejs:rimuhosting:Vps::web", "shop/dev/web"],
])("%s is readable as %s", (urn, name) => {
  expect(readableName(urn)).toBe(name);
});

test("a readable name contains neither spaces nor colons and is never long", () => {
  const name = readableName(urnOf("shop", "dev", "x: ".repeat(500)));
  expect(name).toMatch(/^[^\s:]{1,200}$/);
});
