import { z } from "zod";
import { Count, Message, Text } from "./values";
import { ifReadable, readableListOf, wire } from "./wire";

/** Why the service refused, in its own words. */
const ErrorInfo = wire({
  error_class: ifReadable(Text),
  error_title: ifReadable(Message),
  field_name: ifReadable(Text),
  full_error_message: ifReadable(Message),
  human_readable_message: ifReadable(Message),
});

/** The fields that every answer has around its content. */
export const Envelope = wire({
  response_type: ifReadable(z.string()),
  status_code: ifReadable(Count),
  human_readable_message: ifReadable(Message),
  error_info: ifReadable(ErrorInfo),
  extended_error_infos: ifReadable(readableListOf(ErrorInfo)),
});
export type Envelope = z.infer<typeof Envelope>;

export type Opened =
  | { kind: "content"; content: object; envelope: Envelope; root: string }
  | { kind: "error"; envelope: Envelope }
  | { kind: "not-an-envelope" };

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isError = (envelope: Envelope): boolean =>
  envelope.responseType === "ERROR" || (envelope.errorInfo !== undefined && envelope.responseType !== "OK");

/** The one field of an answer that holds the rest; beside others, the only one that says how the call ended. */
const rootOf = (body: object): readonly [string, object] | undefined => {
  const fields = Object.entries(body);
  const roots = fields.filter((field): field is [string, object] => isObject(field[1]));
  const [root, ...others] = fields.length === 1 ? roots : roots.filter(([, content]) => "response_type" in content);
  return others.length === 0 ? root : undefined;
};

/**
 * Opens an answer: an object with one root key around the rest. The key's name does not matter: errors have a different
 * one from content, and a few errors have none at all.
 */
export const openEnvelope = (body: unknown): Opened => {
  if (!isObject(body)) return { kind: "not-an-envelope" };
  const bare = Envelope.safeParse(body);
  if (!bare.success) return { kind: "not-an-envelope" };
  if (isError(bare.data)) return { kind: "error", envelope: bare.data };
  const [root, content] = rootOf(body) ?? [];
  const parsed = Envelope.safeParse(content);
  if (root === undefined || content === undefined || !parsed.success) return { kind: "not-an-envelope" };
  return isError(parsed.data)
    ? { kind: "error", envelope: parsed.data }
    : { kind: "content", content, envelope: parsed.data, root };
};

/** The clearest sentence in an envelope about what went wrong. */
export const errorMessageIn = ({
  errorInfo,
  extendedErrorInfos,
  humanReadableMessage,
}: Envelope): string | undefined => {
  const words = [errorInfo, ...(extendedErrorInfos ?? [])].flatMap(
    (info) => info?.humanReadableMessage ?? info?.fullErrorMessage ?? info?.errorTitle ?? [],
  );
  return words.length > 0 ? [...new Set(words)].join(" ") : humanReadableMessage;
};
