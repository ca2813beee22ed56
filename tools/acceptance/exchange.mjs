import http from "node:http";
import https from "node:https";

/**
 * One request and its whole answer, however long that takes: a purchase is answered when the server runs. `fetch` gives up after five
 * minutes.
 *
 * @param {URL} url
 * @param {{ method: string, headers: Record<string, string>, body?: string }} request
 * @returns {Promise<{ status: number, headers: import("node:http").IncomingHttpHeaders, body: string }>}
 */
export function exchange(url, { method, headers, body = "" }) {
  const { request } = url.protocol === "https:" ? https : http;
  const length = body === "" ? {} : { "content-length": String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: { ...headers, ...length }, agent: false }, (answer) => {
      readText(answer).then(
        (text) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }),
        reject,
      );
    });
    sent.once("error", reject);
    sent.setSocketKeepAlive(true, 30_000);
    sent.end(body);
  });
}

/** @param {AsyncIterable<Buffer>} stream */
export async function readText(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/** @param {string} text */
export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
