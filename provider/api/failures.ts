import { openEnvelope, serviceWords } from "../schema/envelope";
import { ConnectionError, type WireAnswer } from "./connection";
import { instantMs } from "./service-clock";

/**
 * Why a call did not succeed:
 * - `not-sent`, `certificate`: nothing left this machine
 * - `no-answer`: it was sent, or may have been, and no answer came
 * - `server-fault`: an answer with a status of 500 or above, whatever it holds
 * - `unreadable`: an answer that is not the service's, or that lacks what must be there
 * - `rate-limited`: too many calls
 * - `refused`: the service's own no
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
  /** A short word such as `ECONNRESET` or what made an answer unreadable; never a part of the answer. */
  readonly code?: string;
  readonly retryAfterMs?: number;
  readonly errorClass?: string;
  readonly fieldName?: string;
  readonly serviceMessage?: string;
};

export const connectionFailure = (error: unknown): Failure => {
  if (!(error instanceof ConnectionError)) return { kind: "no-answer", code: "UNEXPECTED" };
  if (error.fault === "too-large") return { kind: "unreadable", code: "too large" };
  return { kind: error.fault, code: error.code };
};

/** The service names a time by its own clock, which its answer shows as well. */
const retryAfterMs = ({ retryAfter, date }: WireAnswer, nowMs: number): number | undefined => {
  if (retryAfter === undefined) return undefined;
  const text = retryAfter.trim();
  if (/^[0-9]+$/.test(text)) return Number(text) * 1000;
  const untilMs = Date.parse(text);
  return Number.isNaN(untilMs) ? undefined : Math.max(0, untilMs - (instantMs(date) ?? nowMs));
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Messages stand at most this deep in an answer; what is nested deeper is not looked through. */
const messageDepth = 5;

/** Sentences, and the two words that name what a refusal is about. */
const isMessage = /(messages?|title|error_class|field_name)$/;

/** The service's sentences may quote what was sent, so they are redacted, before they are cleaned and cut. */
const withMessages = (value: unknown, redact: (text: string) => string, depth: number): unknown => {
  if (depth === 0 || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((entry) => withMessages(entry, redact, depth - 1));
  const redacted = (entry: unknown): unknown => (typeof entry === "string" ? redact(entry) : entry);
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => {
      if (!isMessage.test(key)) return [key, withMessages(entry, redact, depth - 1)];
      return [key, Array.isArray(entry) ? entry.map(redacted) : redacted(entry)];
    }),
  );
};

const isJson = (contentType: string | undefined): boolean =>
  contentType === undefined || /^application\/(?:[\w.-]+\+)?json\b/i.test(contentType.trim());

const known = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };

type ReadAnswer = { content: object; message: string | undefined } | { failure: Failure };

/** What an answer says. The status is looked at and so is the envelope: the service reports errors with 200, too. */
export const readAnswer = (answer: WireAnswer, nowMs: number, redact: (text: string) => string): ReadAnswer => {
  const { status } = answer;
  const opened = isJson(answer.contentType)
    ? openEnvelope(withMessages(parseJson(answer.body), redact, messageDepth))
    : undefined;
  const words =
    opened && "envelope" in opened
      ? known({
          errorClass: opened.envelope.errorInfo?.errorClass,
          fieldName: opened.envelope.errorInfo?.fieldName,
          serviceMessage: serviceWords(opened.envelope),
        })
      : {};
  const failure = (kind: FailureKind, more: Partial<Failure> = {}) => ({
    failure: { kind, status, ...words, ...more },
  });

  if (status === 429) return failure("rate-limited", known({ retryAfterMs: retryAfterMs(answer, nowMs) }));
  if (status >= 500) return failure("server-fault", known({ retryAfterMs: retryAfterMs(answer, nowMs) }));
  if (status >= 300 && status < 400) return failure("unreadable", { code: "a redirect" });
  if (opened === undefined) return failure("unreadable", { code: "not JSON" });
  if (opened.kind === "not-an-envelope") return failure("unreadable", { code: "not in the service's form" });
  if (opened.kind === "error" || status >= 400) return failure("refused");
  return { content: opened.content, message: opened.envelope.humanReadableMessage };
};
