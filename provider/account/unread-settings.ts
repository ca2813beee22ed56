import {
  type Environment,
  environmentVariable,
  misnamedVariables,
  type SettingName,
  sameLetters,
} from "../service/environment";

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
