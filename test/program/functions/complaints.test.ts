import * as pulumi from "@pulumi/pulumi";
import fc from "fast-check";
import { type FunctionName, questions } from "../../../provider/program/functions/questions";
import { junk, rawWords, withoutGiven } from "../../server/support/junk";
import { asks, serviceThatAnswers } from "./support/asking";

const names = Object.keys(questions) as FunctionName[];
const argumentsOf = names.flatMap((name) =>
  Object.keys(questions[name].args.shape).map((argument) => [name, argument]),
);

/** Nothing may be asked: the arguments are wrong, or the question is not the point. */
const service = serviceThatAnswers(() => Promise.reject(new Error("asked")));

const failureOf = async (name: FunctionName, args: unknown): Promise<string | undefined> => {
  const failure: unknown = await asks(service, name, args as never).then(
    () => undefined,
    (error: unknown) => error,
  );
  return failure instanceof Error && !/no answer|asked/.test(failure.message) ? failure.message : undefined;
};

test.each(argumentsOf as [FunctionName, string][])(
  "whatever the argument %s.%s is, the complaint is in our own words and names it",
  async (name, argument) => {
    await fc.assert(
      fc.asyncProperty(junk, async (value) => {
        const given = { [argument]: value };
        const message = await failureOf(name, given);
        if (message === undefined) return;
        expect(withoutGiven(message, given)).not.toMatch(rawWords);
        expect(message).toContain(argument);
        expect(message).toMatch(new RegExp(`^${name}: .*[.?]$`, "s"));
      }),
      { numRuns: 100 },
    );
  },
);

test.each([
  ["getOrder", { oid: 1, orderOid: 1 }, "orderOid"],
  ["getOrders", { tags: { "": "x" } }, "tags"],
  ["getOrders", { status: "gone" }, '"inactive"'],
  ["getPricingPlans", { serverType: "vps" }, 'must be one of "VPS", "PHYSICAL"'],
  ["getOrders", { search: `${pulumi.output("x")}` }, "pulumi.interpolate"],
  ["getOrders", { tags: { role: `${pulumi.output("x")}` } }, "pulumi.interpolate"],
  ["getOrder", 7, "object"],
  ["getOrder", { uid: 1 }, "orderOid"],
  ["getOrder", null, "orderOid"],
  ["getOrders", { stats: "any" }, 'did you mean "status"'],
  ["getDistributions", { memory: 1 }, "none"],
  ["getPricingPlans", { memAtLeast: "2048" }, "requireNumber"],
] as const)("%s refuses %j before anything is asked, and says what helps", async (name, args, named) => {
  expect(await failureOf(name, args)).toContain(named);
});
