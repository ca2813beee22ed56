import { z } from "zod";
import { type CheckFailure, checkFailure, isAbsent, isObject, type Properties, Unknown } from "../pulumi/properties";
import { isReservedTag } from "../purchase/tags";
import { sameDomainName } from "../service/domain-names";
import { didYouMean, isOption } from "../service/names";
import { complaintsOf, plainComplaint, stringified } from "../service/wire/complaints";
import { meantArgument, type VpsArgument, vpsArguments, vpsRows } from "./arguments";
import { sameValue } from "./equality";
import { keyProblem, textsIn, userDataProblem } from "./first-boot";
import { importRefusal } from "./import-checks";
import { type Arguments, type Hidden, isHidden, VpsInputs } from "./program";
import { authorizedKeysPath } from "./request";

interface CheckedArguments {
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
  const given = Object.fromEntries(Object.entries(news).filter(([name, value]) => !isHidden(name) && !isAbsent(value)));
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
  if (isAbsent(news["__key"])) return [checkFailure(withoutKeyReason)];
  const refusal = imported === undefined ? undefined : importRefusal(imported);
  return refusal === undefined ? [] : [checkFailure(refusal)];
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
  const keyFile = fileInjectionData.findIndex((file) => file.path === authorizedKeysPath);
  return [
    ...exclusive
      .filter(([one, other]) => given[one] !== undefined && given[other] !== undefined)
      .map(([one, other, why]) => failure(one, `cannot be combined with ${other}: ${why}`)),
    ...(keyFile >= 0 && sshAuthorizedKeys !== undefined
      ? // The path itself, a part of a secret argument, would be hidden.
        [failure("sshAuthorizedKeys", `cannot be combined with fileInjectionData[${keyFile}]: they are the same file`)]
      : []),
    ...Object.keys(metaData ?? {})
      .filter(isReservedTag)
      .map((key) => failure("metaData", `has a key "${key}" that starts like the provider's own tags`)),
  ];
}

/*
 * Values of the right form that cannot work or cannot be meant. Only new ones are refused: an old value has been accepted, and must not get
 * in the way of the server that was bought with it.
 */

/** Why a value, or a part of it such as `[0]`, is refused: what follows its name. No reason quotes a value that may be secret. */
type Problem = string | { readonly at: string; readonly reason: string };

type Rule<Name extends VpsArgument> = (value: NonNullable<Arguments[Name]>, program: Arguments) => Problem | undefined;

/** Far from what any plan sells, in MB. Anyone who writes less is thinking in GB, and anyone who writes more in KB or bytes. */
const plausible = { memory: { least: 64, most: 1024 ** 2 }, disk: { least: 1024, most: 100 * 1024 ** 2 } } as const;

const inMegabytes =
  ({ least, most }: { readonly least: number; readonly most: number }) =>
  (mb: number): string | undefined => {
    if (mb > most) return `is ${mb} MB, more than any plan has: sizes are in MB, and 1 GB is 1024`;
    return mb === 0 || mb >= least
      ? undefined
      : `is ${mb} MB, less than any plan has: sizes are in MB; did you mean ${mb * 1024}?`;
  };

/** The first entry of a list that is refused. */
function inList<Entry>(entries: readonly Entry[], problem: (entry: Entry) => string | undefined): Problem | undefined {
  const reasons = entries.map(problem);
  const at = reasons.findIndex((reason) => reason !== undefined);
  const reason = reasons[at];
  return reason === undefined ? undefined : { at: `[${at}]`, reason };
}

