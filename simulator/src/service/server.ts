import type { IncomingMessage } from "node:http";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { CALLS, type CallName } from "../calls";
import { jsonAnswer } from "../faults/delivery";
import { envelopeContext, wireError } from "../wire/answers/envelope";
import { withoutMatrix } from "../wire/requests/matrix";
import { keyIn } from "./authorization";
import { registerControl } from "./control";
import { deliver } from "./deliver";
import { methodsAt, orderOidIn, ROUTES } from "./destination";
import { renderPage } from "./page";
import { bodyOf, receiveBody } from "./received-body";
import { openEntry, type PlainRequest, receive } from "./reception";
import type { Service } from "./service";
import { answerLine, requestLine } from "./verbose";

const MAX_SEGMENT_LENGTH = 2000;

export function buildServer(service: Service): FastifyInstance {
  const server = fastify({
    forceCloseConnections: true,
    routerOptions: { maxParamLength: MAX_SEGMENT_LENGTH, ignoreTrailingSlash: true },
    rewriteUrl: (request) => withoutMatrix(request.url ?? "/"),
  });
  // Clients compare the dates of orders with this header, so it must come from the same clock.
  server.addHook("onSend", async (_request, reply) => {
    reply.header("date", new Date(service.clock.now() + service.variants.dateErrorMs).toUTCString());
  });
  // Bodies are parsed by hand and leniently, whatever the content type says, even if there is none.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("*", (_request: FastifyRequest, body: IncomingMessage) => receiveBody(body));
  for (const { call, path, methods } of ROUTES) {
    server.route({
      method: [...methods],
      url: path,
      // Before the body is read: whoever has no key cannot make the simulator keep anything.
      onRequest: async (request, reply) => {
        if (CALLS[call].needsKey && !service.isKey(keyIn(request.headers))) await handle(service, call, request, reply);
      },
      handler: (request, reply) => handle(service, call, request, reply),
    });
  }
  registerControl(server, service);
  server.get("/", (_request, reply) => {
    reply.header("content-type", "text/html; charset=utf-8");
    reply.header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'");
    return renderPage(service.era.books, service.journal.entries, (text) => service.withoutKeys(text));
  });
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
  const { era, log, clock } = service;
  const received = plain(request);
  const number = numberOf(request);
  log?.(requestLine(number, received));
  await receive(service, era, received, {
    destination: { call, orderOid: orderOidIn(orderSegment(request)) },
    send: (delivery, entry) => {
      deliver(reply, delivery, entry, era.signal);
      log?.(answerLine(number, delivery, entry, clock.now()));
    },
  });
  return reply;
}

function plain(request: FastifyRequest): PlainRequest {
  const { method, originalUrl, headers } = request;
  const body = bodyOf(request);
  const droppedBytes = body !== undefined && body.text === undefined ? body.bytes : undefined;
  return { method, path: originalUrl, headers, body: body?.text, droppedBytes };
}

/** Fastify counts requests in base 36. */
function numberOf({ id }: FastifyRequest): number {
  return Number.parseInt(id.slice("req-".length), 36);
}

function orderSegment({ params }: FastifyRequest): string {
  return typeof params === "object" && params !== null && "order" in params ? String(params.order) : "";
}

function notFound(service: Service, request: FastifyRequest, reply: FastifyReply): void {
  const entry = openEntry(service, plain(request), { call: undefined, orderOid: undefined, body: undefined });
  const number = numberOf(request);
  service.log?.(requestLine(number, plain(request)));
  const { books, signal } = service.era;
  const allowed = methodsAt(request.originalUrl);
  const error = allowed.length === 0 ? NO_RESOURCE : { ...NO_METHOD, problems: [{ text: noMethod(request, allowed) }] };
  const answer = jsonAnswer(error.status, wireError(envelopeContext(books.state, service.clock.now()), error));
  const headers: { [name: string]: string } = allowed.length === 0 ? {} : { allow: allowed.join(", ") };
  deliver(reply, { ...answer, headers }, entry, signal);
  service.log?.(answerLine(number, answer, entry, service.clock.now()));
}

const NO_RESOURCE = { status: 404, errorClass: "NotFoundException", problems: [{ text: "No such resource." }] };
const NO_METHOD = { status: 405, errorClass: "NotAllowedException" };

function noMethod({ method }: FastifyRequest, allowed: readonly string[]): string {
  return `${method} is not allowed here; ${allowed.join(" and ")} is.`;
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
