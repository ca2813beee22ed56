import type { OrderInfo } from "../../schema/order-info";
import { matchesOrder } from "../../schema/order-info";
import type { Given, Option } from "../command/command";
import { UsageError } from "../command/exit-codes";
import { choiceOf, orderNumbersOf, tagsOf, textOf } from "../command/given";
import type { AccountOrder } from "./account-orders";

/** The options that choose among orders, and `[ORDER...]` by number. */
export const selectionOptions = {
  location: { type: "string", value: "CODE", meaning: "only in this data centre, such as DCDALLAS" },
  search: { type: "string", value: "TEXT", meaning: "only orders in which every one of these words occurs" },
  tag: {
    type: "string",
    multiple: true,
    value: "KEY[=VALUE]",
    meaning: "only orders with this tag; may be repeated",
  },
} as const satisfies Record<string, Option>;

export const statusOption = {
  status: { type: "string", value: "WHICH", meaning: "active (the default), inactive, or any" },
} as const satisfies Record<string, Option>;

/** Which orders the command line asks for. */
export function selectOrders(given: Given, orders: readonly AccountOrder[]): AccountOrder[] {
  const numbers = orderNumbersOf(given.words);
  const status = choiceOf(given, "status", ["active", "inactive", "any"]) ?? (numbers.length > 0 ? "any" : "active");
  const wanted = {
    status,
    dcLocation: textOf(given, "location"),
    search: textOf(given, "search"),
    tags: tagsOf(given, "tag"),
  };
  const missing = numbers.filter((number) => !orders.some(({ order }) => order.orderOid === number));
  if (missing.length > 0) throw new UsageError(`This account has no order ${missing.join(", ")}.`);
  const isAskedFor = ({ orderOid }: OrderInfo): boolean => numbers.length === 0 || numbers.includes(orderOid);
  return orders.filter(({ info }) => isAskedFor(info) && matchesOrder(info, wanted));
}

/** Whether cancelled orders may be asked for, so that they must be read too. */
export const wantsInactive = (given: Given): boolean => given.words.length > 0 || textOf(given, "status") !== undefined;
