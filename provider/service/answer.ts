import { z } from "zod";
import { isObject } from "../pulumi/properties";
import { ConnectionError, type Failure, failureKind } from "./calls";
import { definedParts } from "./names";
import type { WireAnswer } from "./transport";
import { Message, Text } from "./wire/values";
import { ifReadable, readableListOf, wire } from "./wire/wire";

export const connectionFailure = (error: unknown): Failure => {
  if (!(error instanceof ConnectionError)) return { kind: "no-answer", code: "UNEXPECTED" };
  if (error.fault === "too-large") return { kind: "unreadable", code: "too large" };
  return { kind: error.fault, code: error.code };
};

const ErrorInfo = wire({
  error_class: ifReadable(Text),
  error_title: ifReadable(Message),
  field_name: ifReadable(Text),
  full_error_message: ifReadable(Message),
  human_readable_message: ifReadable(Message),
});

/** The fields that every answer has around its content. */
const Envelope = wire({
  response_type: ifReadable(z.string()),
  human_readable_message: ifReadable(Message),
  error_info: ifReadable(ErrorInfo),
  extended_error_infos: ifReadable(readableListOf(ErrorInfo)),
});

const isJsonObject = (value: unknown): value is object => isObject(value) && !Array.isArray(value);

/**
 * Opens an answer: an object with one root key around the rest. The key's name does not matter: errors have a different
 * one from content, and a few errors have none at all.
 */
const openEnvelope = (body: unknown): ({ content: object } & z.infer<typeof Envelope>) | undefined => {
  if (!isJsonObject(body)) return undefined;
  const [root, ...others] = Object.values(body);
  const content: unknown = "error_info" in body ? body : others.length === 0 ? root : undefined;
  return isJsonObject(content) ? { content, ...Envelope.parse(content) } : undefined;
};

/**
 * The value of a JSON text; `undefined` if it is not JSON. The service's sentences may quote what was sent, so they are redacted before
 * they are cleaned and shortened.
 */
const parseRedacted = (text: string, redact: (text: string) => string): unknown => {
  const redacted = (value: unknown): unknown => (typeof value === "string" ? redact(value) : value);
  try {
    return JSON.parse(text, (name, value: unknown) => {
      // Fields with words of the service, and the two that say what a refusal is about.
      if (!/(messages?|description|location_name|title|error_class|field_name)$/.test(name)) return value;
      return Array.isArray(value) ? value.map(redacted) : redacted(value);
    });
  } catch {
    return undefined;
  }
};

const isJson = (contentType = "application/json"): boolean => /^application\/json\b/i.test(contentType.trim());

/** In seconds or as a date. */
const retryAfterMs = (retryAfter: string | undefined, nowMs: number): number | undefined => {
  if (retryAfter === undefined) return undefined;
  const text = retryAfter.trim();
  const ms = /^[0-9]+$/.test(text) ? Number(text) * 1000 : Math.max(0, Date.parse(text) - nowMs);
  return Number.isNaN(ms) ? undefined : ms;
};

/** What an answer is that is not the service's. Hotels, trains and companies answer in its place until somebody has logged in. */
const somethingElse = ({ status, contentType = "", location = "" }: WireAnswer): string => {
  if (status === 407) return "the proxy asks for a password";
  if (status === 511) return "the network asks for a login";
  // The rest of the address may hold anything.
  const target = URL.canParse(location) ? ` to ${new URL(location).host}` : "";
  if (status >= 300 && status < 400) return `a redirect${target}`;
  return /^text\/html\b/i.test(contentType.trim()) ? "a web page" : "not the service's JSON";
};

type OpenedAnswer = { content: object; message: string | undefined } | { failure: Failure };

/** What the service says about a failure, in its own words. */
const wordsOf = ({ errorInfo, extendedErrorInfos = [], humanReadableMessage }: Partial<z.infer<typeof Envelope>>) => {
  const sentences = [errorInfo, ...extendedErrorInfos].flatMap(
    (info) => info?.humanReadableMessage ?? info?.fullErrorMessage ?? info?.errorTitle ?? [],
  );
  return {
    errorClass: errorInfo?.errorClass,
    fieldName: errorInfo?.fieldName,
    serviceMessage: [...new Set(sentences)].join(" ") || humanReadableMessage,
  };
};

/** Reads an answer by its status and its envelope. */
export const readAnswer = (answer: WireAnswer, nowMs: number, redact: (text: string) => string): OpenedAnswer => {
  const { status, contentType, body, retryAfter } = answer;
  const envelope = isJson(contentType) ? openEnvelope(parseRedacted(body, redact)) : undefined;
  const { responseType, errorInfo, content, humanReadableMessage } = envelope ?? {};
  const isError = responseType === "ERROR" || (errorInfo !== undefined && responseType !== "OK");
  const kind = failureKind(status, content !== undefined, isError);
  if (kind === undefined && content !== undefined) return { content, message: humanReadableMessage };
  const pause = kind === "refused" ? undefined : retryAfterMs(retryAfter, nowMs);
  const more = kind === "unreadable" ? { code: somethingElse(answer) } : { retryAfterMs: pause };
  return { failure: { kind: kind ?? "unreadable", status, ...definedParts({ ...wordsOf(envelope ?? {}), ...more }) } };
};
