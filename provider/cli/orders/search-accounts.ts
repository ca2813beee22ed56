import { createClient } from "../../api/client";
import { ServiceError } from "../../api/errors";
import { MissingKeyError, resolveSettings, SettingsError } from "../../api/settings";
import { freshReads, gather, type ReadingClient } from "../../evidence/gather";
import type { OrderEvidence } from "../../plan/purchase/evidence";
import { accountName } from "../../plan/purchase/purchase-messages";
import { judgeStrays } from "../../plan/purchase/strays";
import { noneKnown } from "../../plan/purchase/verdict";
import type { AboutOrder } from "../../schema/order";
import type { OrderList } from "../../schema/order-list";
import { openAccount } from "../account/account";
import { type AccountOrder, accountOrder } from "../account/account-orders";
import type { CommandContext, Given } from "../command/command";
import type { SavedState } from "./find-strays";

/** The orders of every account that some stacks have used. */
export interface AccountSearch {
  readonly orders: readonly AccountOrder[];
  /** What could not be searched, in whole sentences. */
  readonly notLookedAt: readonly string[];
  readonly notes: readonly string[];
  readonly nowMs: number;
  /** Reads a listed order by itself: a list may be behind on cancellations. `undefined` if it cannot be read. */
  readonly reread: (orderOid: number) => Promise<AccountOrder | undefined>;
}

/** An account, and the states of the stacks that use it. */
interface OpenedAccount {
  readonly name: string;
  readonly provider: string | undefined;
  /** Whether the provider has had other settings since. */
  readonly isFormer: boolean;
  readonly client: ReadingClient;
  readonly states: readonly SavedState[];
}

/** Searches the account of the default provider, and those of the explicit providers that the states remember. */
export async function searchAccounts(
  given: Given,
  context: CommandContext,
  states: readonly SavedState[],
): Promise<AccountSearch> {
  const main = await openMain(given, context, states);
  const others = states.map((state) => openRemembered(state, context));
  const opened = [...main.accounts, ...others.flatMap(({ accounts }) => accounts)];
  const searched = await Promise.all(opened.map((account) => searchAccount(account, hasOthers(states))));
  const [first] = opened;
  const nowMs = first?.client.serviceNowMs() ?? Date.now();
  const seen = new Map(
    searched.flatMap(({ orders, client }) => orders.map((order) => [order.orderOid, { order, client }])),
  );
  return {
    orders: [...seen.values()].map(({ order }) => accountOrder(order, nowMs)),
    notLookedAt: [...new Set([main, ...others, ...searched].flatMap(({ notLookedAt }) => notLookedAt))],
    notes: [main, ...searched].flatMap(({ notes }) => notes),
    nowMs,
    reread: async (orderOid) => {
      const one = seen.get(orderOid);
      const read = one && (await readSingly(one.client, one.order));
      return read && accountOrder(read, nowMs);
    },
  };
}

