import type { Socket } from "node:net";
import { Readable } from "node:stream";
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
    case "oversize":
      reply
        .code(200)
        .header("content-type", "application/json")
        .send(Readable.from(padding(response.bytes)));
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

const CHUNK = 65_536;

/** Valid JSON of the requested size, generated as it is read. */
function* padding(bytes: number): Generator<string> {
  const [head, tail] = ['{"padding":"', '"}'];
  yield head;
  for (let left = Math.max(0, bytes - head.length - tail.length); left > 0; left -= CHUNK) {
    yield "x".repeat(Math.min(left, CHUNK));
  }
  yield tail;
}
