import type { IncomingHttpHeaders } from "node:http";
import type { CallName } from "../calls";
import type { JournalEntry } from "../journal";
import { parseMatrix } from "../wire/requests/matrix";
import { parseJsonBody } from "../wire/requests/request-body";
import { Refusal } from "../world/refusal";
import type { Service } from "./service";

/** A request as it arrived, over HTTP or in the same process. */
export type ReceivedRequest = {
  readonly method: string;
  /** As requested, including matrix parameters. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string | undefined;
};

/** `Authorization: rimuhosting apikey=<KEY>`. */
export function keyIn(headers: IncomingHttpHeaders): string | undefined {
  return /^rimuhosting\s+apikey=(\S+)$/i.exec(headers.authorization ?? "")?.[1];
}

/** Enters the request into the journal. */
export function recordRequest(
  service: Service,
  request: ReceivedRequest,
  found: Pick<JournalEntry, "call" | "orderOid" | "body">,
): JournalEntry {
  const { method, path, headers, body } = request;
  return service.journal.open({
    ...found,
    at: service.clock.now(),
    bodyBytes: Buffer.byteLength(body ?? ""),
    method,
    path,
    matrix: parseMatrix(path),
    hasAuthorization: headers.authorization !== undefined,
    accept: headers.accept,
    contentType: headers["content-type"],
  });
}

export type ReadBody = { readonly value?: unknown; readonly refusal?: Refusal };

/** Read on arrival, so that the journal has it whatever happens next; an unreadable one is refused only when the work begins. */
export function readBody(call: CallName, { body, headers }: ReceivedRequest): ReadBody {
  if (body === undefined) return {};
  const isForm = headers["content-type"]?.includes("application/x-www-form-urlencoded") ?? false;
  if (call === "ptr" && isForm) return { value: Object.fromEntries(new URLSearchParams(body)) };
  try {
    return { value: parseJsonBody(body) };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error };
    throw error;
  }
}
