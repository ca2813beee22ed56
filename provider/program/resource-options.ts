// The options of a resource. Pulumi ignores what it does not know, and with it the guard that it was meant to be.

import * as pulumi from "@pulumi/pulumi";
import { isAbsent } from "../pulumi/properties";
import { didYouMean, nearest, optionComplaint } from "../service/names";
import { givenObject, kindOf, type MaybeGiven } from "./given";

/** What the options of a resource may name, and which of them it refuses. */
export interface OptionRules {
  /** What an input and an output are, such as `an argument of Vps`. */
  readonly anInput: string;
  readonly anOutput: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** The input that has another name elsewhere. */
  readonly meant?: (name: string) => string | undefined;
  /** The name that an input has in the engine. */
  readonly inEngine?: (input: string) => string;
  /** Why an option that exists cannot work: by its name, or with the one value of it that cannot, as `deleteBeforeReplace: false`. */
  readonly refused: Readonly<Record<string, string>>;
}

/**
 * Options, each of which exists: a misspelt `protect` would protect nothing, a misspelt `provider` mean the stack's own account.
 *
 * @param argumentNames of a resource
 */
export function givenOptions<T extends object>(
  whose: string,
  given: MaybeGiven<T>,
  argumentNames: readonly string[] = [],
): T {
  const options = givenObject(whose, "options", given, "{ protect: true }");
  for (const [name, value] of Object.entries(options)) {
    const complaint = isAbsent(value) ? undefined : optionComplaint(name, argumentNames);
    if (complaint !== undefined) throw new pulumi.RunError(`${whose}: ${complaint}`);
  }
  return options;
}

/** The options of a resource that can work; what they name exists too. */
export function givenResourceOptions<T extends object>(whose: string, given: MaybeGiven<T>, rules: OptionRules): T {
  const options = givenOptions(whose, given, rules.inputs);
  const problem = refusal(options, rules.refused) ?? wrongValue(options);
  if (problem !== undefined) throw new pulumi.RunError(`${whose}: ${problem}`);
  return withValidNames(whose, options, rules);
}

function refusal(options: object, refused: OptionRules["refused"]): string | undefined {
  const named = Object.keys(refused).find((key) => {
    const [option = "", only] = key.split(": ");
    const value: unknown = Reflect.get(options, option) ?? undefined;
    const isEmpty = value === undefined || (Array.isArray(value) && value.length === 0);
    return only === undefined ? !isEmpty : String(value) === only;
  });
  return named && `the option ${named} is not supported. ${refused[named]}`;
}

/** Of a value that the engine ignores, or complains about in words of its own. */
function wrongValue(options: pulumi.CustomResourceOptions): string | undefined {
  for (const option of ["protect", "retainOnDelete", "deleteBeforeReplace"] as const) {
    const value: unknown = options[option] ?? undefined;
    if (value !== undefined && typeof value !== "boolean")
      return `the option ${option} must be true or false, but is of type ${typeof value}.`;
  }
  return wrongAlias(options.aliases) ?? wrongTimeout(options.customTimeouts);
}

/** A text is a whole URN, which a name is not. */
function wrongAlias(aliases: unknown): string | undefined {
  if (isAbsent(aliases)) return undefined;
  if (!Array.isArray(aliases) || aliases.some(isAbsent))
    return 'the aliases option must be a list, such as [{ name: "web" }].';
  const name: unknown = aliases.find((alias) => typeof alias === "string" && !alias.startsWith("urn:"));
  return name === undefined
    ? undefined
    : `the aliases option has ${JSON.stringify(name)}, which is no URN: write { name: ${JSON.stringify(name)} }.`;
}

const timeoutNames: readonly string[] = ["create", "update", "delete", "read"];

function wrongTimeout(timeouts: pulumi.CustomTimeouts | undefined): string | undefined {
  if (isAbsent(timeouts)) return undefined;
  if (kindOf(timeouts) !== "an object") return 'customTimeouts must be an object, such as { create: "90m" }.';
  for (const [name, value] of Object.entries(timeouts)) {
    if (!timeoutNames.includes(name))
      return `customTimeouts has no "${name}": it can have create, update, delete and read.`;
    if (/^\d+$/.test(String(value)))
      return `customTimeouts.${name} is ${JSON.stringify(value)}, without a unit: write "${value}s" or "${value}m".`;
    if (!isAbsent(value) && durationMs(value) === undefined)
      return `customTimeouts.${name} must be a duration with a unit, such as "90s", "10m" or "1h30m".`;
  }
  return undefined;
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Parses a duration in the form of Pulumi's options: `90s`, `10m`, `1h30m`. `undefined` if it is not one. */
export function durationMs(text: unknown): number | undefined {
  if (typeof text !== "string") return undefined;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join("") !== text) return undefined;
  return parts.reduce((total, [, count, unit = ""]) => total + Number(count) * Number(unitMs[unit]), 0);
}

/** What the content of these options names. */
const naming = { ignoreChanges: "inputs", replaceOnChanges: "inputs", additionalSecretOutputs: "outputs" } as const;

/** The options with what they name as the engine calls it. */
function withValidNames<T extends object>(whose: string, options: T, rules: OptionRules): T {
  const valid = Object.entries(naming).flatMap(([option, kind]) => {
    const given: unknown = Reflect.get(options, option) ?? undefined;
    if (given === undefined) return [];
    if (!Array.isArray(given) || given.some((text) => typeof text !== "string"))
      throw new pulumi.RunError(`${whose}: ${option} must be a list of names, such as ["${rules.inputs[0]}"].`);
    return [[option, given.flatMap((text: string) => inEngine(`${whose}: ${option}`, text, kind, rules))]];
  });
  return { ...options, ...Object.fromEntries(valid) };
}

/** A path in the engine's form: `root.part`, `root["part"]`, `root[0]`, `root[*]`; `*` alone stands for everything. */
const pathForm = /^(?:\["([^"]+)"\]|\[(\*)\]|([^.[\]"]+))(?:\.[^.[\]"]+|\[(?:\d+|\*|"(?:\\"|[^"])+")\])*$/;

/** What a path starts with. What is no path is one name. */
const rootOf = (text: string): string => {
  const [, quoted, all, bare] = pathForm.exec(text) ?? [];
  return quoted ?? all ?? bare ?? text;
};

/** The engine's `*` would take the provider's own inputs along: here it means what a program may set. */
function inEngine(where: string, text: string, kind: "inputs" | "outputs", rules: OptionRules): string[] {
  const { inputs, inEngine: nameOf = (input: string) => input } = rules;
  const known: readonly string[] = rules[kind];
  // The engine reads no paths into outputs.
  const root = kind === "inputs" ? rootOf(text) : text;
  if (known.includes(root)) return [kind === "inputs" ? text.replace(root, nameOf(root)) : text];
  if (kind === "inputs" && ["*", "[*]", '["*"]'].includes(text)) return inputs.map(nameOf);
  const [meant] = text.split(/[.[\]"]+/).flatMap((name) => {
    const other = rules.meant?.(name) ?? "";
    return (known.includes(other) ? other : nearest(name, known)) ?? [];
  });
  const what = kind === "inputs" ? rules.anInput : rules.anOutput;
  throw new pulumi.RunError(
    `${where}: "${root}" is not ${what}, so it would have no effect${didYouMean(meant) || "."}`,
  );
}
