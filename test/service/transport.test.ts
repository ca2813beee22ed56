import dns from "node:dns";
import { Agent as HttpAgent } from "node:http";
import { createServer as createTlsServer, Agent as HttpsAgent } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Server, Socket } from "node:net";
import zlib from "node:zlib";
import { createTransport, type Transport } from "../../provider/service/transport";
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

type WireRequest = Parameters<Transport>[0];

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

/** A label of 64 characters is invalid, so no name server is asked about it. */
const unresolvable = `${"x".repeat(64)}.invalid`;

/** Sends one request and returns the fault, such as `not-sent`. */
const faultOf = async (url: string, more: Partial<WireRequest> = {}): Promise<unknown> =>
  transportTo(url)(request(url, more)).then(
    ({ status }) => `answer ${status}`,
    (error: { fault?: string }) => error.fault ?? error,
  );

describe("nothing was sent", () => {
  test("when no server listens", async () => {
    const { url, close } = await startLoopbackService((response) => response.end());
    await close();
    await expect(transportTo(url)(request(url))).rejects.toMatchObject({ fault: "not-sent", code: "ECONNREFUSED" });
  });

  test("when the name has no address", async () => {
    expect(await faultOf(`http://${unresolvable}`)).toBe("not-sent");
  });

  test("when the TLS handshake never completes", async () => {
    const port = await tcp(() => undefined);
    const url = `https://127.0.0.1:${port}`;
    await expect(transportTo(url)(request(url, { connectTimeoutMs: 1000 }))).rejects.toMatchObject({
      fault: "not-sent",
      code: "ETIMEDOUT in secureConnect",
    });
  });

  test("when the connection breaks during the TLS handshake", async () => {
    const port = await tcp((socket) => socket.once("data", () => socket.destroy()));
    expect(await faultOf(`https://127.0.0.1:${port}`)).toBe("not-sent");
  });
});

/** What the kernel reports on an established connection when a router says that host or port cannot be reached. */
const unreachable = (code: string): Error =>
  Object.assign(new Error(`read ${code}`), { code, errno: -113, syscall: "read" });

/** Exposes the transport's sockets as they are created; the agents are real. */
const watchingSockets = (agent: typeof HttpAgent | typeof HttpsAgent, more: object, see: (socket: Socket) => void) => {
  const original = agent.prototype.createConnection;
  const watch = jest.spyOn(agent.prototype, "createConnection");
  watch.mockImplementation(function (this: HttpAgent, ...[options, callback]) {
    const socket = original.call(this, { ...options, ...more }, callback);
    if (socket instanceof Socket) see(socket);
    return socket;
  });
  closers.push(() => watch.mockRestore());
};

describe.each(["EHOSTUNREACH", "ECONNREFUSED", "ENETUNREACH"])(
  "a connection that the kernel breaks with %s",
  (code) => {
    const purchase = { method: "POST", body: "{}" } as const;

    test("after the request was written leaves open whether it arrived", async () => {
      const sockets: Socket[] = [];
      watchingSockets(HttpAgent, {}, (socket) => sockets.push(socket));
      const { url, seen } = await service(() => sockets[0]?.destroy(unreachable(code)));
      expect(await faultOf(url, purchase)).toBe("no-answer");
      expect(seen).toHaveLength(1);
    });

    test("before the request was written, but once established, leaves it open as well", async () => {
      watchingSockets(HttpAgent, {}, (socket) => socket.once("connect", () => socket.destroy(unreachable(code))));
      const { url } = await service(() => undefined);
      expect(await faultOf(url, purchase)).toBe("no-answer");
    });

    test("while the request is sent over TLS leaves it open, and during the handshake nothing was sent", async () => {
      const certificate = selfSigned("localhost");
      const trusting = { ca: certificate.cert, servername: "localhost" };
      const server = createTlsServer(certificate, () => sockets[0]?.destroy(unreachable(code)));
      const port = await listening(server);
      const sockets: Socket[] = [];
      watchingSockets(HttpsAgent, trusting, (socket) => sockets.push(socket));
      expect(await faultOf(`https://127.0.0.1:${port}`, purchase)).toBe("no-answer");

      const silent = await tcp((socket) => socket.once("data", () => sockets[1]?.destroy(unreachable(code))));
      expect(await faultOf(`https://127.0.0.1:${silent}`, purchase)).toBe("not-sent");
      expect(sockets).toHaveLength(2);
    });

    test("on a reused connection leaves it open", async () => {
      const sockets: Socket[] = [];
      watchingSockets(HttpAgent, {}, (socket) => sockets.push(socket));
      let answers = 0;
      const { url } = await service((response) =>
        ++answers === 1 ? sendJson(response, {}) : sockets[0]?.destroy(unreachable(code)),
      );
      const transport = transportTo(url);
      await transport(request(url, { freshConnection: false }));
      const again = transport(request(url, { freshConnection: false }));
      await expect(again).rejects.toMatchObject({ fault: "no-answer" });
      expect(sockets).toHaveLength(1);
    });

    test("during connection set-up means that nothing was sent", async () => {
      watchingSockets(HttpAgent, {}, (socket) => {
        const failure = Object.assign(unreachable(code), { syscall: "connect", message: `connect ${code}` });
        setImmediate(() => socket.destroy(failure));
      });
      expect(await faultOf("http://192.0.2.1:81", purchase)).toBe("not-sent");
    });
  },
);

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

  test("with an untrusted certificate", async () => {
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

  test("and switching off certificate checks is refused outright", () => {
    const transport = () => transportTo("https://rimuhosting.com", { NODE_TLS_REJECT_UNAUTHORIZED: "0" });
    expect(transport).toThrow("NODE_TLS_REJECT_UNAUTHORIZED");
  });
});

