import type { IncomingHttpHeaders } from "node:http";
import { CALLS, type CallName } from "../calls";
import type { Delivery } from "../faults/delivery";
import type { JournalEntry } from "../journal";
import { parseMatrix } from "../wire/requests/matrix";
import { parseJsonBody, payloadOf } from "../wire/requests/request-body";
import { Refusal } from "../world/refusal";
import { keyIn } from "./authorization";
import type { Destination } from "./destination";
import { MAX_BODY_BYTES } from "./received-body";
import { serve } from "./serve";
import type { Era, Service } from "./service";

/** A request as it came, whatever it came over. */
export type PlainRequest = {
  readonly method: string;
  /** As it was asked for, matrix parameters and all. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string | undefined;
  /** Where the body was too large to be kept. */
  readonly droppedBytes?: number | undefined;
};

export type Reception = {
  readonly destination: Destination;
  /** Called once, with the first answer. */
  readonly send: (delivery: Delivery, entry: JournalEntry) => void;
  /** How long the work takes, where it is not as long as the service's latency says. */
  readonly workMs?: number | undefined;
  /** Told of the order that a purchase makes, as soon as it exists. */
  readonly onOrder?: ((orderOid: number) => void) | undefined;
};

/** Takes a request in, notes it and has it served. Ends when the work does, which may be long after the answer. */
export async function receive(service: Service, era: Era, request: PlainRequest, reception: Reception): Promise<void> {
  const { destination, workMs, onOrder } = reception;
  const { call, orderOid } = destination;
  const key = keyIn(request.headers);
  // What a stranger sends is not even looked at.
  const body = CALLS[call].needsKey && !service.isKey(key) ? {} : readBody(call, request);
  const entry = openEntry(service, request, { call, orderOid, body: body.value });
  let isServed = false;
  const send = (delivery: Delivery): void => {
    if (isServed) return;
    isServed = true;
    reception.send(delivery, entry);
  };
  const readPayload = (): unknown => {
    if (body.refusal !== undefined) throw body.refusal;
    return call === "ptr" ? body.value : payloadOf(body.value);
  };
  await serve(service, era, { call, key, entry, readPayload, send, workMs, onOrder });
}

export function openEntry(
  service: Service,
  request: PlainRequest,
  facts: Pick<JournalEntry, "call" | "orderOid" | "body">,
): JournalEntry {
  const { method, path, headers, body, droppedBytes } = request;
  return service.journal.open({
    ...facts,
    at: service.clock.now(),
    bodyBytes: droppedBytes ?? Buffer.byteLength(body ?? ""),
    method,
    path,
    matrix: parseMatrix(path),
    hasAuthorization: headers.authorization !== undefined,
    accept: headers.accept,
    contentType: headers["content-type"],
  });
}

function tooLarge(bytes: number): Refusal {
  const text = `The request body has ${bytes} bytes; ${MAX_BODY_BYTES} are accepted.`;
  return new Refusal([{ text }], { status: 413, errorClass: "RequestTooLargeException" });
}

type ReadBody = { readonly value?: unknown; readonly refusal?: Refusal };

/** Read when it arrives, so that the journal has it whatever happens next; refused only when the work begins. */
function readBody(call: CallName, { body, droppedBytes, headers }: PlainRequest): ReadBody {
  if (droppedBytes !== undefined) return { refusal: tooLarge(droppedBytes) };
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
