const BOLD = ["\u001b[1m", "\u001b[22m"];
const DIM = ["\u001b[2m", "\u001b[22m"];

/** Prints the demo's story. Without colour codes in CI, in a file, or if NO_COLOR is set. */
export function createReporter({ write, isColourful }) {
  const style = ([on, off], text) => (isColourful ? `${on}${text}${off}` : text);
  const line = (text = "") => write(`${text}\n`);
  return {
    heading(text) {
      line();
      line(style(BOLD, text));
      line(style(BOLD, "=".repeat(text.length)));
    },
    say(text) {
      line(text);
    },
    command(text) {
      line();
      line(style(BOLD, `$ ${text}`));
    },
    /** Output of another program, indented. */
    quote(text) {
      for (const quoted of text.trimEnd().split("\n")) line(style(DIM, quoted === "" ? "  |" : `  | ${quoted}`));
    },
    table(rows) {
      line();
      for (const row of alignColumns(rows)) line(`  ${row}`);
    },
  };
}

/** Rows of cells as lines of equally wide columns. */
function alignColumns(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]))
      .join("  ")
      .trimEnd(),
  );
}
