import {
  type Environment,
  environmentVariable,
  misnamedVariables,
  type SettingName,
  sameLetters,
  settingNames,
  variableProblems,
} from "../service/environment";
import { nearest, shortened } from "../service/names";

/** The part of a run's environment that can hold our settings. */
interface Configuration {
  readonly project: string;
  readonly stack: string;
  /** The full names in the stack's configuration, such as `rimuhosting:apiKey`. */
  readonly keys: readonly string[];
  readonly isSecret: (key: string) => boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether the configured service is on this machine: a simulator, whose keys open nothing. */
  readonly isServiceHere: boolean;
  /** What is wrong with the address of the configured service, starting after the setting's name. */
  readonly baseUrlProblem: string | undefined;
}

const prefix = "rimuhosting:";

/** What is wrong with how a stack is configured; each sentence says what to do. */
export function configurationProblems(configuration: Configuration): string[] {
  const names = configuration.keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
  return [
    ...names.flatMap((name) => nameProblem(name, configuration.project) ?? []),
    ...variableProblems(configuration.environment),
    ...plainKeyProblems(names, configuration),
  ];
}

const isSetting = (name: string): boolean => settingNames.some((setting) => setting === name);

/** A value under a wrong name would be ignored silently, and the run would call the real service, not the intended one. */
function nameProblem(name: string, project: string): string | undefined {
  if (isSetting(name)) return undefined;
  // A project that has our name keeps its own configuration under our prefix: there, only an unmistakable name is an error.
  const resembled =
    project === "rimuhosting" ? undefined : (nearest(name, settingNames) ?? shortened(name, settingNames));
  const meant = sameLetters(name) ?? resembled;
  if (meant === undefined && project === "rimuhosting") return undefined;
  const hint =
    meant === undefined
      ? `. Available: ${settingNames.join(", ")}`
      : `: did you mean "${prefix}${meant}"? Set that one`;
  return `There is no setting "${prefix}${name}"${hint}. "pulumi config rm ${prefix}${name}" removes the wrong one.`;
}

function plainKeyProblems(configured: readonly string[], configuration: Configuration): string[] {
  const { isSecret, isServiceHere, baseUrlProblem, stack } = configuration;
  if (!configured.includes("apiKey") || isSecret(`${prefix}apiKey`) || isServiceHere) return [];
  // A simulator's address without "http://", usually: its key may be in plain text, so the address is the mistake to speak of.
  if (baseUrlProblem !== undefined) return [`${prefix}baseUrl ${baseUrlProblem}.`];
  return [
    `The API key is in plain text in the configuration of the stack "${stack}", and would be in its state too: ${prefix}apiKey was set without --secret. ` +
      `Run "pulumi config set --secret ${prefix}apiKey", which asks for the key and encrypts it. If anyone else may have seen the ` +
      "configuration file (in a repository, for instance), create a new key at https://rimuhosting.com/cp/apikeys.jsp and delete this one.",
  ];
}

/** What other tools call the two settings that everybody needs. */
const synonyms: readonly (readonly [RegExp, SettingName])[] = [
  [/^(?:api|access|auth|secret)?[_-]?(?:key|token)$/i, "apiKey"],
  [/^(?:api|base|service)?[_-]?(?:url|endpoint|host|address)$/i, "baseUrl"],
];

const meantBy = (name: string): SettingName | undefined =>
  sameLetters(name) ?? synonyms.find(([pattern]) => pattern.test(name))?.[1];

/** An error already. */
const isMisnamed = (variable: string): boolean => misnamedVariables({ [variable]: "set" }).length > 0;

export interface Unread {
  /** As it stands in the configuration or in the environment. */
  readonly name: string;
  readonly meant: SettingName;
}

/**
 * What was probably meant for this package, and nobody reads. Not wrong in itself: a program may read it for a `Provider`, so it
 * counts only where the setting that it resembles has no value.
 */
export function unreadSettings(
  keys: readonly string[],
  { project, environment }: { readonly project: string | undefined; readonly environment: Environment },
): Unread[] {
  const ofConfig = keys.flatMap((key) => {
    const [space = "", name = ""] = key.split(":");
    if (space === "rimuhosting") return [];
    const meant = /rimu/i.test(space) ? meantBy(name) : space === project ? sameLetters(name) : undefined;
    return meant === undefined ? [] : [{ name: key, meant }];
  });
  const ofEnvironment = Object.entries(environment).flatMap(([name, value]) => {
    const [, word = ""] = /^(?:pulumi_)?rimu(?:hosting)?_?(.+)/i.exec(name) ?? [];
    const meant = meantBy(word);
    const isKnown = meant === undefined || name === environmentVariable(meant) || isMisnamed(name);
    return value === undefined || value === "" || isKnown ? [] : [{ name, meant }];
  });
  return [...ofConfig, ...ofEnvironment];
}

/** The setting that is read, and how to set it. */
export const unreadMessage = ({ name, meant }: Unread): string => {
  const secret = meant === "apiKey" ? "--secret " : "";
  return `"${name}" is not read by this package. Run "pulumi config set ${secret}rimuhosting:${meant}", or ${environmentVariable(meant)}.`;
};
