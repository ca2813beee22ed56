import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { boldQuotesIn, isQuoted, messagesInCode, quotesIn } from "./messages-in-code";

const docs = join(__dirname, "../../docs");

const page = (name: string): string => readFileSync(join(docs, name), "utf8");

const messages = messagesInCode();

const quotes = quotesIn(page("reference/errors.md"));

test("every message that the docs quote is in the code", () => {
  expect(quotes.length).toBeGreaterThan(120);
  expect(quotes.filter((quote) => !messages.some((message) => isQuoted(quote, message)))).toEqual([]);
});

/** What Pulumi itself says. */
const ofPulumi = ["the stack is currently locked", "interrupted while creating", "1 pending operations"];

test("every message that a guide quotes in bold is in the code", () => {
  const guides = readdirSync(docs, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md"));
  const said = guides.flatMap((name) => boldQuotesIn(page(name)).map((quote) => ({ name, quote })));
  expect(said.length).toBeGreaterThan(10);
  const unsaid = said.filter(
    ({ quote }) => !ofPulumi.includes(quote) && !messages.some((message) => isQuoted(quote, message)),
  );
  expect(unsaid).toEqual([]);
});

test("docs/reference/errors.md quotes every error and every warning of the code", () => {
  expect(messages.filter(({ mustBeQuoted }) => mustBeQuoted).length).toBeGreaterThan(80);
  const missing = messages
    .filter((message) => message.mustBeQuoted && !quotes.some((quote) => isQuoted(quote, message)))
    .map(({ file, texts }) => `${file}: ${texts[0]}`);
  expect(missing).toEqual([]);
});
