import type { Socket } from "node:net";
import type { FastifyReply } from "fastify";
import { type JournalEntry, recordOutcome } from "../journal";
import type { WireResponse } from "../response";

/** Sends the response, and records in the journal how the request ended. */
export function sendResponse(
  reply: FastifyReply,
  response: WireResponse,
  entry: JournalEntry,
  signal: AbortSignal,
): void {
  const socket = reply.raw.socket;
  if (socket === null || socket.destroyed) {
    reply.hijack();
    entry.outcome = "gone";
    return;
  }
  recordOutcome(entry, response);
  switch (response.kind) {
    case "answer":
      reply.code(response.status).headers(response.headers).header("content-type", response.contentType);
      reply.send(Buffer.from(response.body));
      return;
    case "reset":
      reply.hijack();
      socket.resetAndDestroy();
      return;
    case "cut-mid-body":
      cutMidBody(reply, response.body);
      return;
    case "hang":
      reply.hijack();
      destroyAtEnd(socket, signal);
      return;
    default:
      response satisfies never;
  }
}

function destroyAtEnd(socket: Socket, signal: AbortSignal): void {
  if (signal.aborted) socket.destroy();
  else signal.addEventListener("abort", () => socket.destroy(), { once: true });
}

function cutMidBody(reply: FastifyReply, text: string): void {
  const body = Buffer.from(text);
  reply.hijack();
  reply.raw.writeHead(200, { "content-type": "application/json", "content-length": body.length });
  reply.raw.write(body.subarray(0, Math.floor(body.length / 2)), () => reply.raw.destroy());
}
