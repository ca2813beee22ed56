import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import type { Transport, WireRequest } from "../../provider/api/connection/connection";
import { createTransport } from "../../provider/api/transport";
import { sendJson, startLoopbackService } from "./support/loopback-service";
import { selfSigned } from "./support/self-signed";

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const listening = async (server: Server): Promise<number> => {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
};

const tcp = (onConnection: (socket: Socket) => void): Promise<number> =>
  listening(
    createTcpServer((socket) => {
      socket.on("error", () => undefined);
      onConnection(socket);
    }),
  );

const service = async (answer: Parameters<typeof startLoopbackService>[0]) => {
  const started = await startLoopbackService(answer);
  closers.push(started.close);
  return started;
};

const request = (url: string, more: Partial<WireRequest> = {}): WireRequest => ({
  method: "GET",
  url,
  headers: { accept: "application/json", authorization: "rimuhosting apikey=canary-key" },
  connectTimeoutMs: 5000,
  deadlineMs: 5000,
  maxBytes: 100_000,
  freshConnection: true,
  ...more,
});

const transportTo = (url: string, environment: Record<string, string> = {}): Transport =>
  createTransport(url, environment);

/** A label of 64 characters is no name at all, so no name server is asked about it. */
const unresolvable = `${"x".repeat(64)}.invalid`;

/** Sends one request and gives the fault, as in `not-sent`. */
const faultOf = async (url: string, more: Partial<WireRequest> = {}): Promise<unknown> =>
  transportTo(url)(request(url, more)).then(
    ({ status }) => `answer ${status}`,
    (error: { fault?: string }) => error.fault ?? error,
  );

describe("nothing was sent", () => {
  test("when nobody listens", async () => {
    const { url, close } = await startLoopbackService((response) => response.end());
    await close();
    expect(await faultOf(url)).toBe("not-sent");
  });

  test("when the caller had given up before", async () => {
    const { url, seen } = await service((response) => response.end());
    expect(await faultOf(url, { signal: AbortSignal.abort() })).toBe("not-sent");
    expect(seen).toEqual([]);
  });

  test("when the name has no address", async () => {
    expect(await faultOf(`http://${unresolvable}`)).toBe("not-sent");
  });

  test("when TLS is never agreed upon", async () => {
    const port = await tcp(() => undefined);
    expect(await faultOf(`https://127.0.0.1:${port}`, { connectTimeoutMs: 100 })).toBe("not-sent");
  });

  test("when the connection breaks during the TLS handshake", async () => {
    const port = await tcp((socket) => socket.once("data", () => socket.destroy()));
    expect(await faultOf(`https://127.0.0.1:${port}`)).toBe("not-sent");
  });
});

