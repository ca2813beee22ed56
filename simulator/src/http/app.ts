import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { CALLS, type CallName } from "../calls";
import { registerControl } from "../control/routes";
import { jsonResponse } from "../response";
import { handleRequest } from "../service/handle-request";
import { keyIn, type ReceivedRequest, recordRequest } from "../service/request";
import { methodsAt, orderOidIn, ROUTES } from "../service/routing";
import type { Service } from "../service/service";
import { wireError } from "../wire/answers/envelope";
import { withoutMatrix } from "../wire/requests/matrix";
import { sendResponse } from "./send-response";

const MAX_SEGMENT_LENGTH = 2000;

/** Far more than the largest cloud-config and files that a client sends. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

export function buildApp(service: Service): FastifyInstance {
  const app = fastify({
    forceCloseConnections: true,
    bodyLimit: MAX_BODY_BYTES,
    routerOptions: { maxParamLength: MAX_SEGMENT_LENGTH, ignoreTrailingSlash: true },
    rewriteUrl: (request) => withoutMatrix(request.url ?? "/"),
  });
  // Clients compare the dates of orders with this header, so it must come from the same clock.
  app.addHook("onSend", async (_request, reply) => {
    reply.header("date", new Date(service.clock.now()).toUTCString());
  });
  // Bodies are parsed by hand and leniently, whatever the content type says, even if there is none.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, async (_request: FastifyRequest, body: string) => body);
  for (const { call, path, methods } of ROUTES) {
    app.route({
      method: [...methods],
      url: path,
      // Before the body is read, so that nobody without a key can make the simulator keep anything.
      onRequest: async (request, reply) => {
        if (CALLS[call].needsKey && !service.isKey(keyIn(request.headers)))
          await respond(service, call, request, reply);
      },
      handler: (request, reply) => respond(service, call, request, reply),
    });
  }
  registerControl(app, service);
  app.setNotFoundHandler((request, reply) => notFound(service, request, reply));
  app.setErrorHandler((error, _request, reply) => serverError(service, error, reply));
  return app;
}

async function respond(
  service: Service,
  call: CallName,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // The signal of the world that received the request.
  const { signal } = service.context;
  await handleRequest(service, toReceived(request), {
    route: { call, orderOid: orderOidIn(orderSegment(request)) },
    send: (response, entry) => sendResponse(reply, response, entry, signal),
  });
  return reply;
}

function toReceived(request: FastifyRequest): ReceivedRequest {
  const { method, originalUrl, headers, body } = request;
  return { method, path: originalUrl, headers, body: typeof body === "string" ? body : undefined };
}

function orderSegment({ params }: FastifyRequest): string {
  return typeof params === "object" && params !== null && "order" in params ? String(params.order) : "";
}

function notFound(service: Service, request: FastifyRequest, reply: FastifyReply): void {
  const { context } = service;
  const entry = recordRequest(service, toReceived(request), { call: undefined, orderOid: undefined, body: undefined });
  const allowed = methodsAt(request.originalUrl);
  const error = allowed.length === 0 ? NO_RESOURCE : { ...NO_METHOD, problems: [{ text: noMethod(request, allowed) }] };
  const response = jsonResponse(error.status, wireError(context, error));
  const headers: { [name: string]: string } = allowed.length === 0 ? {} : { allow: allowed.join(", ") };
  sendResponse(reply, { ...response, headers }, entry, context.signal);
}

const NO_RESOURCE = { status: 404, errorClass: "NotFoundException", problems: [{ text: "No such resource." }] };
const NO_METHOD = { status: 405, errorClass: "NotAllowedException" };

function noMethod({ method }: FastifyRequest, allowed: readonly string[]): string {
  return `${method} is not allowed here; ${allowed.join(" and ")} is.`;
}

/** A request that is invalid HTTP, or a bug in the simulator: either way the answer has an envelope. */
function serverError(service: Service, thrown: unknown, reply: FastifyReply): void {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const status = "statusCode" in error && typeof error.statusCode === "number" ? error.statusCode : 500;
  const failure = { status, errorClass: error.name, problems: [{ text: error.message }] };
  const answer = wireError(service.context, failure);
  reply.code(status).header("content-type", "application/json").send(JSON.stringify(answer));
}
