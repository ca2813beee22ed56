import { parseArgs } from "node:util";
import { nearest } from "../service/names";
import { catalog } from "./catalog/catalog";
import {
  type Command,
  type CommandContext,
  exitCodes,
  messageOf,
  type Option,
  type ParsedArguments,
} from "./command/command";
import { doctor } from "./doctor/doctor";
import { packageVersion } from "./doctor/machine";
import { exportCommand } from "./export/export";
import { commandHelp, commonOptions, generalHelp } from "./help";
import { orders } from "./orders/orders";
import { strays } from "./orders/strays";
import { pageOn, type Terminal } from "./terminal/page";

export const commands: readonly Command[] = [orders, strays, catalog, exportCommand, doctor];

/** Where a run prints. */
interface Terminals {
  readonly stdout: Terminal;
  readonly stderr: Terminal;
}

/** Runs one command line. Returns the exit code; an error is one line on the error output. */
export async function run(args: readonly string[], terminals: Terminals, context: CommandContext): Promise<number> {
  const { stdout, stderr } = terminals;
  try {
    return await carryOut(args, terminals, context);
  } catch (error) {
    stderr.write(`pulumi-rimuhosting: ${pageOn(stderr).paint("red", messageOf(error))}\n`);
    return exitCodes.failed;
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
    return name === undefined ? exitCodes.failed : exitCodes.done;
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
  const note = (text: string) => stderr.write(`${pageOn(stderr).paint("yellow", text)}\n`);
  const network = { ...context.network, onWait: note };
  const { code = exitCodes.done, json, text, notes = [] } = await command.run(given, { ...context, network, note });
  notes.forEach(note);
  stdout.write(given.values["json"] === true ? `${JSON.stringify(json, null, 2)}\n` : `${text(page)}\n`);
  return code;
}

function commandNamed(name: string): Command {
  const command = commands.find((candidate) => candidate.name === name);
  if (command !== undefined) return command;
  const names = commands.map((candidate) => candidate.name);
  const meant = nearest(name, names);
  const hint = meant === undefined ? `The commands are ${names.join(", ")}.` : `Did you mean "${meant}"?`;
  throw new Error(`There is no command "${name}". ${hint} Try --help.`);
}

function parse({ name, words, options }: Command, args: readonly string[]): ParsedArguments {
  const accepted: Readonly<Record<string, Option>> = { ...options, ...commonOptions };
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: words !== undefined,
      options: accepted,
    });
    const [, surplus] = positionals;
    if (words?.includes("...") === false && surplus !== undefined) throw new Error(`Unexpected argument '${surplus}'`);
    // What an unset variable of the shell leaves behind.
    const empty = Object.entries(values).find(([, value]) => value === "");
    if (empty !== undefined) throw new Error(`Option '--${empty[0]}' has an empty value`);
    return { values, words: positionals };
  } catch (error) {
    const names = Object.keys(accepted).map((option) => `--${option}`);
    const advice = args.some(isKeyOption) ? keyAdvice : `The options are ${names.join(", ")}. Try --help.`;
    throw new Error(`${name}: ${firstSentence(messageOf(error))} ${advice}`);
  }
}

/** Node's message goes on to say how to pass such a word as a positional argument, which is of no help here. */
const firstSentence = (message: string): string => `${message.split(/\.\s/)[0]?.replace(/\.$/, "")}.`;

const isKeyOption = (arg: string): boolean => /^--?(api)?-?key\b/i.test(arg);

const keyAdvice =
  "The API key is never an argument, because arguments show up in process lists and shell histories. If you have typed it here, " +
  'replace it with a new one, set with "pulumi config set --secret rimuhosting:apiKey" or in the environment variable RIMUHOSTING_APIKEY.';
