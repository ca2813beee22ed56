import { parsed } from "./exchange.mjs";

/**
 * Plain calls to the service, beside the provider's: what the test asks to know what is true, and to cancel.
 *
 * @param {import("./gateway.mjs").Gateway} gateway
 * @param {string} apiKey
 */
export function createService(gateway, apiKey) {
  const headers = { accept: "application/json", "content-type": "application/json" };

  /** The status and the envelope of any answer, also of an error. `key: null` sends none. */
  async function ask(method, path, { body, key = apiKey } = {}) {
    const authorization = key === null ? {} : { authorization: `rimuhosting apikey=${key}` };
    const text = body === undefined ? undefined : JSON.stringify(body);
    const answer = await gateway.send({ method, path, headers: { ...headers, ...authorization }, body: text });
    const envelope = Object.values(parsed(answer.body) ?? {})[0] ?? {};
    return { status: answer.status, envelope, isOk: answer.status === 200 && envelope.response_type === "OK" };
  }

  async function mustAsk(method, path, options) {
    return envelopeOf(await ask(method, path, options), method, path);
  }

  function envelopeOf({ status, envelope, isOk }, method, path) {
    if (isOk) return envelope;
    const said = envelope.error_info?.human_readable_message ?? "no readable answer";
    throw new Error(`${method} ${path.replace(/\d{4,}/g, "…")} was answered with ${status}: ${said}`);
  }

  const listOrders = async (filters = ";include_inactive=N") =>
    (await mustAsk("GET", `/r/orders${filters}`)).about_orders;

  /** Whether the service looks at what follows the number in a path is open: what it refuses is asked again by its own name. */
  async function askAbout(oid, method, rest = "") {
    const answer = await ask(method, `/r/orders/order-${oid}-x${rest}`);
    if (answer.isOk) return answer;
    const listed = await listOrders(`;include_inactive=Y;order_oids=${oid}`).catch(() => []);
    const slug = listed?.find((order) => order.order_oid === oid)?.slug;
    return slug ? ask(method, `/r/orders/${slug}${rest}`) : answer;
  }

  return {
    ask,
    askAbout,
    catalogue: async () => ({
      distros: (await mustAsk("GET", "/r/distributions", { key: null })).distro_infos,
      plans: (await mustAsk("GET", "/r/pricing-plans;server-type=VPS", { key: null })).pricing_plan_infos,
    }),
    listOrders,
    getOrder: async (oid) => envelopeOf(await askAbout(oid, "GET"), "GET", `/r/orders/order-${oid}-x`).about_order,
    cancel: (oid) => askAbout(oid, "DELETE", "/vps"),
    /** A month's price in USD; `undefined` if the service names none. */
    quote: async (order) =>
      (await mustAsk("PUT", "/r/pricing-plans/new-vm-pricing", { body: { new_order_request: order } }))
        .monthly_recurring_amt?.amt_usd,
  };
}

/** Cancelled orders stay readable; their date of cancellation may lie ahead. */
export function isCancelled(order) {
  const date = order.billing_info?.cancellation_date;
  const ms = date?.ms_since_epoch ?? Date.parse(date?.iso_format ?? date ?? "");
  return ms <= Date.now() + CLOCKS_DIFFER_MS && !/^(running|restarting|powercycling)$/i.test(order.running_state ?? "");
}

const CLOCKS_DIFFER_MS = 10 * 60_000;