describe("no answer came, and the request may have arrived", () => {
  const post = { method: "POST", body: "{}" } as const;
  test.each<[string, (socket: Socket) => void, Partial<WireRequest>]>([
    ["the connection is reset after the request", (socket) => socket.resetAndDestroy(), post],
    ["the connection is closed after the request", (socket) => socket.end(), {}],
    ["it takes longer than the deadline", () => undefined, { deadlineMs: 100 }],
    ["what comes back is not HTTP", (socket) => socket.end("220 mail.example.com ESMTP\r\n"), {}],
    ["the body breaks off", (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{"get'), {}],
  ])("when %s", async (_, answer, more) => {
    const port = await tcp((socket) => socket.once("data", () => answer(socket)));
    expect(await faultOf(`http://127.0.0.1:${port}`, more)).toBe("no-answer");
  });

  test("when the answer trickles beyond the deadline", async () => {
    const { url } = await service((response) => {
      const drip = setInterval(() => response.write(" "), 20);
      response.on("close", () => clearInterval(drip));
    });
    expect(await faultOf(url, { deadlineMs: 200 })).toBe("no-answer");
  });
});

test("an answer above its size limit is cut off while it streams", async () => {
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

describe("an answer that is compressed although nobody asked for it", () => {
  const text = JSON.stringify({ about_orders: "x".repeat(1000) });
  const gzipped = zlib.gzipSync(text);
  const answered = async (coding: string, body: Uint8Array, maxBytes = 100_000) => {
    const { url } = await service((response) => {
      response.writeHead(200, { "content-encoding": coding });
      response.end(body);
    });
    return transportTo(url)(request(url, { maxBytes }));
  };

  test.each<[string, Uint8Array]>([
    ["gzip", gzipped],
    ["X-GZip", gzipped],
    ["deflate", zlib.deflateSync(text)],
    ["br", zlib.brotliCompressSync(text)],
    ["zstd", zlib.zstdCompressSync(text)],
    ["identity", Buffer.from(text)],
    ["gzip, br", zlib.brotliCompressSync(gzipped)],
  ])("as %s is read", async (coding, body) => {
    expect((await answered(coding, body)).body).toBe(text);
  });

  test("and is not what it says leaves the outcome open", async () => {
    await expect(answered("br", Buffer.from(text))).rejects.toMatchObject({ fault: "no-answer" });
  });

  test.each<[string, Uint8Array]>([
    ["gzip", zlib.gzipSync(Buffer.alloc(50_000_000))],
    ["br", zlib.brotliCompressSync(Buffer.alloc(50_000_000))],
    ["gzip, gzip", zlib.gzipSync(zlib.gzipSync(Buffer.alloc(50_000_000)))],
  ])("as %s is cut off at its size limit", async (coding, body) => {
    expect(body.length).toBeLessThan(100_000);
    await expect(answered(coding, body)).rejects.toMatchObject({ fault: "too-large" });
  });
});

test("an address that answers slowly is given the time, although there is another one", async () => {
  const { url } = await service((response) => sendJson(response, {}));
  const { port } = new URL(url);
  const { TCP } = Reflect.get(process, "binding").call(process, "tcp_wrap");
  const { connect, connect6 } = TCP.prototype;
  // The network takes longer than Node waits by itself, and the other address is a black hole.
  TCP.prototype.connect = function (...args: unknown[]) {
    setTimeout(() => connect.apply(this, args), 400);
    return 0;
  };
  TCP.prototype.connect6 = () => 0;
  closers.push(() => Object.assign(TCP.prototype, { connect, connect6 }));
  const addresses = [
    { address: "127.0.0.1", family: 4 },
    { address: "100::1", family: 6 },
  ];
  jest
    .spyOn(dns, "lookup")
    .mockImplementation(((_: string, __: object, found: (error: null, all: object[]) => void) =>
      setImmediate(found, null, addresses)) as never);
  closers.push(() => void jest.restoreAllMocks());
  const named = `http://slow.example.com:${port}`;
  expect((await transportTo(named)(request(named))).status).toBe(200);
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

  test("is never used for this machine, nor for hosts in NO_PROXY", async () => {
    const proxy = await service((response) => sendJson(response, { via: "proxy" }));
    const { url } = await service((response) => sendJson(response, { via: "nothing" }));
    const answer = await transportTo(url, environmentWith(proxy.url))(request(url));
    expect(answer.body).toBe('{"via":"nothing"}');
    const exempt = { ...environmentWith(proxy.url), NO_PROXY: unresolvable };
    const other = `http://${unresolvable}`;
    await expect(transportTo(other, exempt)(request(other))).rejects.toMatchObject({ fault: "not-sent" });
    expect(proxy.seen).toEqual([]);
  });

  test.each<[string, string, (socket: Socket) => void, string]>([
    ["never opens the tunnel has forwarded nothing", "https", () => undefined, "not-sent"],
    ["breaks off leaves open whether it has forwarded", "http", (socket) => socket.resetAndDestroy(), "no-answer"],
    ["opens no tunnel has forwarded nothing", "https", (socket) => socket.end("HTTP/1.1 502 No\r\n\r\n"), "not-sent"],
  ])("that %s", async (_, protocol, answer, fault) => {
    const port = await tcp((socket) => socket.once("data", () => answer(socket)));
    const target = `${protocol}://service.invalid`;
    const more = { method: "POST", body: "{}", connectTimeoutMs: 300, deadlineMs: 60_000 } as const;
    const sending = transportTo(target, environmentWith(`http://127.0.0.1:${port}`))(request(target, more));
    await expect(sending).rejects.toMatchObject({ fault });
  });
});
