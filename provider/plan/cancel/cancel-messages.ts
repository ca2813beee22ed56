import type { AboutOrder } from "../../schema/order";
import { describeOrders, serviceWords } from "../messages";

export const leftoversMessage = (orders: readonly AboutOrder[]): string =>
  `Still active, and billed, although this stack bought them and nothing in its state holds them any more: ${describeOrders(orders)}. ` +
  'They come from an interrupted run, or were kept on purpose ("retainOnDelete", "pulumi state delete", "pulumi state move"). ' +
  'Cancel at the service what nobody needs and run "pulumi destroy" again; to let them be, run it with RIMUHOSTING_LEFTOVERSONDESTROY=warn in the environment ' +
  '(the stack\'s setting leftoversOnDestroy counts from the next "pulumi up" on: a destroy uses the settings of the last one).';

export const accountNotAskedMessage = (account: string, reason: string): string =>
  `Nobody could look whether orders of this stack are left over, and still billed, in ${account}. ${reason} Look at the service.`;

/** The program's servers and the account's orders, said of a purchase whose order has not turned up when it is destroyed. */
export const pendingGivenUpMessage = (domainName: string, since: string): string =>
  `No order of the purchase of "${domainName}" of ${since} has turned up, so there was nothing to cancel. Look at the service in an hour: if one turns up then, it is billed.`;

/** What stands on the line of a server that was just cancelled. */
export const cancelledLine = (orderOid: number, messages: readonly string[]): string =>
  `order ${orderOid} is cancelled${serviceWords(messages)}`;

export const heldByAnotherMessage = (orderOid: number): string =>
  `Order ${orderOid} was not cancelled: another resource of this stack holds it too. Only this entry leaves the state.`;
