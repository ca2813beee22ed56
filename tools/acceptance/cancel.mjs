import { setTimeout as wait } from "node:timers/promises";
import { isCancelled } from "./service.mjs";

/** How long an order whose purchase was not answered may take to turn up, and a cancellation to show. */
const PATIENCE_MS = 20 * 60_000;
const PAUSE_MS = 15_000;

/** Domain names that only the acceptance test uses. */
export const newDomainName = (digits) => `pulumi-acceptance-${digits}.example.com`;
const OURS = /^pulumi-acceptance-[0-9a-f]{8}\.example\.com$/;

/** Active orders that an earlier acceptance run left. */
export const leftoversIn = (orders) =>
  orders.filter((order) => OURS.test(order.domain_name ?? "") && !isCancelled(order));

/**
 * Cancels what this run bought, whatever has happened to it, and reads it back.
 *
 * @returns {Promise<{ cancelled: number[], billed: number[], isUnsure: boolean }>} `isUnsure`: an order may yet turn up
 */
export async function cancelWhatWasBought({ gateway, service, say }) {
  if (gateway.purchase !== "sent") return { cancelled: [], billed: [], isUnsure: false };
  if (gateway.own.size === 0) say("Waiting for the answer to the order …");
  await gateway.settled();
  const wasAnswered = gateway.exchanges.some(isAnswerToPurchase);
  await search(gateway, service, wasAnswered ? 0 : PATIENCE_MS);
  const result = await cancelAll([...gateway.own], service, say);
  return { ...result, isUnsure: gateway.own.size === 0 && !wasAnswered };
}

/** An error page of something in between is no answer: the order may have been made all the same. */
const isAnswerToPurchase = ({ path, answer }) =>
  path.startsWith("/r/orders/new-vps") && Object.values(answer ?? {})[0]?.response_type !== undefined;

/** The gateway recognises the order in the list by its name. */
async function search(gateway, service, patienceMs) {
  const untilMs = Date.now() + patienceMs;
  for (;;) {
    await service.listOrders().catch(() => []);
    if (gateway.own.size > 0 || Date.now() >= untilMs) return;
    await wait(PAUSE_MS);
  }
}

/** @param {number[]} oids */
export async function cancelAll(oids, service, say) {
  const result = { cancelled: [], billed: [] };
  for (const oid of oids) result[(await cancelOne(oid, service, say)) ? "cancelled" : "billed"].push(oid);
  return result;
}

async function cancelOne(oid, service, say) {
  const isGone = async () => {
    const order = await service.getOrder(oid).catch(() => undefined);
    return order !== undefined && isCancelled(order);
  };
  for (const untilMs = Date.now() + PATIENCE_MS; !(await isGone()); await wait(PAUSE_MS)) {
    if (Date.now() >= untilMs) return false;
    say(`Cancelling order ${oid} …`);
    await service.cancel(oid).catch(() => undefined);
    if (await isGone()) return true;
  }
  return true;
}
