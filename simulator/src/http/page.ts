import type { JournalEntry } from "../journal";
import type { WorldContext } from "../world/context";
import { freeRoom, ordersOn } from "../world/hosts/capacity";
import { type Host, hostName } from "../world/hosts/host";
import { cents, currencyName } from "../world/money/money";
import { isCancelled, isSuspended, type Order, totalDiskMb } from "../world/order";

const REFRESH_S = 2;
const MAX_ROWS = 200;
const MAX_REQUESTS = 50;

type Cell = string | number | null | undefined;

/**
 * What the simulator remembers, for a browser. It needs no key, so it shows no password, no file, no cloud-config, no tag
 * and no body.
 */
export function renderPage(
  context: WorldContext,
  entries: readonly JournalEntry[],
  withoutKeys: (text: string) => string,
): string {
  const { orders, hosts, charges } = context.state;
  const nowMs = context.clock.now();
  const active = orders.filter((order) => !isCancelled(order, nowMs)).length;
  return [
    HEAD,
    `<h1>RimuHosting simulator</h1><p>${escaped(iso(nowMs))}, refreshed every ${REFRESH_S} seconds</p>`,
    table(
      `Orders: ${active} active, ${orders.length - active} cancelled`,
      ORDER_HEAD,
      newest(orders, MAX_ROWS),
      (order) => orderRow(order, nowMs),
    ),
    table(`Charges: ${totals(context)}`, ["at", "order", "kind", "amount"], newest(charges, MAX_REQUESTS), (charge) => [
      iso(charge.atMs),
      charge.orderOid,
      charge.kind,
      `${charge.amt.toFixed(2)} ${currencyName(charge.currency)}`,
    ]),
    table("Hosts", HOST_HEAD, hosts.slice(0, MAX_ROWS), (host) => hostRow(context, host)),
    table("Last requests", REQUEST_HEAD, newest(entries, MAX_REQUESTS), (entry) =>
      requestRow({ ...entry, path: withoutKeys(entry.path) }),
    ),
    "</body></html>\n",
  ].join("\n");
}

const HEAD = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="${REFRESH_S}">
<meta name="viewport" content="width=device-width"><title>RimuHosting simulator</title><style>
body { font: 14px/1.4 system-ui, sans-serif; margin: 1.5em; color: #222; background: #fff }
table { border-collapse: collapse; margin: 0 0 2em } th, td { text-align: left; padding: .2em .8em .2em 0; border-bottom: 1px solid #ddd; vertical-align: top }
td { font-variant-numeric: tabular-nums; overflow-wrap: anywhere } th { white-space: nowrap } h1 { font-size: 1.4em } h2 { font-size: 1.1em }
</style></head><body>`;

const ORDER_HEAD = ["order", "domain", "state", "image", "memory", "disks", "host", "addresses", "a month", "ordered"];

function orderRow(order: Order, nowMs: number): Cell[] {
  return [
    order.orderOid,
    order.domainName,
    stateOf(order, nowMs),
    order.distro,
    `${order.sizes.memoryMb} MB`,
    `${totalDiskMb(order.sizes)} MB`,
    order.hostServerOid,
    [order.primaryIp, ...order.secondaryIps].join(" "),
    `${order.monthlyAmount.amt.toFixed(2)} ${currencyName(order.monthlyAmount.currency)}`,
    iso(order.orderedAtMs),
  ];
}

function stateOf(order: Order, nowMs: number): string {
  if (isCancelled(order, nowMs)) return `cancelled ${iso(order.cancellationAtMs ?? nowMs)}`;
  const remarks = [
    order.runningState,
    ...(order.isHalfMade ? ["being set up"] : order.isBusy ? ["busy"] : []),
    ...(isSuspended(order) ? ["suspended"] : []),
    ...(order.cancellationAtMs === null ? [] : [`ends ${iso(order.cancellationAtMs)}`]),
  ];
  return remarks.join(", ");
}

const HOST_HEAD = ["host", "location", "servers", "free memory", "free disk", "features"];

function hostRow(context: WorldContext, host: Host): Cell[] {
  const free = freeRoom(context, host);
  return [
    hostName(host.hostServerOid),
    host.locationCode,
    ordersOn(context, host).length,
    `${free.memoryMb} of ${host.memoryMbTotal} MB`,
    `${Math.floor(free.diskMb / 1024)} of ${host.diskGbTotal} GB`,
    host.features.join(" "),
  ];
}

const REQUEST_HEAD = ["at", "request", "call", "order", "status", "outcome", "work done"];

function requestRow(entry: JournalEntry): Cell[] {
  const { at, method, path, call, orderOid, status, outcome, isWorkDone } = entry;
  return [iso(at), `${method} ${path}`, call, orderOid, status, outcome, isWorkDone ? "yes" : "no"];
}

function totals({ state }: WorldContext): string {
  const sums = new Map<string, number>();
  for (const { currency, amt } of state.charges) sums.set(currency, cents((sums.get(currency) ?? 0) + amt));
  return [...sums].map(([currency, sum]) => `${sum.toFixed(2)} ${currencyName(currency)}`).join(", ") || "none";
}

function newest<T>(list: readonly T[], count: number): T[] {
  return list.slice(-count).reverse();
}

function table<T>(title: string, head: readonly string[], rows: readonly T[], cells: (row: T) => Cell[]): string {
  const line = (tag: "th" | "td", values: readonly Cell[]): string =>
    `<tr>${values.map((value) => `<${tag}>${escaped(String(value ?? ""))}</${tag}>`).join("")}</tr>`;
  const body = rows.map((row) => line("td", cells(row)));
  return `<h2>${escaped(title)}</h2>\n<table>\n${[line("th", head), ...body].join("\n")}\n</table>`;
}

function iso(ms: number): string {
  return new Date(ms)
    .toISOString()
    .replace("T", " ")
    .replace(/\.\d+Z$/, "");
}

const ENTITIES: { readonly [char: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}