/** Keeps the tags of the list: they never change, and not every answer shows them. */
async function readSingly(client: ReadingClient, order: AboutOrder): Promise<AboutOrder | undefined> {
  try {
    const read = await client.getOrder(order);
    return order.metaData === undefined ? read : { ...read, metaData: order.metaData };
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

/** Whether the states remember accounts besides that of the default provider, and their settings can be read. */
const hasOthers = (states: readonly SavedState[]): boolean =>
  states.some(({ accounts }) => accounts !== "encrypted" && accounts.length > 0);

interface Opening {
  readonly accounts: readonly OpenedAccount[];
  readonly notLookedAt: readonly string[];
}

/** A stack may use only explicit providers: then no other key is needed, but the default account is not searched either. The same goes for settings that cannot be used. */
async function openMain(
  given: Given,
  context: CommandContext,
  states: readonly SavedState[],
): Promise<Opening & { readonly notes: readonly string[] }> {
  const name = accountName(undefined);
  try {
    const { client, notes } = await openAccount(given, context);
    return { accounts: [{ name, provider: undefined, isFormer: false, client, states }], notLookedAt: [], notes };
  } catch (error) {
    if (!(error instanceof SettingsError) || !hasOthers(states)) throw error;
    const why =
      error instanceof MissingKeyError
        ? `There is no key for ${name}.`
        : `The settings of ${name} cannot be used: ${error.message}`;
    return { accounts: [], notLookedAt: [why], notes: [] };
  }
}

function openRemembered(state: SavedState, { environment, network }: CommandContext): Opening {
  const { accounts, source, held } = state;
  if (accounts === "encrypted") {
    const names = [...new Set([...held.values()].filter((name) => name !== undefined))].map((name) => `"${name}"`);
    const whose = names.length === 0 ? "of explicit providers" : `of ${names.join(", ")}`;
    return {
      accounts: [],
      notLookedAt: [
        `The settings ${whose} are encrypted in ${source}. Call the command in the program's folder, or give it the output of "pulumi stack export --show-secrets".`,
      ],
    };
  }
  const opened = accounts.map(({ name: provider, config, isFormer }): OpenedAccount | string => {
    const name = accountName(provider, isFormer);
    try {
      const settings = resolveSettings({ config: (setting) => config[`rimuhosting:${setting}`], env: environment });
      if (settings.apiKey === undefined) return `There is no key for ${name}.`;
      const client = createClient(settings, network);
      return { name, provider, isFormer, client, states: [state] };
    } catch (error) {
      if (error instanceof SettingsError) return `The settings of ${name} cannot be used: ${error.message}`;
      throw error;
    }
  });
  return {
    accounts: opened.filter((one) => typeof one !== "string"),
    notLookedAt: opened.filter((one) => typeof one === "string"),
  };
}

interface SearchedAccount {
  readonly client: ReadingClient;
  readonly orders: readonly AboutOrder[];
  readonly notLookedAt: readonly string[];
  readonly notes: readonly string[];
}

async function searchAccount(account: OpenedAccount, isOneOfMany: boolean): Promise<SearchedAccount> {
  const { name, isFormer, client, states } = account;
  let list: Promise<OrderList> | undefined;
  const once = (): Promise<OrderList> => {
    list ??= client.listOrders({ includeInactive: false });
    return list;
  };
  // If this is the only account, its failure is the command's, which has an exit code of its own.
  if (!isOneOfMany) await once();
  const found = await Promise.all(states.flatMap((state) => evidencesOf(state, account, once)));
  const why = found.flatMap(({ notLookedAt }) =>
    notLookedAt.length === 0 ? [] : [`In ${name}: ${notLookedAt.join(" ")}`],
  );
  // After a mere change of the key, the former one is refused for ever.
  const isRefusedForEver =
    isFormer && found.every(({ evidence }) => evidence.kind === "unread" && evidence.isKeyRefused);
  const [listed] = found.some(({ evidence }) => evidence.kind === "unread") ? await Promise.allSettled([once()]) : [];
  return {
    client,
    orders: [
      // The list is still true if what is read beside it fails.
      ...(listed?.status === "fulfilled" ? listed.value.orders : []),
      ...found.flatMap(({ evidence }) => (evidence.kind === "unread" ? [] : evidence.orders)),
    ],
    notLookedAt: isRefusedForEver ? [] : why,
    notes: isRefusedForEver ? why : [],
  };
}

/** Compares an account's list with the orders that one state has there. */
function evidencesOf(
  { ledgers, held }: SavedState,
  { provider, isFormer, client }: OpenedAccount,
  list: () => Promise<OrderList>,
): Promise<{ readonly evidence: OrderEvidence; readonly notLookedAt: readonly string[] }>[] {
  const orderOids = [...held].filter(([, name]) => name === provider && !isFormer).map(([orderOid]) => orderOid);
  const each: readonly (string | undefined)[] = ledgers.length === 0 ? [undefined] : ledgers;
  return each.map(async (ledger) => {
    const evidence = await gather(
      { ...freshReads(client), list },
      // Strays are read one by one later, once the orders have been compared with every state.
      () => ({ orderOids, ledger, isAccountedFor: () => true }),
      { mostOthers: Number.POSITIVE_INFINITY },
      "both",
    );
    const { notLookedAt } = judgeStrays(evidence, noneKnown(ledger ?? ""), client.serviceNowMs());
    return { evidence, notLookedAt };
  });
}
