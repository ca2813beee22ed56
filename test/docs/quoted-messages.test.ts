import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isQuoted, messagesInCode, quotesIn } from "./messages-in-code";

const page = (name: string): string => readFileSync(join(__dirname, "../../docs", name), "utf8");

const messages = messagesInCode();

const quotes = [page("reference/errors.md"), page("troubleshooting.md")].flatMap(quotesIn);

test("every message that the docs quote is in the code", () => {
  expect(quotes.length).toBeGreaterThan(120);
  expect(quotes.filter((quote) => !messages.some(({ text }) => isQuoted(quote, text)))).toEqual([]);
});

test("docs/reference/errors.md quotes every error and every warning of the code", () => {
  expect(messages.filter(({ mustBeQuoted }) => mustBeQuoted).length).toBeGreaterThan(80);
  const missing = messages
    .filter(({ mustBeQuoted, text }) => mustBeQuoted && !quotes.some((quote) => isQuoted(quote, text)))
    .map(({ file, text }) => `${file}: ${text}`);
  expect(missing).toEqual([]);
});
