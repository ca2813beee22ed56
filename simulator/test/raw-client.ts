import { request } from "node:http";
import type { Simulator } from "../src/index";

export type RawAnswer = {
  status: number;
  contentType: string | undefined;
  headers: NodeJS.Dict<string | string[]>;
  text: string;
};
export type RawRequest = {
  method: string;
  path: string;
  body?: string;
  headers?: { [name: string]: string };
  signal?: AbortSignal;
};

const KEY = { authorization: "rimuhosting apikey=12345" };

/** Bytes in, bytes out, like any HTTP client, without the simulator's own code. */
export function rawRequest(url: string, { method, path, body, headers, signal }: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  // Node does not announce the length of a body on GET and DELETE by itself; real clients do.
  const length: { [name: string]: string } =
    body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const options = {
      hostname,
      port,
      method,
      path,
      headers: { ...(headers ?? { ...KEY, "content-type": "application/json" }), ...length },
      agent: false as const,
    };
    const outgoing = request({ ...options, ...(signal === undefined ? {} : { signal }) }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("error", reject);
      incoming.on("end", () =>
        resolve({
          status: incoming.statusCode ?? 0,
          contentType: incoming.headers["content-type"],
          headers: incoming.headers,
          text: Buffer.concat(chunks).toString("utf8"),
        }),
      );
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

// biome-ignore lint/suspicious/noExplicitAny: tests walk through the service's JSON, and a wrong step fails the test
export type Json = any;

export type Client = {
  send(method: string, path: string, body?: unknown): Promise<{ status: number; root: string; fields: Json }>;
  buy(request?: Json): Promise<Json>;
};

/** A client that knows only the envelope. */
export function clientOf(sim: Simulator): Client {
  const send: Client["send"] = async (method, path, body) => {
    const answer = await rawRequest(sim.url, {
      method,
      path,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const parsed: Json = JSON.parse(answer.text);
    const [root, ...others] = Object.keys(parsed);
    if (root === undefined || others.length > 0) throw new Error(`not exactly one root key: ${Object.keys(parsed)}`);
    return { status: answer.status, root, fields: parsed[root] };
  };
  const buy: Client["buy"] = async (request = {}) => {
    const { instantiation_options, ...rest } = request;
    const image = { domain_name: "web.example.com", distro: "deb13.64", ...instantiation_options };
    const sizes = { vps_parameters: { memory_mb: 2048, disk_space_mb: 20_480 } };
    const answer = await send("POST", "/r/orders/new-vps", {
      new_order_request: { instantiation_options: image, ...sizes, ...rest },
    });
    return answer.fields;
  };
  return { send, buy };
}

export function orderPath(orderOid: number, rest = ""): string {
  return `/r/orders/order-${orderOid}-x${rest}`;
}