describe("the other end cannot prove who it is", () => {
  const tlsServer = async (options: object) => {
    const seen: string[] = [];
    const server = createTlsServer({ ...selfSigned("localhost"), ...options }, (incoming, response) => {
      seen.push(incoming.url ?? "");
      response.end("{}");
    });
    server.on("tlsClientError", () => undefined);
    return { port: await listening(server), seen };
  };

  test("with a certificate that nobody vouches for", async () => {
    const { port, seen } = await tlsServer({});
    expect(await faultOf(`https://127.0.0.1:${port}`)).toBe("certificate");
    expect(seen).toEqual([]);
  });

  test("with TLS older than 1.2", async () => {
    const { port } = await tlsServer({ minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" });
    expect(await faultOf(`https://127.0.0.1:${port}`)).toBe("certificate");
  });

  test("when it speaks plain HTTP", async () => {
    const { url } = await service((response) => response.end());
    expect(await faultOf(url.replace("http:", "https:"))).toBe("certificate");
  });

  test("and a switched off check of certificates is refused outright", () => {
    const transport = () => transportTo("https://rimuhosting.com", { NODE_TLS_REJECT_UNAUTHORIZED: "0" });
    expect(transport).toThrow("NODE_TLS_REJECT_UNAUTHORIZED");
  });
});

describe("no answer came, and the request may have arrived", () => {
  test("when the connection is reset after the request", async () => {
    const port = await tcp((socket) => socket.once("data", () => socket.resetAndDestroy()));
    expect(await faultOf(`http://127.0.0.1:${port}`, { method: "POST", body: "{}" })).toBe("no-answer");
  });

  test("when the connection is closed after the request", async () => {
    const port = await tcp((socket) => socket.once("data", () => socket.end()));
    expect(await faultOf(`http://127.0.0.1:${port}`)).toBe("no-answer");
  });

  test("when it takes longer than the deadline", async () => {
    const { url } = await service(() => undefined);
    expect(await faultOf(url, { deadlineMs: 100 })).toBe("no-answer");
  });

  test("when the answer trickles beyond the deadline", async () => {
    const { url } = await service((response) => {
      const drip = setInterval(() => response.write(" "), 20);
      response.on("close", () => clearInterval(drip));
    });
    expect(await faultOf(url, { deadlineMs: 200 })).toBe("no-answer");
  });

  test("when the body breaks off", async () => {
    const { url } = await service((response) => {
      response.writeHead(200, { "content-length": "1000" });
      response.write('{"get_orders_response"', () => response.destroy());
    });
    expect(await faultOf(url)).toBe("no-answer");
  });

  test("when what comes back is not HTTP", async () => {
    const port = await tcp((socket) => socket.once("data", () => socket.end("220 mail.example.com ESMTP\r\n")));
    expect(await faultOf(`http://127.0.0.1:${port}`)).toBe("no-answer");
  });

  test("when the caller gives up", async () => {
    const stop = new AbortController();
    const { url } = await service(() => stop.abort());
    expect(await faultOf(url, { signal: stop.signal })).toBe("no-answer");
  });
});

test("an answer that grows beyond its limit is cut off while it streams", async () => {
  let written = 0;
  const { url } = await service((response) => {
    const more = (): void => {
      while (!response.destroyed && written < 500_000_000) {
        written += 65_536;
        if (!response.write(Buffer.alloc(65_536, 0x20))) return;
      }
    };
    response.on("drain", more);
    more();
  });
  expect(await faultOf(url)).toBe("too-large");
  expect(written).toBeLessThan(20_000_000);
});

test("a redirect is an answer and is not followed", async () => {
  const { url, seen } = await service((response) => {
    response.writeHead(302, { location: "/elsewhere" });
    response.end();
  });
  expect(await faultOf(url)).toBe("answer 302");
  expect(seen.map(({ path }) => path)).toEqual(["/"]);
});

test("changes have connections of their own, reads share one", async () => {
  const { url, seen } = await service((response) => sendJson(response, {}));
  const transport = transportTo(url);
  for (const freshConnection of [false, false, true, true]) await transport(request(url, { freshConnection }));
  expect(seen.map(({ connection }) => connection)).toEqual([0, 0, 1, 2]);
});

describe("a proxy of the environment", () => {
  const environmentWith = (url: string) => ({ HTTP_PROXY: url, HTTPS_PROXY: url });

  test("carries requests to other hosts", async () => {
    const proxy = await service((response) => sendJson(response, { via: "proxy" }));
    const target = "http://service.invalid/r/distributions";
    const answer = await transportTo("http://service.invalid", environmentWith(proxy.url))(request(target));
    expect(answer.body).toBe('{"via":"proxy"}');
    expect(proxy.seen[0]?.path).toBe(target);
  });

  test("is never used for this machine, nor for what NO_PROXY names", async () => {
    const proxy = await service((response) => sendJson(response, { via: "proxy" }));
    const { url } = await service((response) => sendJson(response, { via: "nothing" }));
    const answer = await transportTo(url, environmentWith(proxy.url))(request(url));
    expect(answer.body).toBe('{"via":"nothing"}');
    const exempt = { ...environmentWith(proxy.url), NO_PROXY: unresolvable };
    const other = `http://${unresolvable}`;
    await expect(transportTo(other, exempt)(request(other))).rejects.toMatchObject({ fault: "not-sent" });
    expect(proxy.seen).toEqual([]);
  });

  test("that opens no tunnel has passed nothing on", async () => {
    const port = await tcp((socket) => socket.once("data", () => socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n")));
    const transport = transportTo("https://service.invalid", environmentWith(`http://127.0.0.1:${port}`));
    await expect(transport(request("https://service.invalid/r/orders"))).rejects.toMatchObject({ fault: "not-sent" });
  });
});