/** What was read as text and is none, and a script that its first character keeps from running. */
function fileProblem({ dataAsString: text = "", execOnFirstBoot }: InjectedFile): string | undefined {
  if (/[\0\ufffd]/.test(text))
    return "holds what is no text in dataAsString, which damages it: pass it in dataAsBase64";
  if (execOnFirstBoot !== true) return undefined;
  if (/^[\s\p{Cf}]+#!/u.test(text))
    return 'has blanks or an invisible character before "#!", so the server could not run it';
  return /^#!.*\r\n/.test(text)
    ? 'has the line ends of Windows, so the server could not run it: convert them, as with text.replaceAll("\\r\\n", "\\n")'
    : undefined;
}

type InjectedFile = NonNullable<Arguments["fileInjectionData"]>[number];

const leastLength = 8;

/** The passwords that guessing programs try first. */
const common =
  /^(?:(?:root|admin|administrator|user|test|guest|default|server|debian|ubuntu|linux|rimuhosting|spring|summer|autumn|winter|pass(?:word|w0rd|wort)?|p@ssw[o0]rd|changeme|secret|welcome|letmein|qwert[yz]\w*|abc\w{0,3}|[0-9]*)[0-9!?.]*|(.)\1*)$/i;

/** The service accepts any password, and anyone on the internet can try to log in with it. */
function passwordProblem(password: string, { domainName }: Arguments): string | undefined {
  if (/\p{Cc}/u.test(password))
    return "contains a line break or another control character, so nobody could log in with it";
  if (password.length < leastLength)
    return `has fewer than ${leastLength} characters, so anybody could guess it: the server accepts logins from the whole internet. Leave it out for a random one`;
  return common.test(password) || sameDomainName(password, domainName)
    ? "is easy to guess, and the server accepts logins from the whole internet. Leave it out for a random one"
    : undefined;
}

const hasPart = (value: unknown, isIt: (part: unknown) => boolean): boolean =>
  isIt(value) || (isObject(value) && Object.values(value).some((part) => hasPart(part, isIt)));

/** NaN or infinite: the engine keeps it in another form, so that it would differ at every run. */
const isNotFinite = (value: unknown): boolean => typeof value === "number" && !Number.isFinite(value);

const notFiniteReason =
  "holds a number that could not be computed, or an infinite one, which would look changed at every run: is it computed from a missing setting, or from text?";

const notFiniteProblem = (value: unknown): string | undefined =>
  hasPart(value, isNotFinite) ? notFiniteReason : undefined;

const rules: { readonly [Name in VpsArgument]?: Rule<Name> } = {
  memoryMb: inMegabytes(plausible.memory),
  diskSpaceMb: inMegabytes(plausible.disk),
  diskSpace2Mb: inMegabytes(plausible.disk),
  diskSpace3Mb: inMegabytes(plausible.disk),
  password: passwordProblem,
  sshAuthorizedKeys: (keys) => inList(keys, keyProblem),
  cloudConfigData: userDataProblem,
  fileInjectionData: (files) => inList(files, fileProblem),
  cloudConfig: notFiniteProblem,
  reinstallTriggers: (triggers) => inList(triggers, notFiniteProblem),
  restartTriggers: (triggers) => inList(triggers, notFiniteProblem),
};

/** Where the texts of an argument are, if not in the value itself. */
const textsOf: { readonly [Name in VpsArgument]?: (value: NonNullable<Arguments[Name]>) => unknown } = {
  cloudConfigData: textsIn,
};

const implausible = (olds: Properties, program: Arguments): CheckFailure[] =>
  vpsArguments.flatMap((argument) => {
    // Another spelling of the same may be one that does not work.
    const problem = sameValue(olds[argument], program[argument]) ? undefined : problemOf(argument, program);
    if (problem === undefined) return [];
    return [
      checkFailure(
        typeof problem === "string" ? `${argument} ${problem}` : `${argument}${problem.at} ${problem.reason}`,
      ),
    ];
  });

function problemOf<Name extends VpsArgument>(argument: Name, program: Arguments): Problem | undefined {
  const value = program[argument];
  if (value === undefined || value === null) return undefined;
  // A trigger may be any text.
  const isMissing =
    !("isTrigger" in vpsRows[argument]) && hasPart(textsOf[argument]?.(value) ?? value, isMissingSetting);
  return isMissing ? missingSettingReason : rules[argument]?.(value, program);
}

/** What a template string makes of a setting that there is not, also behind a name in a script or in a file of settings. */
const isMissingSetting = (value: unknown): boolean =>
  typeof value === "string" && (/^(?:undefined|null|NaN)$/.test(value) || settingOfNone.test(value));

const settingOfNone = /^[ \t]*(?:export )?\w+=(["']?)undefined\1[ \t\r]*$|\w:undefined(?=["'@\s]|$)/m;

const missingSettingReason = "holds what a missing value turns into: is the setting that it comes from missing?";
