import { VpsInputs } from "../server/inputs";
import { pathOf } from "../service/wire/complaints";
import type { Path } from "./named-values";

/**
 * Why no value of an argument has the part that a path leads to.
 *
 * @public loaded on demand
 */
export function pathProblem(path: Path): string | undefined {
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
