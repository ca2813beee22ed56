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

/** What fits everywhere: into a log, a mail, a bug report. */
const usualWidth = 100;

/** Narrower, and nothing would be left of a table. */
const leastWidth = 60;

/** Colour only where a person sees it: Node asks the stream and `NO_COLOR`. */
export const pageOn = (stream: Terminal): Page => ({
  width: Math.max(leastWidth, stream.isTTY === true ? (stream.columns ?? usualWidth) : usualWidth),
  paint: (style, text) => styleText(style, text, { stream }),
});
