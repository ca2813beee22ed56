import { definedParts } from "../engine/parts";
import { ConnectionError, type WireAnswer } from "./connection";
import { instantMs } from "./service-clock";
import { errorMessageIn, type Opened, openEnvelope } from "./wire/envelope";

/**
 * Why a call did not succeed:
 * - `not-sent`, `certificate`: nothing was sent
 * - `no-answer`: it was sent, or may have been, and no answer came
 * - `server-fault`: an answer with a status of 500 or above, whatever its content
 * - `unreadable`: an answer that is not the service's, or that lacks a required field
 * - `rate-limited`: too many calls
 * - `refused`: the service itself said no
 */
export type FailureKind =
  | "not-sent"
  | "certificate"
  | "no-answer"
  | "server-fault"
  | "unreadable"
  | "rate-limited"
  | "refused";

export type Failure = {
  readonly kind: FailureKind;
  readonly status?: number;
  /** A short word such as `ECONNRESET`, or what made an answer unreadable. Never part of the answer. */
  readonly code?: string;
  readonly retryAfterMs?: number;
  readonly errorClass?: string;
  readonly fieldName?: string;
  /** The service's own words, cleaned. */
  readonly serviceMessage?: string;
};

export const connectionFailure = (error: unknown): Failure => {
  if (!(error instanceof ConnectionError)) return { kind: "no-answer", code: "UNEXPECTED" };
  if (error.fault === "too-large") return { kind: "unreadable", code: "too large" };
  return { kind: error.fault, code: error.code };
};

/** A `Retry-After` date is by the service's own clock, which the answer's `Date` shows. */
const retryAfterMs = ({ retryAfter, date }: WireAnswer, nowMs: number): number | undefined => {
  if (retryAfter === undefined) return undefined;
  const text = retryAfter.trim();
  if (/^[0-9]+$/.test(text)) return Number(text) * 1000;
  const untilMs = Date.parse(text);
  return Number.isNaN(untilMs) ? undefined : Math.max(0, untilMs - (instantMs(date) ?? nowMs));
};

/** The value of a JSON text; `undefined` if it is not JSON. Ignores a byte order mark. */
const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return undefined;
  }
};

/** No answer nests its messages deeper than this. */
const maxMessageDepth = 5;

/** Fields with words of the service, and the two that say what a refusal is about. */
const isMessage = /(messages?|description|location_name|title|error_class|field_name)$/;

/**
 * The service's sentences may quote what was sent, so they are redacted before they are cleaned and shortened. This happens in place:
 * nobody else has the parsed answer, and a list of a thousand orders need not be copied for a few sentences.
 */
const redactMessages = (value: unknown, redact: (text: string) => string, depth: number): void => {
  if (depth === 0 || typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const entry of value) redactMessages(entry, redact, depth - 1);
    return;
  }
  const redacted = (entry: unknown): unknown => (typeof entry === "string" ? redact(entry) : entry);
  const fields = value as Record<string, unknown>;
  for (const [key, entry] of Object.entries(fields)) {
    if (!isMessage.test(key)) redactMessages(entry, redact, depth - 1);
    else fields[key] = Array.isArray(entry) ? entry.map(redacted) : redacted(entry);
  }
};

const parseRedacted = (text: string, redact: (text: string) => string): unknown => {
  const content = parseJson(text);
  redactMessages(content, redact, maxMessageDepth);
  return content;
};

const isJson = (contentType: string | undefined): boolean =>
  contentType === undefined || /^(?:application|text)\/(?:[\w.-]+\+|x-)?json\b/i.test(contentType.trim());

/** Content types that say nothing about the content. */
const mayBeJson = (contentType: string | undefined): boolean =>
  /^(?:|text\/plain|application\/octet-stream)\s*(?:;|$)/i.test(contentType?.trim() ?? "");

/** JSON under another content type may be anything. It is an answer only if it says how the call ended. */
const openAnswer = ({ contentType, body }: WireAnswer, redact: (text: string) => string): Opened | undefined => {
  if (isJson(contentType)) return openEnvelope(parseRedacted(body, redact));
  if (!mayBeJson(contentType)) return undefined;
  const opened = openEnvelope(parseRedacted(body, redact));
  return "envelope" in opened && opened.envelope.responseType !== undefined ? opened : undefined;
};

type ReadAnswer = { content: object; message: string | undefined } | { failure: Failure };

/** Reads an answer by its status and its envelope: the service also reports errors with status 200. */
export const readAnswer = (answer: WireAnswer, nowMs: number, redact: (text: string) => string): ReadAnswer => {
  const { status } = answer;
  const opened = openAnswer(answer, redact);
  const words =
    opened && "envelope" in opened
      ? definedParts({
          errorClass: opened.envelope.errorInfo?.errorClass,
          fieldName: opened.envelope.errorInfo?.fieldName,
          serviceMessage: errorMessageIn(opened.envelope),
        })
      : {};
  const failure = (kind: FailureKind, more: Partial<Failure> = {}) => ({
    failure: { kind, status, ...words, ...more },
  });

  if (status === 429) return failure("rate-limited", definedParts({ retryAfterMs: retryAfterMs(answer, nowMs) }));
  if (status >= 500) return failure("server-fault", definedParts({ retryAfterMs: retryAfterMs(answer, nowMs) }));
  if (status >= 300 && status < 400) return failure("unreadable", { code: "a redirect" });
  if (opened === undefined) return failure("unreadable", { code: "not JSON" });
  if (opened.kind === "not-an-envelope") return failure("unreadable", { code: "not in the service's form" });
  if (opened.kind === "error" || status >= 400) return failure("refused");
  return { content: opened.content, message: opened.envelope.humanReadableMessage };
};
