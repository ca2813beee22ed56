import { createServer } from "node:http";
import { exchange, parsed, readText } from "./exchange.mjs";

const PASSED_ON = ["accept", "authorization", "content-type"];
const GIVEN_BACK = ["content-type", "date", "retry-after"];
const QUOTE = /^\/r\/pricing-plans\/new-vm-pricing/;
const PURCHASE = /^\/r\/orders\/new-vps/;
const ORDER = /^\/r\/orders\/order-(\d+)-/;

/**
 * Stands between the provider and the service. It lets one purchase of one server through, and changes of that server alone, whatever
 * the provider under test does; and it remembers every exchange for the report. A call that has been sent is always heard to its end,
 * even if whoever made it is gone.
 *
 * @param {{ baseUrl: string, domainName: string }} settings
 * @returns {Promise<Gateway>}
 */
export async function openGateway({ baseUrl, domainName }) {
  const gateway = new Gateway(baseUrl, domainName);
  await gateway.listen();
  return gateway;
}

/** @typedef {{ method: string, path: string, startedMs: number, endedMs: number, status: number, request: any, answer: any, contentType: string | undefined, headers: Record<string, unknown> }} Exchange */

export class Gateway {
  /** @type {Exchange[]} */
  exchanges = [];
  /** Numbers of the orders that may be changed: the server's own. */
  own = new Set();
  /** @type {"forbidden" | "allowed" | "sent"} */
  purchase = "forbidden";
  url = "";
  #baseUrl;
  #domainName;
  #underWay = new Set();
  #server = createServer({ requestTimeout: 0 }, (request, response) => void this.#serve(request, response));

  constructor(baseUrl, domainName) {
    this.#baseUrl = baseUrl;
    this.#domainName = domainName;
  }

  async listen() {
    await new Promise((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    this.url = `http://127.0.0.1:${this.#server.address().port}`;
  }

  async close() {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Waits until every call that was sent has been answered, or has failed. */
  async settled() {
    while (this.#underWay.size > 0) await Promise.allSettled([...this.#underWay]);
  }

  /** Sends a request to the service and remembers the answer. Throws if the service gives none. */
  async send(request) {
    const refusal = this.#refusal(request);
    if (refusal !== undefined) return refused(refusal);
    if (isPurchase(request)) this.purchase = "sent";
    const work = this.#exchange(request);
    this.#underWay.add(work);
    try {
      return await work;
    } finally {
      this.#underWay.delete(work);
    }
  }

  async #exchange(request) {
    const startedMs = Date.now();
    const answer = await exchange(new URL(request.path, this.#baseUrl), request);
    const body = parsed(answer.body);
    this.#learn(body, isPurchase(request));
    this.exchanges.push({
      method: request.method,
      path: request.path,
      startedMs,
      endedMs: Date.now(),
      status: answer.status,
      request: parsed(request.body ?? ""),
      answer: body,
      contentType: answer.headers["content-type"],
      headers: answer.headers,
    });
    return answer;
  }

  /** Why a request must not reach the service, or `undefined`. */
  #refusal({ method, path, body }) {
    if (method === "GET" || QUOTE.test(path)) return undefined;
    if (!PURCHASE.test(path)) {
      const [, oid] = ORDER.exec(path) ?? [];
      return this.own.has(Number(oid)) ? undefined : "The acceptance test changes no order but its own.";
    }
    const wanted = Object.values(parsed(body ?? "") ?? {})[0]?.instantiation_options?.domain_name;
    const isFirst = this.purchase === "allowed" && wanted === this.#domainName;
    return isFirst ? undefined : "The acceptance test buys one server, once, after its price is known.";
  }

  /** Recognises the server's own order: in the answer to the purchase, and by its domain name in any other. */
  #learn(body, wasBought) {
    const envelope = Object.values(body ?? {})[0] ?? {};
    for (const order of [envelope.about_order, ...(envelope.about_orders ?? [])])
      if (order && (wasBought || order.domain_name === this.#domainName)) this.own.add(order.order_oid);
  }

  async #serve(request, response) {
    try {
      const headers = pick(request.headers, PASSED_ON);
      const sent = {
        method: request.method ?? "GET",
        path: request.url ?? "/",
        headers,
        body: await readText(request),
      };
      const answer = await this.send(sent);
      response.writeHead(answer.status, pick(answer.headers, GIVEN_BACK)).end(answer.body);
    } catch {
      // The provider sees what it would see without the gateway: a connection that breaks.
      response.destroy();
    }
  }
}

const isPurchase = ({ method, path }) => method === "POST" && PURCHASE.test(path);

const pick = (headers, names) =>
  Object.fromEntries(names.filter((name) => headers[name] !== undefined).map((name) => [name, headers[name]]));

function refused(text) {
  const error = { error_class: "AcceptanceTest", human_readable_message: text };
  const body = JSON.stringify({ jaxrs_response: { response_type: "ERROR", error_info: error } });
  return { status: 403, headers: { "content-type": "application/json" }, body };
}
