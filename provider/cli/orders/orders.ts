import { openAccount, stackOption } from "../account/account";
import {
  type AccountOrder,
  formatTotals,
  readOrders,
  selectionOptions,
  selectOrders,
  totalsOf,
} from "../account/account-orders";
import { type Command, isGiven } from "../command/command";
import { counted, formatDay, formatMoney, formatSize } from "../terminal/format";
import { type Page, table } from "../terminal/page";

export const orders: Command = {
  name: "orders",
  summary: "Lists the orders of the account: what each is, what it costs, and which stack bought it.",
  words: "[ORDER...]",
  about: [
    "The stack's name comes from the tags that the order got when it was bought; they stay the same if the order is moved to another stack or " +
      'imported there later. "-" means that no stack bought it. The end of a cancelled order is the date on which it ends or ended.',
  ],
  options: {
    all: { type: "boolean", meaning: "also list cancelled orders" },
    ...selectionOptions,
    ...stackOption,
  },
  run: async (given, context) => {
    const { client } = await openAccount(given, context);
    // A number may be that of a cancelled order.
    const isAll = isGiven(given, "all") || given.words.length > 0;
    const read = await readOrders(client, isAll ? "all" : "active");
    const chosen = await selectOrders(given, read, isAll ? "any" : "active", client);
    return {
      json: {
        orders: chosen.map(({ info, stack, resource }) => ({ ...info, stack, resource })),
        monthlyTotal: totalsOf(chosen.filter(({ info }) => info.isActive)),
      },
      text: (page) => ordersText(page, chosen),
    };
  },
};

/** The orders as a table, with the sum below. */
function ordersText(page: Page, orders: readonly AccountOrder[]): string {
  if (orders.length === 0) return "No orders.";
  const currency = onlyCurrency(orders);
  const rows = orders.map((order) => [
    String(order.info.orderOid),
    order.info.domainName ?? "-",
    order.info.dcLocation ?? "-",
    sizesOf(order),
    formatState(order),
    formatCost(order, currency),
    [order.stack, order.resource].filter((part) => part !== undefined).join("/") || "-",
  ]);
  const columns = [
    { title: "ORDER" },
    { title: "DOMAIN", ifTooLong: "cut" },
    { title: "LOCATION" },
    { title: "SIZE", align: "right" },
    { title: "STATE" },
    { title: currency ?? "MONTHLY", align: "right" },
    { title: "BOUGHT BY", ifTooLong: "cut" },
  ] as const;
  return `${table(page, columns, rows)}\n\n${sumLine(orders)}`;
}

/** Memory and all disks: `4 GB/40 GB`. */
function sizesOf({ info }: AccountOrder): string {
  if (info.serverType === "PHYSICAL") return "dedicated";
  const diskMb =
    info.diskSpaceMb === undefined ? undefined : info.diskSpaceMb + (info.diskSpace2Mb ?? 0) + (info.diskSpace3Mb ?? 0);
  return `${formatSize(info.memoryMb)}/${formatSize(diskMb)}`;
}

/** The currency of all prices, if there is only one: it then heads the column. */
function onlyCurrency(orders: readonly AccountOrder[]): string | undefined {
  const currencies = new Set(orders.flatMap(({ info }) => info.monthlyCost ?? []).map(({ currency }) => currency));
  return currencies.size === 1 ? [...currencies][0] : undefined;
}

function formatCost({ info: { monthlyCost } }: AccountOrder, currency: string | undefined): string {
  if (monthlyCost === undefined) return "-";
  return currency === undefined || monthlyCost.amount === undefined
    ? formatMoney(monthlyCost)
    : monthlyCost.amount.toFixed(2);
}

/** The most important part of an order's state: that it ends, else that it is suspended, else whether it runs. */
function formatState({ info }: AccountOrder): string {
  if (info.cancellationDate !== undefined)
    return `${info.isActive ? "ends" : "ended"} ${formatDay(info.cancellationDate)}`;
  if (info.suspendedDate !== undefined) return "suspended";
  switch (info.observedRunningState) {
    case undefined:
      return "-";
    case "RUNNING":
      return "running";
    case "NOTRUNNING":
      return "stopped";
    default:
      return info.observedRunningState.toLowerCase();
  }
}

function sumLine(orders: readonly AccountOrder[]): string {
  const active = orders.filter(({ info }) => info.isActive);
  if (active.length === 0) return `${counted(orders.length, "cancelled order")}.`;
  const bought = active.filter(({ stack }) => stack !== undefined).length;
  const ending = active.filter(({ info }) => info.cancellationDate !== undefined);
  const ends =
    ending.length === 0 ? "" : ` (${ending.length} due to be cancelled, ${formatTotals(totalsOf(ending))} of it)`;
  return `${counted(active.length, "active order")}, ${formatTotals(totalsOf(active))} a month${ends}; ${bought} bought by a stack, ${active.length - bought} by other means.`;
}
