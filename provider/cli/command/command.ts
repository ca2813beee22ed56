import type { Environment } from "../../service/environment";
import type { ClientContext } from "../../service/send";
import type { Page } from "../terminal/page";

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

/** The same, and a way to say at once, on the error output, what counts even if the command then fails. */
export interface RunContext extends CommandContext {
  readonly note: (text: string) => void;
}

/** How a command of the Pulumi CLI ended; no code if there is no Pulumi CLI. */
export interface PulumiResult {
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** An option as Node's `parseArgs` takes it and `--help` explains it. */
export interface Option {
  readonly type: "string" | "boolean";
  readonly short?: string;
  /** What represents the value in the help: `FILE`. */
  readonly value?: string;
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
  readonly run: (given: ParsedArguments, context: RunContext) => Promise<Outcome>;
}

/** What was typed after the command's name, as the parser understood it. */
export interface ParsedArguments {
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
export function optionText({ values }: ParsedArguments, name: string): string | undefined {
  const value = values[name];
  return typeof value === "string" ? value : undefined;
}

export const isGiven = ({ values }: ParsedArguments, name: string): boolean => values[name] === true;

/** How a command ends, for scripts. These numbers are documented and stay as they are. */
export const exitCodes = { done: 0, failed: 1, found: 3 } as const;

/** What each means, as `--help` says it. */
export const exitCodeMeanings = [
  [exitCodes.done, "done; no problem found"],
  [exitCodes.failed, "wrong use or a failure: the error output says what happened and what to do"],
  [exitCodes.found, "the command worked and found what it looks for: strays, or a problem"],
] as const;

/** The message of an error, which may be an `Error` of another realm. */
export const messageOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "message" in error ? String(error.message) : String(error);

/** Node's code for a system error: `ENOENT`. */
export const errorCodeOf = (error: unknown): string | undefined =>
  typeof error === "object" && error !== null && "code" in error ? String(error.code) : undefined;
