import { received, Unknown, unknownValueSentinel } from "../../provider/pulumi/properties";
import { vpsArguments } from "../../provider/server/arguments";
import { programFrom, requireResolved } from "../../provider/server/program";
import { examples } from "./support/examples";

const desiredIn = (inputs: Record<string, unknown>) => programFrom(received(inputs), {}, "");

test.each(vpsArguments)("%s is read as passed, or as unknown", (argument) => {
  const [value] = examples[argument];
  expect(desiredIn({ [argument]: value })[argument]).toEqual(value);
  expect(desiredIn({ [argument]: unknownValueSentinel })[argument]).toBeInstanceOf(Unknown);
  expect(desiredIn({ [argument]: null })[argument]).toBeUndefined();
});

test.each<[string, Record<string, unknown>]>([
  ["metaData", { metaData: { role: "web", owner: unknownValueSentinel } }],
  ["restartTriggers", { restartTriggers: [{ a: ["b", unknownValueSentinel] }] }],
])("one unknown part makes all of %s unknown", (argument, inputs) => {
  expect(received(inputs)[argument]).toBeInstanceOf(Unknown);
});

test("what is wholly known stays as it is", () => {
  const inputs = { a: null, b: [undefined, 0, "x"], c: { d: "e" } };
  expect(received(inputs)).toEqual(inputs);
});

test("an unknown value is neither sent nor saved", () => {
  expect(() => JSON.stringify({ memoryMb: new Unknown() })).toThrow("not known yet");
});

test("a creation or an update with a value that is not known is refused", () => {
  expect(requireResolved(desiredIn({ memoryMb: 1024 }))).toMatchObject({ memoryMb: 1024 });
  expect(() => requireResolved(desiredIn({ memoryMb: unknownValueSentinel }))).toThrow("not known yet");
});
