import { refuse } from "../../world/refusal";

/** The body as JSON, or undefined if there is none. Some clients send the four bytes `null`. */
export function parseJsonBody(text: string): unknown {
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return parseSingleQuoted(text);
  }
}

/** An old shell client sends JSON in single quotes, and the service accepts it. */
function parseSingleQuoted(text: string): unknown {
  const doubled = text.replace(/"(?:[^"\\]|\\.)*"|'((?:[^'\\]|\\.)*)'/g, (whole, inner: string | undefined) =>
    inner === undefined ? whole : JSON.stringify(inner.replaceAll("\\'", "'")),
  );
  try {
    return JSON.parse(doubled);
  } catch {
    return refuse("The request body is not valid JSON.");
  }
}

/** The payload under the one root key, whose name does not matter. */
export function payloadOf(body: unknown): unknown {
  if (body === undefined || body === null) return {};
  if (typeof body !== "object" || Array.isArray(body)) return refuse("The request body must be a JSON object.");
  const payload: unknown = Object.values(body)[0];
  return payload ?? {};
}
