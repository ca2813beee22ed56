import type { Command, Option } from "./command/command";
import { exitCodeMeanings, exitCodes } from "./command/errors";
import { type Page, table, wrapped } from "./terminal/page";

/** The options of every command. */
export const commonOptions = {
  json: { type: "boolean", meaning: "print JSON: everything that is known, for scripts" },
  help: { type: "boolean", short: "h", meaning: "print this text" },
} as const satisfies Record<string, Option>;

const programName = "pulumi-rimuhosting";

const columns = [{ title: "" }, { title: "", ifTooLong: "wrap" }] as const;

const indented = (text: string): string =>
  text
    .split("\n")
    .map((line) => (line === "" ? "" : `  ${line}`))
    .join("\n");

const listed = (page: Page, rows: readonly (readonly string[])[]): string =>
  indented(table({ ...page, width: page.width - 2 }, columns, rows));

export const generalHelp = (page: Page, commands: readonly Command[]): string =>
  [
    `${page.paint("bold", `${programName} COMMAND [OPTIONS]`)}`,
    "",
    ...wrapped(
      "Shows what a RimuHosting account has and what it costs. It only reads: no command changes, buys or cancels anything.",
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
    listed(page, Object.entries(commonOptions).map(optionRow)),
    "",
    ...wrapped(
      "The API key and the other settings come from the stack configuration of the folder it is called in, then from the " +
        "environment (RIMUHOSTING_APIKEY), as they do for the provider. A key is never an argument, because arguments show up in process lists and shell histories.",
      page.width,
    ),
    "",
    page.paint("bold", "Exit codes"),
    listed(
      page,
      Object.entries(exitCodes).map(([name, code]) => [
        String(code),
        exitCodeMeanings[name as keyof typeof exitCodeMeanings],
      ]),
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
    listed(page, Object.entries({ ...options, ...commonOptions }).map(optionRow)),
  ].join("\n");

const optionRow = ([name, option]: readonly [string, Option]): string[] => [
  `${option.short === undefined ? "" : `-${option.short}, `}--${name}${option.type === "string" ? ` ${option.value}` : ""}`,
  option.meaning,
];
