import { CALLS, type CallName, latencyMs } from "../calls";
import type { RequestFaults } from "../faults/fault-plan";
import type { JournalEntry } from "../journal";
import { jsonResponse, type WireResponse } from "../response";
import { HANDLERS } from "../routes/handlers";
import { wireAnswer, wireError } from "../wire/answers/envelope";
import { payloadOf } from "../wire/requests/request-body";
import { findOrder, type WorldContext } from "../world/context";
import { usedGb } from "../world/order";
import { Refusal } from "../world/refusal";
import { FaultInjector, RequestAborted } from "./fault-injection";
import { keyIn, type ReadBody, type ReceivedRequest, readBody, recordRequest } from "./request";
import type { Route } from "./routing";
import type { EnvelopedAnswer, Service } from "./service";

export type RequestOptions = {
  readonly route: Route;
  /** Called once, with the first response. */
  readonly send: (response: WireResponse, entry: JournalEntry) => void;
  /** How long the work takes; default: as the service's latency says. */
  readonly workMs?: number | undefined;
  /** Gets the number of a purchased order as soon as it exists. */
  readonly onOrder?: ((orderOid: number) => void) | undefined;
};

/** A request on its way through the middleware to its handler. */
type Arrival = {
  readonly call: CallName;
  readonly entry: JournalEntry;
  readonly body: ReadBody;
  readonly faults: RequestFaults;
  readonly injector: FaultInjector;
  readonly onOrder: RequestOptions["onOrder"];
};

/**
 * Handles one request, from its key to its response. Ends when the work does, which may be long after the response, and
 * whether or not the client is still there.
 */
export async function handleRequest(
  service: Service,
  request: ReceivedRequest,
  options: RequestOptions,
): Promise<void> {
  const { call, orderOid } = options.route;
  const { context } = service;
  const key = keyIn(request.headers);
  const isAllowed = !CALLS[call].needsKey || service.isKey(key);
  // The body of a stranger is not even looked at.
  const body = isAllowed ? readBody(call, request) : {};
  const entry = recordRequest(service, request, { call, orderOid, body: body.value });
  let isSent = false;
  const send = (response: WireResponse): void => {
    if (isSent) return;
    isSent = true;
    options.send(response, entry);
  };
  if (!isAllowed) return send(keyRefused(context, key));
  const faults = service.faults.take(call, orderOid);
  const workMs = options.workMs ?? latencyMs(call, service.latency, copiedGb(context, entry));
  const injector = new FaultInjector(service, context, { call, orderOid, faults, workMs, send });
  try {
    await injector.strike("before-work");
    const answer = await runHandler(context, { call, entry, body, faults, injector, onOrder: options.onOrder });
    await injector.strike("after-work", answer);
    send(jsonResponse(answer.status, answer.body));
  } catch (error) {
    if (!(error instanceof RequestAborted)) throw error;
  }
}

function copiedGb(context: WorldContext, { orderOid }: JournalEntry): number {
  const order = orderOid === undefined ? undefined : findOrder(context, orderOid);
  return order === undefined ? 1 : usedGb(order);
}

async function runHandler(context: WorldContext, arrival: Arrival): Promise<EnvelopedAnswer> {
  const { call, entry, body, faults, injector, onOrder } = arrival;
  const { rootKey } = CALLS[call];
  const fault = faults["before-work"];
  try {
    if (body.refusal !== undefined) throw body.refusal;
    const answer = await HANDLERS[call]({
      context,
      matrix: entry.matrix,
      orderOid: entry.orderOid,
      payload: call === "ptr" ? body.value : payloadOf(body.value),
      forcedRefusal: fault === "no-capacity" || fault === "not-changed" ? fault : undefined,
      work: () => injector.work(),
      noteOrder: (orderOid) => {
        entry.orderOid = orderOid;
        onOrder?.(orderOid);
      },
    });
    entry.isWorkDone = true;
    entry.doneAt = context.clock.now();
    return { status: 200, body: wireAnswer(context, rootKey, answer) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: error.status, body: wireError(context, error) };
  }
}

function keyRefused(context: WorldContext, key: string | undefined): WireResponse {
  const text = key === undefined ? "You need to log in or give an API key." : "The API key is not known.";
  const error = wireError(context, { status: 403, errorClass: "LoginRequired", problems: [{ text }] });
  return jsonResponse(403, error);
}
