import { type Client, createClient } from "../api/client";
import { readEnvironment } from "../api/environment";
import { NotFoundError } from "../api/errors";
import { resolveSettings } from "../api/settings";
import { isInlineProgram } from "../engine/program-runner";
import { ordersOf, type SavedLedger, type SavedStack } from "../plan/purchase/ownership";
import {
  awaitedMessage,
  notSearchedMessage,
  otherAccountMessage,
  straysMessage,
} from "../plan/purchase/purchase-messages";
import { ownTags, runOf, showsTags } from "../plan/purchase/tags";
import { isStray, type KnownOrders, knownOrders } from "../plan/purchase/verdict";
import { rememberedAccounts } from "../schema/ledger";
import { type AboutOrder, isActive } from "../schema/order";

/** A search that takes longer is abandoned: a preview should not wait for long. */
const patience = { deadlineMs: 20_000 } as const;

/** An account of this run: its settings, and the URNs of the servers that the program declares there. */
export interface AccountInRun {
  /** The name of an explicit provider; absent for the default one. */
  readonly provider: string | undefined;
  /** By the settings' full names; absent for the default provider, which uses the stack's own. */
  readonly config: Readonly<Record<string, string>> | undefined;
  readonly urns: readonly string[];
}

type ReadSetting = (name: string) => string | undefined;

/** An account that the stack uses or has used, and the URNs of the servers that belong there. */
export interface SearchedAccount {
  readonly client: Client;
  readonly urns: readonly string[];
}

export interface Found {
  /** Orders billed to this stack but missing from its state. */
  readonly warnings: readonly string[];
  /** Orders that belong to another account. */
  readonly errors: readonly string[];
}

/**
 * Searches each account of this run, and those whose provider has left the program.
 *
 * @param readStack reads the stack's own configuration, by the names after `rimuhosting:`
 * @public Loaded with `require`, which tools do not see as a use.
 */
export function searchAccounts(
  run: string,
  state: SavedStack,
  ledger: SavedLedger,
  accounts: readonly AccountInRun[],
  readStack: ReadSetting,
): Promise<Found> {
  const names = new Set(accounts.map(({ provider }) => provider));
  const former = rememberedAccounts(ledger.accounts)
    .filter(({ name }) => !names.has(name))
    .map(({ name, config }): AccountInRun => ({ provider: name, config, urns: [] }));
  const opened = [...accounts, ...former].flatMap((account) => openAccount(account, readStack));
  // The servers themselves may still have a key: it is in the workspace's environment, which only the engine gets.
  if (opened.length === 0 && isInlineProgram()) return Promise.resolve({ warnings: [notSearchedMessage], errors: [] });
  return lookForStrays(run, state, ledger.id, opened);
}

/** Opens an account. Without a key, or with unusable settings, there is nothing to search. */
function openAccount({ config, urns }: AccountInRun, readStack: ReadSetting): SearchedAccount[] {
  try {
    const settings = resolveSettings({
      config: config === undefined ? readStack : (name) => config[`rimuhosting:${name}`],
      env: readEnvironment(),
    });
    return settings.apiKey === undefined ? [] : [{ client: createClient(settings), urns }];
  } catch {
    return [];
  }
}

/** Lists the orders of each account once. Orders bought by this very run do not count: it is still saving them. */
export async function lookForStrays(
  run: string,
  state: SavedStack,
  ledger: string,
  accounts: readonly SearchedAccount[],
): Promise<Found> {
  const known = knownOf(state, ledger);
  const results = await Promise.all(accounts.map((account) => searchAccount(account, state, known)));
  const found = results.flatMap(({ strays }) => strays).filter((order) => runOf(ownTags(order).attempt ?? "") !== run);
  const strays = new Map(found.map((order) => [order.orderOid, order]));
  const awaited = new Map(results.flatMap(({ awaited }) => awaited).map((order) => [order.orderOid, order]));
  return {
    warnings: [
      ...(strays.size === 0 ? [] : [straysMessage([...strays.values()])]),
      ...(awaited.size === 0 ? [] : [awaitedMessage([...awaited.values()])]),
    ],
    errors: results.flatMap(({ misplaced }) => misplaced),
  };
}

const knownOf = ({ entries, everHeld }: SavedStack, ledger: string): KnownOrders =>
  knownOrders(ledger, { earlier: [] }, ordersOf(everHeld, entries));

interface SearchResult {
  readonly strays: readonly AboutOrder[];
  /** Orders of purchases whose outcome is still missing from the state. */
  readonly awaited: readonly AboutOrder[];
  readonly misplaced: readonly string[];
}

const nothing: SearchResult = { strays: [], awaited: [], misplaced: [] };

async function searchAccount(
  { client, urns }: SearchedAccount,
  state: SavedStack,
  known: KnownOrders,
): Promise<SearchResult> {
  try {
    const { orders: listed } = await client.listOrders({ includeInactive: false }, patience);
    const orders = await withTagsOfNewest(client, listed, known);
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

/** The most orders to read one by one if lists show no tags; the newest come first. */
const maxReadSingly = 100;

/**
 * Lists may show no tags. Unlike the search before a purchase, which reads each order of the same domain name, this one
 * looks for orders of any name: it reads none if the list shows tags at all, and no more than a preview can wait for.
 */
async function withTagsOfNewest(
  client: Client,
  orders: readonly AboutOrder[],
  known: KnownOrders,
): Promise<AboutOrder[]> {
  if (showsTags(orders)) return [...orders];
  const unknown = orders
    .filter(({ orderOid, serverType }) => !known.orderOids.has(orderOid) && serverType !== "PHYSICAL")
    .sort((a, b) => b.orderOid - a.orderOid)
    .slice(0, maxReadSingly);
  const read = await Promise.all(unknown.map(({ orderOid }) => client.getOrder(orderOid, patience)));
  const whole = new Map(read.map((order) => [order.orderOid, order]));
  return orders.map((order) => whole.get(order.orderOid) ?? order);
}

/** The most orders to check: any more would be due to the same mistake. */
const maxChecked = 3;

/** Finds servers of the program whose orders this account does not know: their provider was swapped, or its key. */
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
  const judged = missing.slice(0, maxChecked).map(async ({ urn, orderOid }) => {
    const error: unknown = await client.getOrder(orderOid, patience).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    return error instanceof NotFoundError ? [otherAccountMessage(orderOid, urn.split("::").at(-1))] : [];
  });
  return (await Promise.all(judged)).flat();
}
