import type { Client } from "../api/client";
import { NotFoundError } from "../api/errors";
import { ordersOf, type SavedStack } from "../plan/purchase/ownership";
import { awaitedMessage, otherAccountMessage, straysMessage } from "../plan/purchase/purchase-messages";
import { isStray, type KnownOrders, knownOrders } from "../plan/purchase/strays";
import { ownTags, runOf, showsTags } from "../plan/purchase/tags";
import { type AboutOrder, isActive } from "../schema/order";

/** A look that takes longer is given up: a preview is worth a short wait. */
const patience = { deadlineMs: 20_000 } as const;

/** An account that the stack uses, or has used, and the places of the program whose servers belong there. */
export interface Account {
  readonly client: Client;
  readonly urns: readonly string[];
}

export interface Found {
  /** Orders that nobody has. */
  readonly warnings: readonly string[];
  /** Orders that another account has. */
  readonly errors: readonly string[];
}

/** Lists the orders of each account once. What this very run buys is its own to save. */
export async function lookForStrays(
  run: string,
  state: SavedStack,
  ledger: string,
  accounts: readonly Account[],
): Promise<Found> {
  const known = knownOf(state, ledger);
  const looks = await Promise.all(accounts.map((account) => lookInto(account, state, known)));
  const found = looks.flatMap(({ strays }) => strays).filter((order) => runOf(ownTags(order).attempt ?? "") !== run);
  const strays = new Map(found.map((order) => [order.orderOid, order]));
  const awaited = new Map(looks.flatMap(({ awaited }) => awaited).map((order) => [order.orderOid, order]));
  return {
    warnings: [
      ...(strays.size === 0 ? [] : [straysMessage([...strays.values()])]),
      ...(awaited.size === 0 ? [] : [awaitedMessage([...awaited.values()])]),
    ],
    errors: looks.flatMap(({ misplaced }) => misplaced),
  };
}

const knownOf = ({ entries, everHeld }: SavedStack, ledger: string): KnownOrders =>
  knownOrders(ledger, { earlier: [] }, ordersOf(everHeld, entries));

interface Look {
  readonly strays: readonly AboutOrder[];
  /** What purchases have bought whose outcome the state still waits for. */
  readonly awaited: readonly AboutOrder[];
  readonly misplaced: readonly string[];
}

const nothing: Look = { strays: [], awaited: [], misplaced: [] };

async function lookInto({ client, urns }: Account, state: SavedStack, known: KnownOrders): Promise<Look> {
  try {
    const listed = await client.listOrders({ includeInactive: false }, patience);
    const orders = await withTags(client, listed, known);
    const nowMs = client.serviceNowMs();
    return {
      strays: orders.filter((order) => isStray(order, known, nowMs)),
      awaited: orders.filter((order) => known.attempts.has(ownTags(order).attempt ?? "") && isActive(order, nowMs)),
      misplaced: await ordersElsewhere(client, urns, state, listed),
    };
  } catch {
    return nothing;
  }
}

/** Orders read one by one where lists show no tags: the newest ones. */
const mostReadSingly = 100;

async function withTags(client: Client, orders: readonly AboutOrder[], known: KnownOrders): Promise<AboutOrder[]> {
  if (showsTags(orders)) return [...orders];
  const unknown = orders
    .filter(({ orderOid, serverType }) => !known.orderOids.has(orderOid) && serverType !== "PHYSICAL")
    .sort((a, b) => b.orderOid - a.orderOid)
    .slice(0, mostReadSingly);
  const read = await Promise.all(unknown.map(({ orderOid }) => client.getOrder(orderOid, patience)));
  const whole = new Map(read.map((order) => [order.orderOid, order]));
  return orders.map((order) => whole.get(order.orderOid) ?? order);
}

/** More would all be the same mistake. */
const mostRead = 3;

/** Servers of the program whose orders this account does not know: their provider was exchanged, or its key. */
async function ordersElsewhere(
  client: Client,
  urns: readonly string[],
  { entries }: SavedStack,
  listed: readonly AboutOrder[],
): Promise<string[]> {
  const present = new Set(listed.map(({ orderOid }) => orderOid));
  const missing = entries
    .filter(({ urn, key, orderOid }) => key !== undefined && orderOid !== undefined && urns.includes(urn))
    .flatMap(({ urn, orderOid }) => (orderOid === undefined || present.has(orderOid) ? [] : [{ urn, orderOid }]));
  const judged = missing.slice(0, mostRead).map(async ({ urn, orderOid }) => {
    const error: unknown = await client.getOrder(orderOid, patience).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    return error instanceof NotFoundError ? [otherAccountMessage(orderOid, urn.split("::").at(-1))] : [];
  });
  return (await Promise.all(judged)).flat();
}
