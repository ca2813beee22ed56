import { parseArgs } from "node:util";
import { nearest } from "../engine/suggestions";
import { catalog } from "./catalog/catalog";
import { price } from "./catalog/price";
import type { Command, CommandContext, Given, Option } from "./command/command";
import { exitCodeOf, exitCodes, messageOf, UsageError } from "./command/errors";
import { cost } from "./cost/cost";
import { doctor } from "./doctor/doctor";
import { packageVersion } from "./doctor/machine";
import { exportCommand } from "./export/export";
import { commandHelp, commonOptions, generalHelp } from "./help";
import { orders } from "./orders/orders";
import { strays } from "./orders/strays";
import { pageOn, type Terminal } from "./terminal/page";
import { usage } from "./usage/usage";

export const commands: readonly Command[] = [doctor, orders, strays, exportCommand, cost, usage, catalog, price];

/** Where a run prints. */
export interface Terminals {
  readonly stdout: Terminal;
  readonly stderr: Terminal;
}

/** Runs one command line. Returns the exit code; an error is one line on the error output. */
export async function run(args: readonly string[], terminals: Terminals, context: CommandContext): Promise<number> {
  const { stdout, stderr } = terminals;
  try {
    return await carryOut(args, terminals, context);
  } catch (error) {
    const code = exitCodeOf(error);
    const words = messageOf(error);
    const hint = code === exitCodes.usage ? " Try --help." : "";
    stderr.write(`pulumi-rimuhosting: ${pageOn(stderr).paint("red", words + hint)}\n`);
    return code;
  } finally {
    stdout.write("");
  }
}

async function carryOut(
  [name, ...rest]: readonly string[],
  { stdout, stderr }: Terminals,
  context: CommandContext,
): Promise<number> {
  const page = pageOn(stdout);
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    const about = commands.find((command) => command.name === rest[0]);
    stdout.write(`${about === undefined ? generalHelp(page, commands) : commandHelp(page, about)}\n`);
    return name === undefined ? exitCodes.usage : exitCodes.done;
  }
  if (name === "--version") {
    stdout.write(`${packageVersion()}\n`);
    return exitCodes.done;
  }
  const command = commandNamed(name);
  const given = parse(command, rest);
  if (given.values["help"] === true) {
    stdout.write(`${commandHelp(page, command)}\n`);
    return exitCodes.done;
  }
  const onWait = (notice: string) => stderr.write(`${pageOn(stderr).paint("yellow", notice)}\n`);
  const network = { ...context.network, onWait };
  const { code = exitCodes.done, json, text, notes = [] } = await command.run(given, { ...context, network });
  for (const note of notes) stderr.write(`${pageOn(stderr).paint("yellow", note)}\n`);
  stdout.write(given.values["json"] === true ? `${JSON.stringify(json, null, 2)}\n` : `${text(page)}\n`);
  return code;
}

function commandNamed(name: string): Command {
  const command = commands.find((one) => one.name === name);
  if (command !== undefined) return command;
  const names = commands.map((one) => one.name);
  const meant = nearest(name, names);
  const hint = meant === undefined ? `The commands are ${names.join(", ")}.` : `Did you mean "${meant}"?`;
  throw new UsageError(`There is no command "${name}". ${hint}`);
}

function parse({ name, words, options }: Command, args: readonly string[]): Given {
  const known: Readonly<Record<string, Option>> = { ...options, ...commonOptions };
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: words !== undefined,
      options: known,
    });
    const empty = Object.keys(values).find((option) => [values[option]].flat().includes(""));
    if (empty !== undefined) throw new Error(`Option '--${empty}' has an empty value`);
    return { values, words: positionals };
  } catch (error) {
    if (isKeyArgument(args)) throw new UsageError(keyArgumentAdvice);
    throw new UsageError(`${name}: ${complaint(error, known)}`);
  }
}

/** What to write instead of an unknown option, and where one has nothing after it, an empty shell variable, or another option; of any other mistake, what Node.js says. */
function complaint(error: unknown, known: Readonly<Record<string, Option>>): string {
  const [, unknown] = /^Unknown option '(--?[^']+)'/.exec(messageOf(error)) ?? [];
  if (unknown !== undefined) return noSuchOption(unknown, known);
  const [, given] = /^Option '--?([\w-]+)/.exec(messageOf(error)) ?? [];
  const [name, option] =
    Object.entries(known).find(([name, { short }]) => given !== undefined && (name === given || short === given)) ?? [];
  return option?.type === "string"
    ? `--${name} needs a value (${option.value}), such as "--${name} ${option.example}".`
    : firstSentence(messageOf(error));
}

function noSuchOption(unknown: string, known: Readonly<Record<string, Option>>): string {
  const names = Object.keys(known);
  const meant = nearest(unknown.replace(/^-+/, ""), names);
  const hint =
    meant === undefined
      ? `The options are ${names.map((name) => `--${name}`).join(", ")}.`
      : `Did you mean --${meant}?`;
  return `There is no option "${unknown}". ${hint}`;
}

/** Node's message goes on to say how to pass such a word as a positional argument, which is of no help here. */
const firstSentence = (message: string): string => `${message.split(". ")[0]?.replace(/\.$/, "")}.`;

const isKeyArgument = (args: readonly string[]): boolean => args.some((arg) => /^--?(api)?-?key\b/i.test(arg));

const keyArgumentAdvice =
  "The API key is never an argument, because arguments show up in process lists and shell histories. If you have typed it here, " +
  'replace it with a new one. Set it with "pulumi config set --secret rimuhosting:apiKey" or in the environment variable RIMUHOSTING_APIKEY.';
