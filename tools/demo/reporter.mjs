const ESCAPE = "\u001b[";
const STYLES = {
  bold: ["1", "22"],
  dim: ["2", "22"],
  good: ["32", "39"],
  bad: ["1;31", "22;39"],
  command: ["1;36", "22;39"],
};
// biome-ignore lint/suspicious/noControlCharactersInRegex: it has to match the colour codes of the CLI's output
const COLOUR_CODES = /\u001b\[[0-9;]*m/g;

/**
 * Prints the demo's story, no line longer than the terminal is wide. Without colour codes in CI, in a file, or if NO_COLOR is set.
 *
 * @param {{ write(text: string): void, isColourful: boolean, width: number }} out
 */
export function createReporter({ write, isColourful, width }) {
  const style = ([on, off], text) => (isColourful ? `${ESCAPE}${on}m${text}${ESCAPE}${off}m` : text);
  const line = (text = "") => write(`${text}\n`);
  const paragraph = (text, styled = (part) => part) => {
    for (const part of wrap(text, width)) line(styled(part));
  };
  return {
    heading(text) {
      line();
      line(style(STYLES.bold, text));
      line(style(STYLES.bold, "=".repeat(text.length)));
    },
    say: (text) => paragraph(text),
    fail: (text) => paragraph(text, (part) => style(STYLES.bad, part)),
    command(text) {
      line();
      paragraph(`$ ${text}`, (part) => style(STYLES.command, part));
    },
    /** Output of another program, indented. Its own colours stay. */
    quote(text) {
      const bar = style(STYLES.dim, "  |");
      for (const quoted of text.trimEnd().split("\n"))
        for (const part of wrap(quoted, width - 4)) line(part === "" ? bar : `${bar} ${part}`);
    },
    strong(text) {
      line();
      paragraph(text, (part) => style(STYLES.bold, part));
    },
    /** Rows of a name and a text. */
    table(rows) {
      line();
      const column = Math.max(...rows.map(([name]) => name.length)) + 2;
      for (const [name, text] of rows)
        for (const [index, part] of wrap(text, width - 2 - column).entries())
          line(`  ${index === 0 ? name.padEnd(column) : " ".repeat(column)}${part}`.trimEnd());
    },
    /** Sentences, each with whether it holds. */
    facts(facts) {
      for (const [sentence, holds] of facts)
        for (const [index, part] of wrap(sentence, width - 12).entries()) {
          const verdict = holds ? style(STYLES.good, "true    ") : style(STYLES.bad, "NOT TRUE");
          line(`  ${index === 0 ? verdict : " ".repeat(8)}  ${part}`);
        }
    },
  };
}

export const withoutColours = (text) => text.replace(COLOUR_CODES, "");

const lengthOf = (text) => withoutColours(text).length;

/** A line in pieces that fit, broken between words and indented like its beginning. */
function wrap(text, width) {
  const indent = /^ */.exec(text)[0].slice(0, width / 2);
  const lines = [];
  let current = "";
  for (const word of text.trimStart().split(" ")) {
    const longer = current === "" ? `${indent}${word}` : `${current} ${word}`;
    if (current === "" || lengthOf(longer) <= width) current = longer;
    else {
      lines.push(current);
      current = `${indent}${word}`;
    }
  }
  return [...lines, current].map((part) => part.trimEnd());
}
