import type { Environment } from "../../service/environment";
import type { ClientContext } from "../../service/send";
import type { Page } from "../terminal/page";
import { UsageError } from "./errors";

/** What one run of the command line gets from outside. */
export interface CommandContext {
  readonly environment: Environment;
  /** The folder in which the command was called. */
  readonly folder: string;
  readonly stdin: AsyncIterable<string | Uint8Array>;
  /** Runs the Pulumi CLI in that folder. */
  readonly pulumi: (args: readonly string[]) => Promise<PulumiResult>;
  /** The version of the running Node.js. */
  readonly nodeVersion: string;
  /** Tests replace the real network, clock and pauses. */
  readonly network: Partial<ClientContext>;
}

/** How a command of the Pulumi CLI ended; no code if there is no Pulumi CLI. */
export interface PulumiResult {
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** An option as `--help` explains it. */
export type Option = OptionWithValue | Switch;

interface OptionWithValue {
  readonly type: "string";
  readonly multiple?: true;
  readonly short?: string;
  /** What stands for the value in the help: `SIZE`. */
  readonly value: string;
  /** A value that it may have: `2GB`. */
  readonly example: string;
  readonly meaning: string;
}

interface Switch {
  readonly type: "boolean";
  readonly short?: string;
  readonly meaning: string;
}

/** One command: `orders`, `export` and so on. None of them changes or buys anything. */
export interface Command {
  readonly name: string;
  /** One line. */
  readonly summary: string;
  /** What may follow the name besides options, such as `[ORDER...]`; absent if nothing may. */
  readonly words?: string;
  /** What a person needs to know beyond the summary: paragraphs. */
  readonly about: readonly string[];
  readonly options: Readonly<Record<string, Option>>;
  readonly run: (given: Given, context: CommandContext) => Promise<Outcome>;
}

/** What was typed after the command's name, as the parser understood it. */
export interface Given {
  readonly values: Readonly<Record<string, unknown>>;
  readonly words: readonly string[];
}

/** What a command has found. It is printed as text, or as JSON for `--json`. */
interface Outcome {
  /** Default: 0. */
  readonly code?: number;
  readonly json: unknown;
  readonly text: (page: Page) => string;
  /** What is not part of the result goes to the error output. */
  readonly notes?: readonly string[];
}

/** The value of an option that takes text. */
export function textOf({ values }: Given, name: string): string | undefined {
  const value = values[name];
  return typeof value === "string" ? value : undefined;
}

/** The values of an option that may be repeated. */
function textsOf({ values }: Given, name: string): string[] {
  const value = values[name];
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}

export const isGiven = ({ values }: Given, name: string): boolean => values[name] === true;

/** An amount that is not negative. */
export function numberOf(given: Given, name: string): number | undefined {
  const text = textOf(given, name);
  if (text === undefined) return undefined;
  if (!/^\d{1,9}(\.\d{1,4})?$/.test(text)) throw new UsageError(`--${name} must be a number, but is "${text}".`);
  return Number(text);
}

/** A size in MB: `2048`, `2048MB` or `2GB`. */
export function sizeOf(given: Given, name: string): number | undefined {
  const text = textOf(given, name);
  if (text === undefined) return undefined;
  const match = /^(\d{1,9}(?:\.\d{1,3})?)\s*(mb?|gb?|tb?)?$/i.exec(text);
  const sizeMb = Number(match?.[1]) * factorOf(match?.[2]);
  if (!Number.isInteger(sizeMb))
    throw new UsageError(`--${name} must be a size such as 2048 (MB) or 2GB, but is "${text}".`);
  if (sizeMb > 0 && sizeMb < smallestMb)
    throw new UsageError(`--${name} is ${sizeMb} MB, less than any plan sells: did you mean ${sizeMb}GB?`);
  return sizeMb;
}

/** Whoever asks for less means GB. */
const smallestMb = 64;

const factorOf = (unit = "m"): number => ({ m: 1, g: 1024, t: 1024 * 1024 })[unit.charAt(0).toLowerCase()] ?? 1;

export function choiceOf<const T extends string>(given: Given, name: string, choices: readonly T[]): T | undefined {
  const text = textOf(given, name);
  if (text === undefined) return undefined;
  const chosen = choices.find((choice) => choice === text);
  if (chosen === undefined) throw new UsageError(`--${name} must be one of ${choices.join(", ")}, but is "${text}".`);
  return chosen;
}

/** Tags such as `role=web`; `role` alone asks for the key with any value. */
export const tagsOf = (given: Given, name: string): Record<string, string> =>
  Object.fromEntries(
    textsOf(given, name).map((text) => {
      const [key = "", ...value] = text.split("=");
      if (key === "") throw new UsageError(`--${name} must be a tag such as role=web, but is "${text}".`);
      return [key, value.join("=")];
    }),
  );

/** The numbers of orders among the words after a command. */
export const orderNumbersOf = (words: readonly string[]): number[] =>
  words.map((word) => {
    if (!/^[1-9]\d{0,14}$/.test(word))
      throw new UsageError(`"${word}" is not the number of an order, such as 2853299702.`);
    return Number(word);
  });
