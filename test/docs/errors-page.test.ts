import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const docs = join(__dirname, "../../docs");
const provider = join(__dirname, "../../provider");

const page = readFileSync(join(docs, "reference/errors.md"), "utf8");

/** What the first column of the page's tables quotes. */
const quotes = [...page.matchAll(/^\| (`[^|]*`) \|/gm)].flatMap(([, cell = ""]) =>
  cell.split(" · ").map((quote) => quote.slice(1, -1)),
);

/** A text in the code; what the code fills in stands as `…`. */
interface Message {
  readonly file: string;
  readonly text: string;
  /** Whether it is an error or a warning in full, which a person should find on the page. */
  readonly isWhole: boolean;
}

function messagesInCode(): Message[] {
  const files = readdirSync(provider, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  return files.sort().flatMap((file) => {
    const source = ts.createSourceFile(file, readFileSync(join(provider, file), "utf8"), ts.ScriptTarget.Latest, true);
    const found: Message[] = [];
    const visit = (node: ts.Node): void => {
      if (isText(node)) found.push({ file, text: textOf(node).replace(/\s+/g, " "), isWhole: isWhole(file, node) });
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}

const isSum = (node: ts.Node): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken;

function isText(node: ts.Node): boolean {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || isSum(node);
}

function textOf(node: ts.Node): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (isSum(node)) return textOf(node.left) + textOf(node.right);
  if (!ts.isTemplateExpression(node)) return "…";
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join("");
}

/** Shorter texts are parts of others. */
const least = 40;

/** What stands on a resource's own line, or in a list of orders. */
const ofLines = /(Line|Progress|Done|Words|describeOrders?|aboutMoney|described|wayOut|spelled|origins|inOneLine)$/;

/** Functions that say what is wrong, or nothing. */
const ofObjections = /(Problems?|[oO]bjections?|Limit)$/;

function isWhole(file: string, node: ts.Node): boolean {
  if (textOf(node).replaceAll("…", "").length < least || ts.findAncestor(node.parent, isText)) return false;
  const names: string[] = [];
  let isSaid = /messages\.ts$/.test(file);
  for (let one: ts.Node | undefined = node; one !== undefined; one = one.parent) {
    if (ts.isFunctionDeclaration(one) || ts.isVariableDeclaration(one) || ts.isPropertyAssignment(one))
      names.push(one.name?.getText() ?? "");
    if (ts.isNewExpression(one)) isSaid ||= /(Error|Refusal|Unconfirmed)$/.test(one.expression.getText());
    if (ts.isCallExpression(one)) isSaid ||= /^(runError|.*\.warn)$/.test(one.expression.getText());
  }
  return !names.some((name) => ofLines.test(name)) && (isSaid || names.some((name) => ofObjections.test(name)));
}

const partsOf = (quote: string): string[] =>
  quote
    .split("…")
    .map((part) => part.trim())
    .filter((part) => /\w/.test(part));

const messages = messagesInCode();

test("every message that the page quotes is in the code, and on the page once", () => {
  expect(quotes.length).toBeGreaterThan(120);
  const byFile = Object.values(Object.groupBy(messages, ({ file }) => file)).map((all = []) =>
    all.map(({ text }) => text).join("\n"),
  );
  const isSaid = (quote: string) => byFile.some((texts) => partsOf(quote).every((part) => texts.includes(part)));
  expect(quotes.filter((quote) => !isSaid(quote))).toEqual([]);
  expect(quotes.filter((quote, index) => quotes.indexOf(quote) !== index)).toEqual([]);
});

test("the page quotes every error and every warning of the code", () => {
  const whole = messages.filter((message) => message.isWhole);
  expect(whole.length).toBeGreaterThan(80);
  const isQuoted = (text: string) =>
    quotes.some((quote) => partsOf(quote).some((part) => part.length > 8 && text.includes(part)));
  expect(whole.filter(({ text }) => !isQuoted(text)).map(({ file, text }) => `${file}: ${text}`)).toEqual([]);
});
