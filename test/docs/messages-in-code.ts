import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const provider = join(__dirname, "../../provider");

/** A sentence in the code, in every form that it may take. What the code fills in stands as `…`. */
interface Message {
  readonly file: string;
  readonly texts: readonly string[];
  /** Whether a person meets it as an error or as a warning, and should find it in the docs. */
  readonly mustBeQuoted: boolean;
}

const gap = "…";

/** Every string of the provider that may be a part of a message. */
export function messagesInCode(): Message[] {
  const files = readdirSync(provider, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  return files.sort().flatMap((file) => {
    const source = ts.createSourceFile(file, readFileSync(join(provider, file), "utf8"), ts.ScriptTarget.Latest, true);
    const found: Message[] = [];
    const visit = (node: ts.Node): void => {
      if (isText(node)) found.push({ file, texts: textsOf(node), mustBeQuoted: isShown(file, node) });
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}

const isText = (node: ts.Node): node is ts.Expression =>
  ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || isSum(node);

const isSum = (node: ts.Node): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken;

/** The texts that literals, templates, their sums and choices between them may give. */
function textsOf(node: ts.Node): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isParenthesizedExpression(node)) return textsOf(node.expression);
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)];
  if (isSum(node)) return joined(textsOf(node.left), textsOf(node.right));
  if (!ts.isTemplateExpression(node)) return [gap];
  return node.templateSpans.reduce(
    (texts, span) => joined(joined(texts, textsOf(span.expression)), [span.literal.text]),
    [node.head.text],
  );
}

const joined = (starts: readonly string[], ends: readonly string[]): string[] =>
  starts.flatMap((start) => ends.map((end) => start + end));

/** Files that hold nothing but what people read. */
const ofMessages = /messages\.ts$/;

/** What stands on a resource's own line, which docs/preview-and-cost.md shows. */
const ofLines = /(Line|Progress|Done|Words|describeOrders?|aboutMoney|described|wayOut|spelled|origins|inOneLine)$/;

/** Functions that say what is wrong, or nothing. */
const ofObjections = /(Problems?|[oO]bjections?|Limit)$/;

/** Shorter texts are parts of others. */
const least = 40;

/** Whether a text is an error or a warning in full: thrown, warned about, or made by a file of messages. */
function isShown(file: string, node: ts.Node): boolean {
  if (plainText(node).length < least || ts.findAncestor(node.parent, isText) !== undefined) return false;
  const owner = ts.findAncestor(node, (one) => ts.isFunctionDeclaration(one) || ts.isVariableDeclaration(one));
  const top = ts.findAncestor(node, ({ parent }) => ts.isSourceFile(parent));
  const property = ts.findAncestor(node, ts.isPropertyAssignment);
  const names = [property, owner, top && ts.isVariableStatement(top) ? top.declarationList.declarations[0] : top].map(
    (one) => (one !== undefined && "name" in one ? (one.name as ts.Node | undefined)?.getText() : undefined),
  );
  if (names.some((name) => name !== undefined && ofLines.test(name))) return false;
  return ofMessages.test(file) || names.some((name) => name !== undefined && ofObjections.test(name)) || isThrown(node);
}

const plainText = (node: ts.Node): string => (textsOf(node)[0] ?? "").replaceAll(gap, "");

/** Whether it is an argument of an error or of a warning. */
const isThrown = (node: ts.Node): boolean =>
  ts.findAncestor(node, (one) => {
    if (ts.isNewExpression(one)) return /(Error|Refusal|Unconfirmed)$/.test(one.expression.getText());
    return ts.isCallExpression(one) && /^(runError|.*\.warn)$/.test(one.expression.getText());
  }) !== undefined;

/** The messages that a page quotes: code in bold. */
export const quotesIn = (page: string): string[] =>
  Array.from(page.matchAll(/\*\*`([^`]+)`\*\*/g), ([, quote = ""]) => quote.replace(/\s+/g, " "));

/** The messages that a guide quotes: in quotation marks and in bold. */
export const boldQuotesIn = (page: string): string[] =>
  Array.from(page.matchAll(/\*\*"([^*]+?)"\.?\*\*/g), ([, quoted = ""]) =>
    quoted.replace(/\s+/g, " ").split('", "'),
  ).flat();

/** Whether a message contains a quotation, in which `…` stands for whatever is left out or filled in. */
export const isQuoted = (quote: string, { texts }: Message): boolean => texts.some((text) => contains(text, quote));

function contains(text: string, quote: string): boolean {
  const flat = text.replace(/\s+/g, " ");
  let from = 0;
  return quote
    .split(gap)
    .map((part) => part.trim())
    .filter((part) => /\w/.test(part))
    .every((part) => {
      const at = flat.indexOf(part, from);
      from = at + part.length;
      return at >= 0;
    });
}
