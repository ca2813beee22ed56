/** A fenced block of a page, with the language that it is marked with. */
export interface FencedBlock {
  readonly language: string;
  readonly text: string;
  /** Where it starts, counted from 1. */
  readonly line: number;
  /** What a comment in the line before says of it; empty if there is none. */
  readonly note: string;
}

/** The fenced blocks of a page, in their order. */
export function fencedBlocks(markdown: string): FencedBlock[] {
  const blocks = markdown.matchAll(/^( *)```(\w*)\n([\s\S]*?)^\1```$/gm);
  return Array.from(blocks, ({ index, 1: indent = "", 2: language = "", 3: text = "" }) => ({
    language,
    text: text.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
    line: markdown.slice(0, index).split("\n").length,
    note: /<!-- (.*) -->\n$/.exec(markdown.slice(0, index))?.[1] ?? "",
  }));
}
