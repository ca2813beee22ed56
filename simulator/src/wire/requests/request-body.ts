import { refuse } from "../../world/refusal";

/** Deeper than any request needs, and shallow enough for whatever walks through it later. */
const MAX_DEPTH = 100;

/** The body as JSON, or undefined if there is none. Some clients send the four bytes `null`. */
export function parseJsonBody(text: string): unknown {
  if (text.trim() === "") return undefined;
  for (const candidate of [() => text, () => inDoubleQuotes(text)]) {
    const json = candidate();
    if (json === undefined || isTooDeep(json)) continue;
    try {
      return JSON.parse(json);
    } catch {
      // The next one, if any.
    }
  }
  return refuse("The request body is not valid JSON.");
}

function isTooDeep(json: string): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const char = json[at];
    if (char === '"') at = closingQuote(json, at) ?? json.length;
    else if (char === "[" || char === "{") depth++;
    else if (char === "]" || char === "}") depth--;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/** An old shell client sends JSON in single quotes, and the service accepts it. Undefined if a quote is never closed. */
function inDoubleQuotes(text: string): string | undefined {
  const parts: string[] = [];
  const quotes = /["']/g;
  let at = 0;
  for (let found = quotes.exec(text); found !== null; found = quotes.exec(text)) {
    const end = closingQuote(text, found.index);
    if (end === undefined) return undefined;
    const inner = text.slice(found.index + 1, end);
    parts.push(text.slice(at, found.index));
    parts.push(found[0] === '"' ? `"${inner}"` : JSON.stringify(inner.replaceAll("\\'", "'")));
    at = end + 1;
    quotes.lastIndex = at;
  }
  return parts.join("") + text.slice(at);
}

/** Where the text that starts with a quote ends. */
function closingQuote(text: string, start: number): number | undefined {
  const quote = text[start];
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === quote) return at;
  }
  return undefined;
}

/** The payload under the one root key, whose name does not matter. */
export function payloadOf(body: unknown): unknown {
  if (body === undefined || body === null) return {};
  if (typeof body !== "object" || Array.isArray(body)) return refuse("The request body must be a JSON object.");
  const payload: unknown = Object.values(body)[0];
  return payload ?? {};
}
