import type { ClientContext } from "../../api/client-context";
import type { Environment } from "../../api/environment";
import type { Page } from "../terminal/page";

/** What one run of the command line has of the outside. */
export interface Surroundings {
  readonly environment: Environment;
  /** The folder in which the command was called. */
  readonly folder: string;
  readonly stdin: AsyncIterable<string | Uint8Array>;
  /** Runs the Pulumi CLI in that folder. */
  readonly pulumi: (args: readonly string[]) => Promise<PulumiResult>;
  /** The version of the running Node.js. */
  readonly nodeVersion: string;
  /** In tests: a network, clock or pauses other than the real ones. */
  readonly network: Partial<ClientContext>;
}

/** How a command of the Pulumi CLI ended; no code if there is no Pulumi CLI. */
export interface PulumiResult {
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** An option as `--help` explains it. */
export interface Option {
  readonly type: "string" | "boolean";
  readonly multiple?: true;
  readonly short?: string;
  /** What stands for the value in the help: `MB`. */
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
  readonly run: (given: Given, surroundings: Surroundings) => Promise<Outcome>;
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
  /** What does not belong to the result itself: goes to the error output. */
  readonly notes?: readonly string[];
}
