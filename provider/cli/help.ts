import { type Command, exitCodeMeanings, type Option } from "./command/command";
import { type Page, table, wrapped } from "./terminal/page";

/** The options of every command. */
export const commonOptions = {
  json: { type: "boolean", meaning: "print JSON: everything that is known, for scripts" },
  help: { type: "boolean", short: "h", meaning: "print this text" },
} as const satisfies Record<string, Option>;

const programName = "pulumi-rimuhosting";

/** Two columns, with a margin on their left. */
const listed = (page: Page, rows: readonly (readonly [string, string])[]): string =>
  table(
    page,
    [{ title: "" }, { title: "", ifTooLong: "wrap" }],
    rows.map(([name, meaning]) => [`  ${name}`, meaning]),
  );

export const generalHelp = (page: Page, commands: readonly Command[]): string =>
  [
    page.paint("bold", `${programName} COMMAND [OPTIONS]`),
    "",
    ...wrapped(
      "Shows what a RimuHosting account has and costs. It only reads: nothing is changed or bought.",
      page.width,
    ),
    "",
    page.paint("bold", "Commands"),
    listed(
      page,
      commands.map(({ name, summary }) => [name, summary]),
    ),
    "",
    page.paint("bold", "Options of every command"),
    listed(page, optionRows(commonOptions)),
    "",
    ...wrapped(
      "Settings come from the stack of this folder, then from the environment (RIMUHOSTING_APIKEY), as for the provider. " +
        "The key is never an argument: arguments show up in lists of processes.",
      page.width,
    ),
    "",
    page.paint("bold", "Exit codes"),
    listed(
      page,
      exitCodeMeanings.map(([code, meaning]) => [String(code), meaning]),
    ),
  ].join("\n");

export const commandHelp = (page: Page, { name, words, summary, about, options }: Command): string =>
  [
    page.paint("bold", [programName, name, words, "[OPTIONS]"].filter((word) => word !== undefined).join(" ")),
    "",
    ...wrapped(summary, page.width),
    ...about.flatMap((paragraph) => ["", ...wrapped(paragraph, page.width)]),
    "",
    page.paint("bold", "Options"),
    listed(page, optionRows({ ...options, ...commonOptions })),
  ].join("\n");

const optionRows = (options: Readonly<Record<string, Option>>): [string, string][] =>
  Object.entries(options).map(([name, { short, value, meaning }]) => {
    const names = short === undefined ? `--${name}` : `-${short}, --${name}`;
    return [value === undefined ? names : `${names} ${value}`, meaning];
  });
