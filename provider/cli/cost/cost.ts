import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { openAccount, stackOption } from "../account/account";
import { readOrders } from "../account/account-orders";
import { type Command, textOf } from "../command/command";
import { formatMonth, formatUsd } from "../terminal/format";
import { type Page, table, wrapped } from "../terminal/page";
import { spendingChart } from "./chart";
import { type Spending, spendingOf } from "./spending";

export const cost: Command = {
  name: "cost",
  summary: "Shows what the account and each stack cost a month now, and cost in the last twelve months.",
  about: [
    "The past is reconstructed from the orders: each counts from its date to its cancellation, at the price that it has now or had last. So a resize " +
      "counts as if it had always been there; tax, traffic beyond the allowance, credits and orders that the service no longer lists are missing. It is no invoice.",
  ],
  options: {
    svg: {
      type: "string",
      value: "FILE",
      example: "cost.svg",
      meaning: "also write the twelve months to this file, as a chart",
    },
    ...stackOption,
  },
  run: async (given, context) => {
    const { client, notes } = await openAccount(given, context);
    const spending = spendingOf(await readOrders(client, "all"), client.serviceNowMs());
    const file = textOf(given, "svg");
    if (file !== undefined) writeFileSync(resolve(context.folder, file), spendingChart(spending, stackName));
    return {
      notes: file === undefined ? notes : [...notes, `The chart is in ${file}.`],
      json: spending,
      text: (page) => spendingText(page, spending),
    };
  },
};

const stackName = (stack: string | undefined): string => stack ?? "by other means";

function spendingText(page: Page, spending: Spending): string {
  if (spending.stacks.length === 0) return "No orders with a price and a date.";
  const now = table(
    page,
    [
      { title: "STACK", ifTooLong: "cut" },
      { title: "ORDERS", align: "right" },
      { title: "A MONTH NOW", align: "right" },
    ],
    [
      ...spending.stacks.map(({ stack, activeOrders, nowUsd }) => [
        stackName(stack),
        String(activeOrders),
        formatUsd(nowUsd),
      ]),
      ["all", String(spending.stacks.reduce((sum, one) => sum + one.activeOrders, 0)), formatUsd(spending.nowUsd)],
    ],
  );
  const leftOut =
    spending.leftOut === 0 ? [] : [`${spending.leftOut} orders without a price in USD or without a date are left out.`];
  const caution = `The past at the orders' present prices, in USD; ${formatMonth(spending.months.at(-1) ?? "")} is not over.`;
  return [now, "", monthsTable(page, spending), "", ...wrapped([caution, ...leftOut].join(" "), page.width)].join("\n");
}

function monthsTable(page: Page, { stacks, months, perMonthUsd }: Spending): string {
  const columns = [
    { title: "STACK", ifTooLong: "cut" } as const,
    ...months.map((month) => ({ title: formatMonth(month).slice(0, 3), align: "right" }) as const),
  ];
  const amounts = (all: readonly number[]): string[] => all.map((usd) => (usd === 0 ? "-" : usd.toFixed(0)));
  return table(page, columns, [
    ...stacks.map((one) => [stackName(one.stack), ...amounts(one.perMonthUsd)]),
    ["all", ...amounts(perMonthUsd)],
  ]);
}
