import { environmentVariable, type SettingName, settingNames } from "../../schema/setting-names";
import { nearest } from "./suggestions";

/** What surrounds a run, as far as it can set something of ours. */
export interface Configuration {
  readonly project: string;
  readonly stack: string;
  /** The full names in the stack's configuration, such as `rimuhosting:apiKey`. */
  readonly keys: readonly string[];
  readonly isSecret: (key: string) => boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether the service that is configured is on this machine: a simulator, whose keys open nothing. */
  readonly isServiceHere: boolean;
}

const prefix = "rimuhosting:";

/** What is wrong with how a stack is configured; each sentence says what to do. */
export function configurationProblems(configuration: Configuration): string[] {
  const names = configuration.keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
  return [
    ...names.flatMap((name) => keyProblem(name, configuration.project) ?? []),
    ...variableProblems(names, configuration.environment),
    ...plainKeyProblems(names, configuration),
  ];
}

const isSetting = (name: string): boolean => (settingNames as readonly string[]).includes(name);

/** A value under a name that nobody reads is passed over in silence: the real service is asked instead of the one meant. */
function keyProblem(name: string, project: string): string | undefined {
  if (isSetting(name)) return undefined;
  // In a project of our name its own configuration has our prefix: there only what can mean nothing else is an error.
  const meant = project === "rimuhosting" ? sameLetters(name) : (sameLetters(name) ?? nearest(name, settingNames));
  if (meant === undefined && project === "rimuhosting") return undefined;
  const hint =
    meant === undefined
      ? `. There are: ${settingNames.join(", ")}`
      : `: did you mean "${prefix}${meant}"? Set that one`;
  return `There is no setting "${prefix}${name}"${hint}. "pulumi config rm ${prefix}${name}" takes the wrong one out.`;
}

/** Other tools may have variables like ours, so only those are looked at that differ by letter case or underscores alone. */
function variableProblems(configured: readonly string[], environment: Configuration["environment"]): string[] {
  return Object.keys(environment).flatMap((variable) => {
    const setting = /^rimuhosting_/i.test(variable) ? sameLetters(variable.slice(prefix.length)) : undefined;
    if (setting === undefined || !environment[variable] || configured.includes(setting)) return [];
    const right = environmentVariable(setting);
    if (variable === right || environment[right]) return [];
    return [`The environment variable ${variable} is read by nobody: did you mean ${right}?`];
  });
}

function plainKeyProblems(configured: readonly string[], configuration: Configuration): string[] {
  const { isSecret, isServiceHere, stack } = configuration;
  if (!configured.includes("apiKey") || isSecret(`${prefix}apiKey`) || isServiceHere) return [];
  return [
    `The API key stands in clear in the configuration of the stack "${stack}", and would in its state: ${prefix}apiKey was set without --secret. ` +
      `Run "pulumi config set --secret ${prefix}apiKey", which asks for the key and encrypts it. If anybody else can have seen the ` +
      "configuration file (in a repository, for instance), make a new key at https://rimuhosting.com/cp/apikeys.jsp and delete this one.",
  ];
}

const letters = (name: string): string => name.replace(/[^a-z0-9]/gi, "").toLowerCase();

const sameLetters = (name: string): SettingName | undefined =>
  settingNames.find((setting) => letters(setting) === letters(name));
