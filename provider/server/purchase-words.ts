import { asBought } from "../purchase/purchase-messages";
import { aboutMoney, describeOrder, inOneLine, monthly, timeOfDay } from "../service/wire/messages";
import type { AboutOrder } from "../service/wire/order";
import type { OwnedServer } from "./state";

/** The text on the line of a server that was just bought or adopted. */
export function orderedLine(
  { orderOid, primaryIp, monthlyCost, setupMessages }: OwnedServer,
  adopted: string | undefined,
): string {
  const facts = inOneLine([primaryIp, monthlyCost && monthly(monthlyCost), `order ${orderOid}`, adopted]);
  return `${facts}${aboutMoney(setupMessages ?? [])}`;
}

/** The same once it is done, before what the server is like. */
export const adoptedWords = (unshown: readonly string[]): string =>
  `adopted: it was bought for this server already${asBought(unshown)}`;

/** After the adoption, where the server is no longer what the program asks for. */
export const adoptedDifferentMessage = (order: AboutOrder, differences: readonly string[]): string =>
  `Adopted order ${order.orderOid}, which an interrupted run had bought. It differs from the program: ${differences.join("; ")}. ` +
  'Run "pulumi preview" to see what the next "pulumi up" does about that.';

export const otherPasswordMessage = (order: AboutOrder): string =>
  `${describeOrder(order)} was set up with a different root password than requested. The output password holds the one that the service reported.`;

/** For a server whose installation could not be waited for. */
export const withoutAddressMessage =
  (order: AboutOrder) =>
  (why: string): string =>
    `Order ${order.orderOid} was bought and is in the state, but it is not known to run yet. ${why}`;

/** For a purchase without an answer whose order has not turned up in all the time that it may take. */
export const pendingMessage = (domainName: string, why: string, sentMs: number): string =>
  `No order for "${domainName}" has turned up since ${timeOfDay(sentMs)}, but one may exist, and be billed: ${why}. ` +
  'Run "pulumi up" again: it looks once more, and buys the server if there is no order.';
