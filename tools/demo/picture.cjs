/** Draws a terminal's text, with the CLI's colours, as an SVG that brings its own background: it reads the same on light and dark pages. */

const CELL = { width: 8.4, height: 19 };
const MARGIN = 18;
const COLOURS = {
  1: "#f0f3f6",
  31: "#ff7b72",
  32: "#7ee787",
  33: "#e3b341",
  34: "#79c0ff",
  35: "#d2a8ff",
  36: "#76e3ea",
};
const DEFAULT = "#d1d9e0";

/** The colour that the last codes ask for; 90 and above are the bright ones. */
function colourAfter(codes, before) {
  const short = codes.replace(/38;5;(\d+)/g, (_, of256) => String(30 + (Number(of256) % 8)));
  return short.split(";").reduce((colour, code) => {
    const number = Number(code);
    if (number === 0 || number === 39) return DEFAULT;
    return COLOURS[number >= 90 ? number - 60 : number] ?? colour;
  }, before);
}

const inXml = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Characters with their colours. */
function cellsOf(line) {
  let colour = DEFAULT;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it has to match the colour codes of the CLI's output
  return line.split(/(\u001b\[[0-9;]*m)/).flatMap((part) => {
    if (!part.startsWith("\u001b")) return [...part].map((text) => ({ text, colour }));
    colour = colourAfter(part.slice(2, -1), colour);
    return [];
  });
}

/** The same in lines that fit, broken at a space and indented like the first. */
function fold(cells, width) {
  const indent = cells.findIndex(({ text }) => text !== " ");
  if (cells.length <= width) return [cells];
  const at = cells.slice(0, width + 1).findLastIndex(({ text }, index) => text === " " && index > indent);
  const cut = at === -1 ? width : at;
  const rest = [...cells.slice(0, Math.max(0, indent)), ...cells.slice(at === -1 ? cut : cut + 1)];
  return [cells.slice(0, cut), ...fold(rest, width)];
}

function spansOf(cells) {
  const spans = [];
  for (const { text, colour } of cells) {
    const last = spans.at(-1);
    if (last?.colour === colour) last.text += text;
    else spans.push({ text, colour });
  }
  return spans.map(({ text, colour }) => `<tspan fill="${colour}">${inXml(text)}</tspan>`).join("");
}

/** @param {readonly string[]} lines @param {number} columns @param {string} title read out in place of the picture */
exports.draw = (lines, columns, title) => {
  const rows = lines.flatMap((line) => fold(cellsOf(line.trimEnd()), columns));
  const width = Math.ceil(columns * CELL.width + 2 * MARGIN);
  const height = rows.length * CELL.height + 2 * MARGIN;
  const texts = rows.map(
    (cells, row) =>
      `<text x="${MARGIN}" y="${MARGIN + (row + 0.75) * CELL.height}" xml:space="preserve">${spansOf(cells)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">
<title>${inXml(title)}</title>
<rect width="${width}" height="${height}" rx="10" fill="#151b23" stroke="#3d444d"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">
${texts.join("\n")}
</g>
</svg>
`;
};
