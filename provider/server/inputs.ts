import { z } from "zod";
import { namesIn } from "../service/names";
import { pathOf } from "../service/wire/complaints";
import { argumentValues } from "./argument-values";
import { type VpsArgument, vpsRows } from "./arguments";

/** A server without a name cannot be ordered; whatever else a program leaves out, the service chooses. */
type Shape = {
  [Name in VpsArgument]: Name extends "domainName" ? Schema<Name> : z.ZodOptional<Schema<Name>>;
};

type Schema<Name extends VpsArgument> = ReturnType<(typeof vpsRows)[Name]["schema"]>;

const schemaOf = (name: VpsArgument): z.ZodType => vpsRows[name].schema(argumentValues);

/**
 * The arguments of a `Vps`, strictly: a misspelt name is an error. The rows decide what is accepted, and `VpsArgs` says what it
 * means; a type test holds the two equal.
 */
export const VpsInputs = z.strictObject(
  // TypeScript cannot type names that are computed at run time.
  Object.fromEntries(
    namesIn(vpsRows).map((name) => [name, name === "domainName" ? schemaOf(name) : schemaOf(name).optional()]),
  ) as Shape,
);

export type VpsInputs = z.infer<typeof VpsInputs>;

/**
 * Why no value of an argument has the part that a path leads to.
 *
 * @public loaded on demand
 */
export function pathProblem(path: readonly [root: string, ...parts: readonly (string | number)[]]): string | undefined {
  const end = path.indexOf("*");
  const steps = (end < 0 ? path : path.slice(0, end)).map((step) => (typeof step === "number" ? 0 : step));
  // Arguments that have this part and nothing else: what the schema says of the way there holds for every value.
  const sample = steps.reduceRight<unknown>((part, step) => (step === 0 ? [part] : { [step]: part }), undefined);
  const issue = VpsInputs.safeParse(sample).error?.issues.find(
    (found) => found.path.length < steps.length && found.path.every((step, at) => step === steps[at]),
  );
  if (issue === undefined) return undefined;
  const missing = steps[issue.path.length];
  const what = typeof missing === "number" ? "entries" : `property "${missing}"`;
  const hint = issue.code === "unrecognized_keys" ? issue.message : "";
  return `${pathOf(issue.path)} has no ${what}, so it would have no effect${hint}.`;
}
