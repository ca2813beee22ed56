import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fencedBlocks } from "../../docs/markdown";
import { REPOSITORY } from "./cli/environment";

/** What a page asks its reader to do: to run a command, or to put a program into `index.ts`. */
export type PageStep = { readonly command: string } | { readonly program: string };

export interface Page {
  readonly steps: readonly PageStep[];
  /** Commands that the page marks as not tested. */
  readonly left: readonly string[];
}

/** How a page marks commands that need a server on the internet, or a clone of this repository. Its reader does not see it. */
const mark = "not tested";

/** The steps of a page, in the order in which a reader takes them. */
export const readPage = (path: string): Page => stepsOf(readFileSync(join(REPOSITORY, path), "utf8"));

/** The steps of one of its sections. */
export function readSection(path: string, title: string): Page {
  const sections = readFileSync(join(REPOSITORY, path), "utf8").split(/^## /m);
  return stepsOf(sections.find((section) => section.startsWith(`${title}\n`)) ?? "");
}

function stepsOf(markdown: string): Page {
  const steps: PageStep[] = [];
  const left: string[] = [];
  for (const { language, text, note } of fencedBlocks(markdown)) {
    if (language === "ts") steps.push({ program: text });
    if (language !== "sh") continue;
    const commands = text.split("\n").filter((line) => line.trim() !== "");
    if (note === mark) left.push(...commands);
    else steps.push(...commands.map((command) => ({ command })));
  }
  return { steps, left };
}

/** What a person would wait for before typing on: a server in the background that answers. */
const waitForIt = (port: string): string => {
  const answers = `(: < /dev/tcp/127.0.0.1/${port}) 2>/dev/null`;
  return `for attempt in $(seq 300); do ${answers} && break; sleep 0.1; done\n${answers}`;
};

/**
 * One shell session that does everything the page asks for, and stops at the first command that fails. What a command asks its reader
 * for is the key: that of the simulator when it makes the project, and later that of an account.
 */
export function sessionOf(steps: readonly PageStep[], key: string, trialKey = key): string {
  const lines = steps.map((step) => {
    if ("program" in step) return `cat > index.ts <<'END OF PROGRAM'\n${step.program}END OF PROGRAM`;
    const { command } = step;
    const [, port] = /--port (\d+)\b.*&$/.exec(command) ?? [];
    const announced = `echo '>>>' ${quoted(command)}`;
    if (port !== undefined) return `${announced}\n${command}\n${waitForIt(port)}`;
    // What it asks its reader for is given as options.
    const answers = command.startsWith("pulumi new ")
      ? ` --yes --config rimuhosting:apiKey=${quoted(trialKey)} --config "sshKey=$(cat ~/.ssh/id_ed25519.pub)"`
      : "";
    const input = /config set --secret \S+$/.test(command) ? `<<< ${quoted(key)}` : "< /dev/null";
    return `${announced}\n{ ${command}${answers}\n} ${input}`;
  });
  // With job control, as in a shell that a person types into, a job is ended with everything it has started.
  return ["set -e -m", ...lines].join("\n");
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
