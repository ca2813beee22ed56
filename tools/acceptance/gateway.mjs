import http, { createServer } from "node:http";
import https from "node:https";

const PASSED_ON = ["accept", "authorization", "content-type"];
const GIVEN_BACK = ["content-type", "date", "retry-after"];
const QUOTE = /^\/r\/pricing-plans\/new-vm-pricing/;
const PURCHASE = /^\/r\/orders\/new-vps/;
const ORDER = /^\/r\/orders\/order-(\d+)-/;

/**
 * Stands between the provider and the service. It lets one purchase of one server through, and changes of that server alone, whatever
 * the provider under test does. A call that has been sent is always followed to its end, even if whoever made it is gone.
 */
export class Gateway {
  /** The orders that may be changed, by number: the server's own, as the service last showed them. */
  ownOrders = new Map();
  /** @type {"forbidden" | "allowed" | "sent" | "answered"} */
  purchase = "forbidden";
  url = "";
  #baseUrl;
  #domainName;
  #underWay = new Set();
  #server = createServer({ requestTimeout: 0 }, (request, response) => void this.#serve(request, response));

  /**
   * @param {string} baseUrl of the service
   * @param {string} domainName of the server that may be bought
   */
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

  /** Sends a request to the service. Throws if the service gives no answer. */
  async send(request) {
    const refusal = this.#refusal(request);
    if (refusal !== undefined) return refused(refusal);
    if (isPurchase(request)) this.purchase = "sent";
    const work = exchange(new URL(request.path, this.#baseUrl), request);
    this.#underWay.add(work);
    try {
      const answer = await work;
      this.#learn(envelopeOf(answer.body), isPurchase(request));
      return answer;
    } finally {
      this.#underWay.delete(work);
    }
  }

  /** Why a request must not reach the service, or `undefined`. */
  #refusal({ method, path, body }) {
    if (method === "GET" || QUOTE.test(path)) return undefined;
    if (!PURCHASE.test(path)) {
      const [, oid] = ORDER.exec(path) ?? [];
      return this.ownOrders.has(Number(oid)) ? undefined : "The acceptance test changes no order but its own.";
    }
    const isFirst =
      this.purchase === "allowed" && envelopeOf(body).instantiation_options?.domain_name === this.#domainName;
    return isFirst ? undefined : "The acceptance test buys one server, once, after its price is known.";
  }

  /** Recognises the server's own order: in the answer to the purchase, and by its domain name in any other. */
  #learn(envelope, wasBought) {
    // An error page of something in between is no answer: the order may have been made all the same.
    if (wasBought && envelope.response_type !== undefined) this.purchase = "answered";
    for (const order of [envelope.about_order, ...(envelope.about_orders ?? [])])
      if (order && (wasBought || order.domain_name === this.#domainName)) this.ownOrders.set(order.order_oid, order);
  }

  async #serve(request, response) {
    try {
      const { method = "GET", url: path = "/" } = request;
      const body = await readText(request);
      const answer = await this.send({ method, path, headers: pick(request.headers, PASSED_ON), body });
      response.writeHead(answer.status, pick(answer.headers, GIVEN_BACK)).end(answer.body);
    } catch {
      // The provider sees what it would see without the gateway: a connection that breaks.
      response.destroy();
    }
  }
}

/** What is inside the one member of a request or an answer; empty if the text is no JSON. */
export function envelopeOf(text = "") {
  try {
    return Object.values(JSON.parse(text))[0] ?? {};
  } catch {
    return {};
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

/** Waits as long as it takes: a purchase is answered when the server runs, and `fetch` gives up after five minutes. */
function exchange(url, { method, headers, body = "" }) {
  const { request } = url.protocol === "https:" ? https : http;
  const length = body === "" ? {} : { "content-length": String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: { ...headers, ...length }, agent: false }, (answer) => {
      const { statusCode: status = 0, headers } = answer;
      readText(answer).then((text) => resolve({ status, headers, body: text }), reject);
    });
    sent.once("error", reject);
    sent.setSocketKeepAlive(true, 30_000);
    sent.end(body);
  });
}

async function readText(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
