import { readFileSync } from "node:fs";
import { join } from "node:path";
import { argumentsHaving, argumentsWith, type VpsArgument, vpsArguments } from "../../provider/server/arguments";

const missingFrom = (path: string, names: readonly VpsArgument[], quote: string): string[] => {
  const text = readFileSync(join(__dirname, "../..", path), "utf8");
  return names.filter((name) => !text.includes(`${quote}${name}${quote}`)).map((name) => `${path} lacks ${name}`);
};

test("the page on imports says of every argument whether an import compares it", () => {
  const together: readonly VpsArgument[] = [
    ...argumentsWith("resize"),
    ...argumentsWith("behaviour"),
    ...argumentsHaving("isTrigger"),
  ];
  const alone = vpsArguments.filter((name) => !together.includes(name));
  expect(missingFrom("docs/import.md", alone, "`")).toEqual([]);
});

test("an exported program names what the service does not report about an install", () => {
  expect(missingFrom("test/cli/exported.program.ts", [...argumentsWith("first-boot"), "controlPanel"], "")).toEqual([]);
});

test("what a call can change on a server is read back from its order: else no refresh and no import would see it", () => {
  const changeable = argumentsWith("resize", "move", "power");
  expect(changeable.filter((name) => !argumentsHaving("live").some((live) => live === name))).toEqual([]);
});

test("what is not sent with an order is for the provider alone, or for the server once it is there", () => {
  const kept: readonly VpsArgument[] = [
    ...argumentsWith("behaviour", "power", "restart"),
    ...argumentsHaving("isTrigger"),
  ];
  const sent: readonly VpsArgument[] = argumentsHaving("sent");
  expect(vpsArguments.filter((name) => !sent.includes(name) && !kept.includes(name))).toEqual([]);
});
