import { setTimeout as wait } from "node:timers/promises";
import { envelopeOf } from "./gateway.mjs";

/** How long an order whose purchase was not answered may take to turn up, and a cancellation to show. */
const PATIENCE_MS = 20 * 60_000;
const PAUSE_MS = 15_000;
const CLOCKS_DIFFER_MS = 10 * 60_000;

/**
 * Plain calls to the service, beside the provider's: what the test asks to know what is true, and to cancel.
 *
 * @param {import("./gateway.mjs").Gateway} gateway
 * @param {string} apiKey
 */
export function createService(gateway, apiKey) {
  const headers = {
    accept: "application/json",
    "content-type": "application/json",
    authorization: `rimuhosting apikey=${apiKey}`,
  };

  async function ask(method, path, body) {
    const answer = await gateway.send({ method, path, headers, body: body && JSON.stringify(body) });
    const envelope = envelopeOf(answer.body);
    if (answer.status === 200 && envelope.response_type === "OK") return envelope;
    const said = envelope.error_info?.human_readable_message ?? "no readable answer";
    throw new Error(`${method} ${path.replace(/\d{4,}.*/, "…")} was answered with ${answer.status}: ${said}`);
  }

  const pathOf = (oid) => `/r/orders/${gateway.ownOrders.get(oid)?.slug ?? `order-${oid}-x`}`;
  const activeOrders = async () => (await ask("GET", "/r/orders;include_inactive=N")).about_orders;
  const getOrder = async (oid) => (await ask("GET", pathOf(oid))).about_order;

  /** Cancels an order and reads it back; whether it is gone. */
  async function cancel(oid) {
    const isGone = () => getOrder(oid).then(isCancelled, () => false);
    for (const untilMs = Date.now() + PATIENCE_MS; !(await isGone()); await wait(PAUSE_MS)) {
      if (Date.now() >= untilMs) return false;
      await ask("DELETE", `${pathOf(oid)}/vps`).catch(() => undefined);
      if (await isGone()) return true;
    }
    return true;
  }

  /** Looks for an order whose purchase was not answered: the gateway recognises it in the list. */
  async function search() {
    for (const untilMs = Date.now() + PATIENCE_MS; ; await wait(PAUSE_MS)) {
      await activeOrders().catch(() => undefined);
      if (gateway.ownOrders.size > 0 || Date.now() >= untilMs) return;
    }
  }

  return {
    activeOrders,
    getOrder,
    cancel,
    search,
    distributions: async () => (await ask("GET", "/r/distributions")).distro_infos,
    plans: async () => (await ask("GET", "/r/pricing-plans;server-type=VPS")).pricing_plan_infos,
    /** A month's price in USD; `undefined` if the service names none. */
    quote: async (order) =>
      (await ask("PUT", "/r/pricing-plans/new-vm-pricing", { new_order_request: order })).monthly_recurring_amt
        ?.amt_usd,
  };
}

/** Cancelled orders stay readable; their date of cancellation may lie ahead. */
export function isCancelled(order) {
  const date = order.billing_info?.cancellation_date;
  const ms = date?.ms_since_epoch ?? Date.parse(date?.iso_format ?? date ?? "");
  return ms <= Date.now() + CLOCKS_DIFFER_MS && !/^(running|restarting|powercycling)$/i.test(order.running_state ?? "");
}
