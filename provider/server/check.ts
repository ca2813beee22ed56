import { z } from "zod";
import { isHidden } from "../pulumi/hidden-inputs";
import { type CheckFailure, checkFailure, type Properties, Unknown } from "../pulumi/properties";
import { isReservedTag } from "../purchase/tags";
import { didYouMean, isOption } from "../service/names";
import { complaintsOf, plainComplaint, stringified } from "../service/wire/complaints";
import { meantArgument, type VpsArgument, vpsArguments } from "./arguments";
import { implausible } from "./check-values";
import { importObjection } from "./import-checks";
import { VpsInputs } from "./inputs";
import type { Arguments, Hidden } from "./program";
import { authorizedKeysPath } from "./request";

export interface CheckedArguments {
  /** What is known of the arguments, in one spelling: oids and the like. */
  readonly inputs: Arguments;
  readonly failures: readonly CheckFailure[];
}

/** Built once: building a schema costs more than using it. */
const GivenInputs = VpsInputs.partial();

/** The same for a server that already has a name: existing servers may have names that nobody can order, such as `web_1`. */
const NamedInputs = GivenInputs.extend({ domainName: z.string().min(1) });

/** Whether the name is that of a server that exists: one that `import` names, or that the state has under this name. */
const isNamedAlready = (olds: Properties, given: Properties, { __import: imported }: Hidden): boolean =>
  typeof given["domainName"] === "string" && (imported !== undefined || olds["domainName"] === given["domainName"]);

/**
 * Checks the arguments by themselves. The diff judges what a change of them does.
 *
 * @param news with the hidden inputs that the program passes
 */
export function checkVps(olds: Properties, news: Properties, hidden: Hidden): CheckedArguments {
  const refused = refusedAsAWhole(news, hidden);
  if (refused.length > 0) return { inputs: {}, failures: refused };
  const given = Object.fromEntries(
    Object.entries(news).filter(([name, value]) => !isHidden(name) && value !== null && value !== undefined),
  );
  const withStringified = stringified(given);
  const resolved = Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) =>
        Object.hasOwn(VpsInputs.shape, name) && !(value instanceof Unknown) && !withStringified.has(name),
    ),
  );
  const misnamed = [
    ...[...withStringified.values()].flat(),
    ...(given["domainName"] === undefined ? [failure("domainName", 'is required, such as "web.example.com"')] : []),
    ...misspelt(given),
  ];
  const schema = isNamedAlready(olds, given, hidden) ? NamedInputs : GivenInputs;
  const parsed = schema.safeParse(resolved, { error: plainComplaint });
  if (!parsed.success || withStringified.size > 0) {
    const complaints = complaintsOf(parsed.error, resolved).map(({ path, reason }) => failure(path, reason));
    return { inputs: {}, failures: [...misnamed, ...complaints] };
  }
  const inputs = parsed.data;
  const failures = [...misnamed, ...undecided(given), ...betweenArguments(inputs, given), ...implausible(olds, inputs)];
  return { inputs, failures };
}

/** What stops a server whatever its arguments are. */
function refusedAsAWhole(news: Properties, { __leftOut: leftOut = [], __import: imported }: Hidden): CheckFailure[] {
  // Without them a server would be ordered or changed differently from what the program says.
  if (leftOut.length > 0) return leftOut.map((name) => failure(name, leftOutReason));
  if ((news["__key"] ?? undefined) === undefined) return [checkFailure(withoutKeyReason)];
  const objection = imported === undefined ? undefined : importObjection(imported);
  return objection === undefined ? [] : [checkFailure(objection)];
}

const withoutKeyReason =
  "the server has no idempotency key, so it was neither ordered nor changed. With --target or --exclude, include its IdempotencyKey in the run, as --target '**::<name>' does. A transform or a transformation must return the properties that it was given, together with its own";

/** The constructor lets the engine ignore arguments alone. */
export const hiddenInputsTaken =
  'the server was neither ordered nor changed: a transformation or a transform sets ignoreChanges: ["*"] on it, which takes away what the provider has to know. Name arguments there, or set the option on the Vps itself, where "*" stands for its arguments';

const leftOutReason =
  "is not known: it comes from a resource that this run leaves out (--target, --exclude). This server was neither ordered nor changed: include that resource in the run, or run it without such an option";

const failure = (path: string, reason: string): CheckFailure => checkFailure(`${path} ${reason}`);

/** Reports a misspelt name even if its value is not known yet. */
function misspelt(given: Properties): CheckFailure[] {
  const names: readonly string[] = vpsArguments;
  return Object.keys(given)
    .filter((name) => !names.includes(name))
    .map((name) => failure(`"${name}"`, `is not an argument of Vps${advice(name)}`));
}

const advice = (name: string): string =>
  isOption(name)
    ? ": it is an option, and belongs in the third argument of new Vps(name, args, options)"
    : didYouMean(meantArgument(name));

/** A preview that does not know these could not say whether it loses data. */
const undecided = (given: Properties): CheckFailure[] =>
  (["onImageChange", "reinstallOnFirstBootChange"] as const)
    .filter((argument) => given[argument] instanceof Unknown)
    .map((argument) =>
      failure(
        argument,
        "isn't known yet, but decides whether the server is wiped: use a plain value, or one from the configuration",
      ),
    );

/** Pairs that exclude each other, and why. */
const exclusive: readonly (readonly [VpsArgument, VpsArgument, string])[] = [
  ...(["distro", "controlPanel", "cloudConfig", "cloudConfigData"] as const).map(
    (argument) => [argument, "instantiationViaCloneOptions", "a clone brings its own image"] as const,
  ),
  ["password", "instantiationViaCloneOptions", "a clone keeps its source's"],
  ["cloudConfig", "cloudConfigData", "both are the server's cloud-config"],
];

function betweenArguments(
  { fileInjectionData = [], sshAuthorizedKeys, metaData }: Arguments,
  given: Properties,
): CheckFailure[] {
  const keyFile = fileInjectionData.some((file) => file.path === authorizedKeysPath) && sshAuthorizedKeys !== undefined;
  return [
    ...exclusive
      .filter(([one, other]) => given[one] !== undefined && given[other] !== undefined)
      .map(([one, other, why]) => failure(one, `cannot be combined with ${other}: ${why}`)),
    ...(keyFile
      ? [failure("sshAuthorizedKeys", `cannot be combined with a file ${authorizedKeysPath}: they are the same file`)]
      : []),
    ...Object.keys(metaData ?? {})
      .filter(isReservedTag)
      .map((key) => failure("metaData", `has a key "${key}" that starts like the provider's own tags`)),
  ];
}
