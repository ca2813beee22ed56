import type { JournalEntry } from "../journal";
import type { WireResponse } from "../response";
import type { ReceivedRequest } from "../service/request";
import { parseJsonBody } from "../wire/requests/request-body";

const MAX_LENGTH = 400;
const SECRET = /password|secret|token|api_?key|cloud_config|data_as_|data_from_url|authorized_keys/i;
const MASK = "***";

/** A request in one line. */
export function requestLine(number: number, { method, path, body }: ReceivedRequest): string {
  return oneLine(`#${number} -> ${method} ${path}${body === undefined ? "" : ` ${maskedBody(body)}`}`);
}

/** Its response, or what became of it, in one line. */
export function responseLine(number: number, response: WireResponse, entry: JournalEntry, nowMs: number): string {
  const about = [entry.call ?? "no such resource", entry.orderOid].filter((part) => part !== undefined).join(" ");
  const what = response.kind === "answer" ? `${response.status} ${maskedBody(response.body)}` : response.kind;
  return oneLine(`#${number} <- ${about}, ${nowMs - entry.at} ms: ${what}`);
}

/** Text that is not JSON may hold anything, so only its size is shown. */
function maskedBody(text: string): string {
  try {
    return JSON.stringify(masked(parseJsonBody(text))) ?? "no body";
  } catch {
    return `${Buffer.byteLength(text)} bytes that are not JSON`;
  }
}

function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, field !== null && SECRET.test(name) ? MASK : masked(field)]),
  );
}

/** The text cannot start a line of its own or control a terminal. */
function oneLine(text: string): string {
  const line = text.replace(/[^\x20-\x7e\u00a0-\uffff]/g, "?");
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)} ... (${line.length} characters)` : line;
}
