/** The terminal's sixteen colours on a dark ground; the CLI uses no others. */
const COLOURS = [
  ...["#484f58", "#ff7b72", "#3fb950", "#d29922", "#58a6ff", "#bc8cff", "#39c5cf", "#b1bac4"],
  ...["#6e7681", "#ffa198", "#56d364", "#e3b341", "#79c0ff", "#d2a8ff", "#56d4dd", "#ffffff"],
];
const INK = "#e6edf3";
const GROUND = "#0d1117";
const CELL = { width: 8, height: 20 };
const MARGIN = 16;

// biome-ignore lint/suspicious/noControlCharactersInRegex: it has to match the colour codes of the CLI's output
const CODE = /\u001b\[([0-9;]*)m/;

/**
 * What a terminal shows, as a picture.
 *
 * @param {{ lines: readonly string[], title: string }} terminal lines with colour codes; the title is read to those who do not see it
 * @returns {string} SVG
 */
export function terminalPicture({ lines, title }) {
  const rows = rowsOf(lines);
  const columns = Math.max(...rows.map((runs) => runs.reduce((sum, { text }) => sum + text.length, 0)));
  const size = { width: columns * CELL.width + 2 * MARGIN, height: rows.length * CELL.height + 2 * MARGIN };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="${GROUND}"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="13" fill="${INK}" xml:space="preserve">`,
    ...rows.flatMap((runs, row) => textsOf(runs, Math.round(MARGIN + (row + 0.7) * CELL.height))),
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

/** Each stretch of one colour stands at its column, so that no font moves what follows it. */
function textsOf(runs, y) {
  let column = 0;
  return runs.flatMap(({ text, style }) => {
    const blanks = text.length - text.trimStart().length;
    const [x, shown] = [MARGIN + (column + blanks) * CELL.width, text.trim()];
    column += text.length;
    if (shown === "") return [];
    const width = shown.length * CELL.width;
    return [`<text x="${x}" y="${y}" textLength="${width}"${style}>${escaped(shown)}</text>`];
  });
}

/** Lines in stretches of one style, which may go on from line to line. */
function rowsOf(lines) {
  let style = {};
  return lines.map((line) => {
    const [first = "", ...others] = line.split(CODE);
    const runs = [{ text: first, style: attributesOf(style) }];
    for (let index = 0; index < others.length; index += 2) {
      style = styleAfter(style, others[index]);
      runs.push({ text: others[index + 1], style: attributesOf(style) });
    }
    return runs;
  });
}

function styleAfter(style, codes) {
  const numbers = codes.split(";").map(Number);
  const [first] = numbers;
  if (first === 0) return {};
  if (first === 1) return { ...style, isBold: true };
  if (first === 38) return { ...style, colour: COLOURS[numbers[2]] };
  if (first >= 30 && first <= 37) return { ...style, colour: COLOURS[first - 30] };
  if (first >= 90 && first <= 97) return { ...style, colour: COLOURS[first - 90 + 8] };
  return style;
}

const attributesOf = ({ colour, isBold }) =>
  `${colour === undefined ? "" : ` fill="${colour}"`}${isBold ? ' font-weight="bold"' : ""}`;

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
