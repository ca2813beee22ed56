import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export type SeenRequest = {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  connection: number;
};

export type LoopbackService = { url: string; seen: SeenRequest[]; close: () => Promise<void> };

/** A real HTTP server on 127.0.0.1 that records requests and sends scripted answers. */
export const startLoopbackService = async (
  answer: (response: ServerResponse, seen: SeenRequest) => void,
): Promise<LoopbackService> => {
  const seen: SeenRequest[] = [];
  const connections: Socket[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const entry = {
        method: request.method ?? "",
        path: request.url ?? "",
        headers: request.headers,
        body: Buffer.concat(chunks).toString("utf8"),
        connection: connections.indexOf(request.socket),
      };
      seen.push(entry);
      answer(response, entry);
    });
  });
  server.on("connection", (socket: Socket) => connections.push(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

export const sendJson = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
};
