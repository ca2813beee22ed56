import { type CheckFailure, checkFailure, type Properties } from "../pulumi/properties";
import { type VpsArgument, vpsArguments, vpsRows } from "./arguments";
import { sameValue } from "./equality";
import type { Arguments } from "./program";
import { keyProblem } from "./ssh-keys";
import { userDataProblem } from "./user-data";

/*
 * Values of the right form that cannot work or cannot be meant. Only new ones are refused: an old value has been accepted, and must not get
 * in the way of the server that was bought with it.
 */

/** Why a value, or a part of it such as `[0]`, is refused: what follows its name. No reason quotes a value that may be secret. */
type Problem = string | { readonly at: string; readonly reason: string };

type Rule<Name extends VpsArgument> = (value: NonNullable<Arguments[Name]>) => Problem | undefined;

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
  return execOnFirstBoot === true && /^[\s\p{Cf}]+#!/u.test(text)
    ? 'has blanks or an invisible character before "#!", so the server could not run it'
    : undefined;
}

type InjectedFile = NonNullable<Arguments["fileInjectionData"]>[number];

const leastLength = 8;

/** The passwords that guessing programs try first. */
const common =
  /^(?:(?:root|admin|administrator|user|test|guest|default|server|debian|ubuntu|linux|pass(?:word|w0rd|wort)?|p@ssw[o0]rd|changeme|secret|welcome|letmein|qwert[yz]\w*|abc\w{0,3}|[0-9]*)[0-9!?.]*|(.)\1*)$/i;

/** The service accepts any password, and anyone on the internet can try to log in with it. */
function passwordProblem(password: string): string | undefined {
  if (/\p{Cc}/u.test(password))
    return "contains a line break or another control character, so nobody could log in with it";
  if (password.length < leastLength)
    return `has fewer than ${leastLength} characters, so anybody could guess it: the server accepts logins from the whole internet. Leave it out for a random one`;
  return common.test(password)
    ? "is easy to guess, and the server accepts logins from the whole internet. Leave it out for a random one"
    : undefined;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

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

export const implausible = (olds: Properties, program: Arguments): CheckFailure[] =>
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
  const isMissing = !("isTrigger" in vpsRows[argument]) && hasPart(value, isMissingSetting);
  return isMissing ? missingSettingReason : rules[argument]?.(value);
}

/** What a template string makes of a setting that there is not. */
const isMissingSetting = (value: unknown): boolean =>
  typeof value === "string" && /^(?:undefined|null|NaN)$/.test(value);

const missingSettingReason = "holds what a missing value turns into: is the setting that it comes from missing?";
