/**
 * Puts the first sentence of a message on a line of its own. The engine repeats a message's first line on the resource's row, in a log
 * each time that the row changes; the rest it shows once, in the diagnostics.
 */
export const withHeadline = (text: string): string => text.replace(/^(.*?[.!?]) (?=\S)/, "$1\n");
