import { withoutColours } from "./reporter.mjs";

/**
 * What the CLI says at the end of a run: its messages by resource, and how many resources changed. Its progress is left out, and so is
 * a text of fifteen lines about AWS that follows a pending operation.
 *
 * @param {string} output
 */
export function essenceOf(output) {
  const lines = output.split("\n").filter((line) => withoutColours(line).trim() !== "");
  const first = lines.findIndex((line) => /^(Diagnostics|Resources):/.test(withoutColours(line)));
  const duration = lines.findIndex((line) => withoutColours(line).startsWith("Duration:"));
  const said = lines.slice(Math.max(0, first), duration === -1 ? undefined : duration);
  const [from, to] = [/pending operations from previous deployment/, /clear pending CREATE operations/].map((words) =>
    said.findIndex((line) => words.test(line)),
  );
  const shown = to > from ? [...said.slice(0, from + 1), ...said.slice(to + 1)] : said;
  return shown.join("\n");
}
