import { z } from "zod";
import { secretArguments } from "../../provider/vps/arguments";
import { VpsInputs } from "../../provider/vps/inputs";
import { type Member, readDeclarations } from "./reference/declarations";
import { functionNames, keyWord } from "./reference/functions-page";
import { defaultOf } from "./reference/reading";

const declarations = readDeclarations();

interface Argument extends Member {
  readonly of: string;
}

/** Everything that a program can pass to a resource or a function. */
const argumentsOf = (chosen: (shape: string) => boolean): Argument[] =>
  [...declarations.shapes.values()]
    .filter(({ name }) => chosen(name))
    .flatMap(({ name, members }) => members.map((member) => ({ ...member, of: name })));

const ofResources = ["VpsArgs", "ReverseDnsArgs"];

const every = argumentsOf((shape) => /(Args|Options)$/.test(shape));

const named = (members: readonly Argument[]): string[] => members.map(({ of, name }) => `${of}.${name}`);

test("the comment of every optional argument states the default", () => {
  expect(every.length).toBeGreaterThan(80);
  const open = every.filter((one) => one.isOptional && defaultOf(one) === "" && !/^Not supported/.test(one.text));
  expect(named(open)).toEqual([]);
});

test("the comment of every argument of a resource says what a change does", () => {
  const silent = argumentsOf((shape) => ofResources.includes(shape)).filter(
    ({ text }) => !/\b(A|Any)\s+change\b|\bChanging it\b|\bGrowing\b/.test(text),
  );
  expect(named(silent)).toEqual([]);
});

const units = /\b(MB|GB|USD|seconds|minutes|number|How many|order)\b/;
const unitNames = /(Mb|Gb|Usd|Seconds|Minutes)$/;

test("the comment or the name of every number states its unit", () => {
  const bare = every.filter(
    ({ type, text, name }) => /\bnumber\b/.test(type) && !units.test(text) && !unitNames.test(name),
  );
  expect(named(bare)).toEqual([]);
});

test("the comment of every secret argument says that it is one", () => {
  const secret = every.filter(({ of, name }) => secretArguments.some((one) => one === name && of === "VpsArgs"));
  expect(named(secret)).toHaveLength(secretArguments.length);
  expect(named(secret.filter(({ text }) => !text.includes("Always treated as secret")))).toEqual([]);
});

test("the comment of every limited argument of a server states the limits that the check has", () => {
  const { properties = {} } = z.toJSONSchema(VpsInputs, { unrepresentable: "any", io: "input" });
  const limited = argumentsOf((shape) => shape === "VpsArgs").filter(({ name, text }) => {
    const schema = properties[name];
    if (typeof schema !== "object") return false;
    const { minimum, exclusiveMinimum } = schema;
    const least = [`at least ${minimum}`, `above ${exclusiveMinimum}`, minimum === 0 ? "0 for none" : undefined];
    const isLimited = (minimum ?? exclusiveMinimum) !== undefined && (minimum ?? 0) >= 0;
    return isLimited && !least.some((words) => words !== undefined && text.includes(words));
  });
  expect(named(limited)).toEqual([]);
});

test("the comment of every function says whether it needs the key and which call it makes, with an example of both forms", () => {
  const names = functionNames(declarations);
  expect(names).toHaveLength(7);
  for (const name of names) {
    const comment = declarations.functions.get(name);
    expect({ name, key: comment && keyWord(comment) }).toEqual({ name, key: expect.any(String) });
    expect(comment?.text.replace(/\s+/g, " ")).toMatch(/API: `(GET|PUT) \/r\//);
    expect(comment?.examples.join()).toContain(`rimuhosting.${name}(`);
    expect(declarations.functions.get(`${name}Output`)?.examples.join()).toContain(`rimuhosting.${name}Output(`);
  }
});
