import { styleText } from "node:util";

/** Where text is printed. */
export interface Terminal extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

type Style = Parameters<typeof styleText>[0];

/** What text is laid out for. Everything must make sense without colour. */
export interface Page {
  readonly width: number;
  readonly paint: (style: Style, text: string) => string;
}

/** Fits everywhere: a log, a mail, a bug report. */
const usualWidth = 100;

/** A table could not be read in less. */
const leastWidth = 60;

/** Colour only where a person sees it: Node asks the stream and `NO_COLOR`. */
export const pageOn = (stream: Terminal): Page => ({
  width: Math.max(leastWidth, stream.isTTY === true ? (stream.columns ?? usualWidth) : usualWidth),
  paint: (style, text) => styleText(style, text, { stream }),
});

export interface Column {
  readonly title: string;
  readonly align?: "right";
  /** What gives way if the table is too wide: cut off with an ellipsis, or continued on further lines. */
  readonly ifTooLong?: "cut" | "wrap";
}

type Row = readonly string[];

const gap = "  ";

/** Text in columns. Cells are plain text and are coloured last, so that widths are right. */
export function table(
  page: Page,
  columns: readonly Column[],
  rows: readonly Row[],
  paintCell: (text: string, column: number, row: number) => string = (text) => text,
): string {
  const widths = fittingWidths(page, columns, rows);
  const line = (cells: readonly string[]): string => cells.join(gap).trimEnd();
  const titles = columns.map(({ title }, index) => padded(title, widths[index] ?? 0, columns[index]));
  const body = rows.flatMap((row, rowIndex) => {
    const parts = columns.map((column, index) => linesIn(row[index] ?? "", widths[index] ?? 0, column));
    const height = Math.max(...parts.map(({ length }) => length));
    return Array.from({ length: height }, (_, lineIndex) =>
      line(
        columns.map((column, index) =>
          paintCell(padded(parts[index]?.[lineIndex] ?? "", widths[index] ?? 0, column), index, rowIndex),
        ),
      ),
    );
  });
  const hasTitles = columns.some(({ title }) => title !== "");
  return [...(hasTitles ? [page.paint("bold", line(titles))] : []), ...body].join("\n");
}

/** As wide as the longest cell; if that is too wide, columns that may be cut or wrapped get narrower. */
function fittingWidths(page: Page, columns: readonly Column[], rows: readonly Row[]): number[] {
  const natural = columns.map(({ title }, index) =>
    Math.max(displayWidth(title), ...rows.map((row) => displayWidth(row[index] ?? ""))),
  );
  let excess = natural.reduce((sum, width) => sum + width, 0) + gap.length * (columns.length - 1) - page.width;
  for (const index of widestFirst(columns, natural)) {
    if (excess <= 0) break;
    const width = natural[index] ?? 0;
    const least = Math.min(width, Math.max(12, displayWidth(columns[index]?.title ?? "")));
    natural[index] = Math.max(least, width - excess);
    excess -= width - (natural[index] ?? 0);
  }
  return natural;
}

const widestFirst = (columns: readonly Column[], widths: readonly number[]): number[] =>
  columns
    .flatMap(({ ifTooLong }, index) => (ifTooLong === undefined ? [] : [index]))
    .sort((a, b) => (widths[b] ?? 0) - (widths[a] ?? 0));

function linesIn(text: string, width: number, { ifTooLong }: Column): string[] {
  if (displayWidth(text) <= width) return [text];
  return ifTooLong === "wrap" ? wrapped(text, width) : [cut(text, width)];
}

function cut(text: string, width: number): string {
  let kept = "";
  for (const character of text) {
    if (displayWidth(kept + character) > width - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

/** Breaks text between words; a word that is too long for a line stays whole. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && displayWidth(`${last} ${word}`) <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function padded(text: string, width: number, column: Column | undefined): string {
  const space = " ".repeat(Math.max(0, width - displayWidth(text)));
  return column?.align === "right" ? space + text : text + space;
}

/** How many columns of a terminal a text takes up: an accent has none of its own. */
const displayWidth = (text: string): number => [...text.normalize("NFC")].length;
