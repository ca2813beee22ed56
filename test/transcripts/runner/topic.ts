import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

/** What stands at the left margin is what people and the world do; what is indented is what the product says and does. */
const saidMargin = "    ";

/** Whatever follows a line that begins so is a conversation of its own, with a new account and a new stack. */
const headingMark = "== ";

/** One thing that somebody does, or a comment. */
export type Step =
  | { readonly kind: "comment"; readonly lines: readonly string[] }
  /** What programs share from here on. */
  | { readonly kind: "constant"; readonly lines: readonly string[] }
  /** From here on, the program. */
  | { readonly kind: "program"; readonly lines: readonly string[] }
  /** A command line. */
  | { readonly kind: "command"; readonly lines: readonly [string]; readonly command: string }
  /** What happens at the service and around it: a statement of JavaScript. */
  | { readonly kind: "event"; readonly lines: readonly [string]; readonly statement: string };

export interface Conversation {
  readonly title: string;
  readonly steps: readonly Step[];
  /** As it stands in the file: with what was said. */
  readonly text: string;
}

export interface Topic {
  readonly name: string;
  readonly path: string;
  /** What comes before each of the conversations: only what people do. */
  readonly opening: Pick<Conversation, "steps" | "text">;
  readonly conversations: readonly Conversation[];
}

const directory = join(__dirname, "..");

export const topicNames = (): readonly string[] =>
  readdirSync(directory)
    .filter((name) => name.endsWith(".txt"))
    .map((name) => basename(name, ".txt"))
    .sort();

export function readTopic(name: string): Topic {
  const path = join(directory, `${name}.txt`);
  const [opening = "", ...rest] = readFileSync(path, "utf8").split(new RegExp(`\n(?=${headingMark})`));
  const conversations = rest.map((text) => {
    const [heading = "", ...lines] = text.split("\n");
    return { title: heading.slice(headingMark.length), steps: stepsIn(lines), text };
  });
  return { name, path, opening: { steps: stepsIn(opening.split("\n")), text: opening }, conversations };
}

function stepsIn(lines: readonly string[]): Step[] {
  const steps: Step[] = [];
  for (const line of lines) {
    if (line === "" || line.startsWith(saidMargin)) continue;
    const kind = kindOf(line);
    const last = steps.at(-1);
    if (kind === "command") steps.push({ kind, lines: [line], command: line.slice(2) });
    else if (kind === "event") steps.push({ kind, lines: [line], statement: line.slice(2) });
    else if (last?.kind === kind) steps.splice(-1, 1, { ...last, lines: [...last.lines, line] });
    else steps.push({ kind, lines: [line] });
  }
  return steps;
}

function kindOf(line: string): Step["kind"] {
  if (line.startsWith("# ")) return "comment";
  if (line.startsWith("$ ")) return "command";
  if (/^const \w+ = (?!new )/.test(line)) return "constant";
  return line.startsWith("! ") ? "event" : "program";
}

/** A conversation as its file has it, from the steps and what was said after each. */
export function written({ title }: Pick<Conversation, "title">, played: readonly Played[]): string {
  const lines = [`${headingMark}${title}`];
  for (const [index, { step, said }] of played.entries()) {
    // What somebody does after something was said begins something new.
    if (said.length === 0 && (played[index - 1]?.said.length ?? 0) > 0) lines.push("");
    lines.push(...step.lines, ...said.map((line) => `${saidMargin}${line}`));
  }
  return `${lines.join("\n")}\n`;
}

/** A step, and what could be seen of it. */
export interface Played {
  readonly step: Step;
  readonly said: readonly string[];
}
