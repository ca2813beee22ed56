import fc from "fast-check";
import { unknownValueSentinel } from "../../provider/pulumi/properties";
import { ServiceError } from "../../provider/service/errors";
import type { Transport, WireAnswer } from "../../provider/service/transport";
import { capturedBody, capturedNames } from "../contract/captured-bodies";
import { numberOf } from "../volume";
import { callNames, everyCall, goodAnswer } from "./support/every-call";
import { clientWithClock, keyCanary } from "./support/scripted-client";

const oddities = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    "",
    0,
    -1,
    1e308,
    2 ** 53,
    true,
    [],
    {},
    "RUNNING",
    unknownValueSentinel,
    "\u001b[31m<{%fg 1%}>\u202e<script>&lt;",
    "\ud800",
    { ms_since_epoch: 1e300 },
    { iso_format: "2026-99-99T99:99:99Z" },
    JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}'),
    `echo of ${keyCanary}`,
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

type Mutation = { at: number; how: "replace" | "drop" | "nest" | "duplicate"; value: unknown };

/** Applies a mutation to the n-th place of a JSON value, counted depth first. Undefined values are not sent. */
const mutate = (value: unknown, { at, how, value: odd }: Mutation): unknown => {
  let place = 0;
  const mutated = (node: unknown): unknown =>
    ({ replace: odd, drop: undefined, nest: { nested: [node] }, duplicate: [node, node] })[how];
  const walk = (node: unknown): unknown => {
    if (place++ === at) return mutated(node);
    if (Array.isArray(node)) return node.map(walk);
    if (typeof node !== "object" || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([key, entry]) => [key, walk(entry)]));
  };
  return walk(value);
};

const originals = [...capturedNames.map(capturedBody), ...callNames.map(goodAnswer)];

const mutated = fc
  .tuple(
    fc.constantFrom(...originals),
    fc.array(
      fc.record({
        at: fc.nat(60),
        how: fc.constantFrom("replace", "drop", "nest", "duplicate") as fc.Arbitrary<Mutation["how"]>,
        value: oddities,
      }),
      { minLength: 1, maxLength: 4 },
    ),
  )
  .map(([original, mutations]) => JSON.stringify(mutations.reduce(mutate, original)) ?? "");

const body = fc.oneof(
  { weight: 8, arbitrary: mutated },
  { weight: 2, arbitrary: fc.tuple(mutated, fc.nat(400)).map(([text, length]) => text.slice(0, length)) },
  { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
  { weight: 1, arbitrary: fc.nat(20_000).map((depth) => "[".repeat(depth) + "]".repeat(depth)) },
  { weight: 1, arbitrary: fc.nat(20_000).map((depth) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`) },
);

const wireAnswer: fc.Arbitrary<WireAnswer> = fc.record({
  status: fc.constantFrom(200, 200, 200, 200, 201, 204, 301, 400, 401, 403, 404, 418, 429, 500, 503),
  contentType: fc.constantFrom(
    "application/json",
    "application/json",
    "application/json;charset=UTF-8",
    "text/html",
    undefined,
  ),
  retryAfter: fc.constantFrom(undefined, undefined, "1", "-5", "soon", "Wed, 21 Oct 2099 07:28:00 GMT", "9".repeat(40)),
  body,
});

test("whatever the service answers, a call returns a valid answer or throws a ServiceError", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...callNames), wireAnswer, async (call, answer) => {
      const transport: Transport = async () => answer;
      const { client } = clientWithClock("https://rimuhosting.com", { transport });
      const result = await everyCall[call].make(client).catch((error: unknown) => error);
      if (result instanceof Error) {
        expect(result).toBeInstanceOf(ServiceError);
        expect(result.message).not.toContain(keyCanary);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be shown
        expect(result.message).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e\ud800-\udfff]|<\{%/);
      }
      expect(JSON.stringify(result) ?? "").not.toContain(unknownValueSentinel);
      expect(Object.prototype).not.toHaveProperty("polluted");
    }),
    { numRuns: numberOf({ everyTime: 2_000, exhaustively: 10_000 }) },
  );
}, 60_000);
