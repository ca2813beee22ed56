import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { CALL_NAMES, CALLS, type CallName } from "../calls";
import { type Delivery, jsonAnswer } from "../faults/delivery";
import type { JournalEntry } from "../journal";
import { envelopeContext, wireError } from "../wire/answers/envelope";
import { parseMatrix, withoutMatrix } from "../wire/requests/matrix";
import { parseJsonBody, payloadOf } from "../wire/requests/request-body";
import { Refusal } from "../world/refusal";
import { keyIn } from "./authorization";
import { registerControl } from "./control";
import { deliver } from "./deliver";
import { serve } from "./serve";
import type { Service } from "./service";

const MAX_BODY_BYTES = 64 * 1024 * 1024;
const MAX_SEGMENT_LENGTH = 2000;

export function buildServer(service: Service): FastifyInstance {
  const server = fastify({
    bodyLimit: MAX_BODY_BYTES,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: MAX_SEGMENT_LENGTH, ignoreTrailingSlash: true },
    rewriteUrl: (request) => withoutMatrix(request.url ?? "/"),
  });
  // Clients compare the dates of orders with this header, so it must come from the same clock.
  server.addHook("onSend", async (_request, reply) => {
    reply.header("date", new Date(service.clock.now()).toUTCString());
  });
  // Bodies are parsed by hand and leniently, whatever the content type says, even if there is none.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
  for (const name of CALL_NAMES) {
    const { method, path } = CALLS[name];
    // Some clients ask for the price of the default sizes with a GET.
    const methods = name === "new-vm-pricing" ? [method, "GET"] : [method];
    server.route({ method: methods, url: path, handler: (request, reply) => handle(service, name, request, reply) });
  }
  registerControl(server, service);
  server.setNotFoundHandler((request, reply) => notFound(service, request, reply));
  server.setErrorHandler((error, _request, reply) => brokenRequest(service, error, reply));
  return server;
}

async function handle(
  service: Service,
  call: CallName,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { era } = service;
  const body = readBody(call, request);
  const entry = openEntry(service, request, { call, orderOid: orderOidIn(request), body: body.value });
  let isServed = false;
  const send = (delivery: Delivery): void => {
    if (isServed) return;
    isServed = true;
    deliver(reply, delivery, entry, era.signal);
  };
  const readPayload = (): unknown => {
    if (body.refusal !== undefined) throw body.refusal;
    return call === "ptr" ? body.value : payloadOf(body.value);
  };
  await serve(service, era, { call, key: keyIn(request.headers), entry, readPayload, send });
  return reply;
}

function openEntry(
  service: Service,
  request: FastifyRequest,
  facts: Pick<JournalEntry, "call" | "orderOid" | "body">,
): JournalEntry {
  return service.journal.open({
    ...facts,
    at: service.clock.now(),
    method: request.method,
    path: request.originalUrl,
    matrix: parseMatrix(request.originalUrl),
    hasAuthorization: request.headers.authorization !== undefined,
    accept: request.headers.accept,
    contentType: request.headers["content-type"],
  });
}

/** `order-{oid}-{anything}`: the domain is ignored and may be empty. */
function orderOidIn(request: FastifyRequest): number | undefined {
  const params = request.params;
  const segment = typeof params === "object" && params !== null && "order" in params ? String(params.order) : "";
  const oid = /^order-([0-9]{1,15})(?:-.*)?$/s.exec(segment)?.[1];
  return oid === undefined ? undefined : Number(oid);
}

type ReadBody = { readonly value?: unknown; readonly refusal?: Refusal };

/** Reads the body on arrival, so that the journal has it whatever happens next; it is refused only when the work starts. */
function readBody(call: CallName, request: FastifyRequest): ReadBody {
  if (typeof request.body !== "string") return {};
  const isForm = request.headers["content-type"]?.includes("application/x-www-form-urlencoded") ?? false;
  if (call === "ptr" && isForm) return { value: Object.fromEntries(new URLSearchParams(request.body)) };
  try {
    return { value: parseJsonBody(request.body) };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error };
    throw error;
  }
}

function notFound(service: Service, request: FastifyRequest, reply: FastifyReply): void {
  const entry = openEntry(service, request, { call: undefined, orderOid: undefined, body: undefined });
  const { books, signal } = service.era;
  const problems = [{ text: "No such resource." }];
  const error = { status: 404, errorClass: "NotFoundException", problems };
  deliver(reply, jsonAnswer(404, wireError(envelopeContext(books.state, service.clock.now()), error)), entry, signal);
}

/** A request that is invalid HTTP, or a bug in the simulator: either way the answer has an envelope. */
function brokenRequest(service: Service, thrown: unknown, reply: FastifyReply): void {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const status = "statusCode" in error && typeof error.statusCode === "number" ? error.statusCode : 500;
  const facts = { status, errorClass: error.name, problems: [{ text: error.message }] };
  const { books } = service.era;
  const answer = wireError(envelopeContext(books.state, service.clock.now()), facts);
  reply.code(status).header("content-type", "application/json").send(JSON.stringify(answer));
}
