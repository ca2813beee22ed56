import { type Client, createClient } from "../../api/client";
import { readEnvironment } from "../../api/environment";
import { resolveSettings, type Settings, SettingsError } from "../../api/settings";
import { isInlineProgram } from "../../engine/program";
import { freshReads, gather, type ReadingClient } from "../../evidence/gather";
import { ordersOf, type SavedStack } from "../../plan/purchase/ownership";
import {
  accountName,
  awaitedMessage,
  copiesMessage,
  otherAccountMessage,
  sameStackNameMessage,
  straysMessage,
} from "../../plan/purchase/purchase-messages";
import { goneMessages, notLookedAtMessage, notSearchedMessage } from "../../plan/purchase/search-messages";
import { isBoughtUnderSameName, judgeStrays, type StrayFindings } from "../../plan/purchase/strays";
import { ownTags, runOf } from "../../plan/purchase/tags";
import { isAccountedFor, type KnownOrders, knownOrders } from "../../plan/purchase/verdict";
import { accountId, rememberedAccounts } from "../../schema/ledger";
import { type AboutOrder, cancellationMs, hasEnd, isActive } from "../../schema/order";
import { nameInUrn } from "../../schema/urn";

/** A search that takes longer is abandoned: a preview should not wait for long. */
const patience = { deadlineMs: 20_000 } as const;

/** An account that the stack uses or has used: its settings, and the URNs of the servers that the program declares there. */
export interface AccountToSearch {
  /** The name of an explicit provider; absent for the default one. */
  readonly provider: string | undefined;
  /** By the settings' full names; absent for the default provider, which uses the stack's own. */
  readonly config: Readonly<Record<string, string>> | undefined;
  readonly urns: readonly string[];
  /** Whether the provider has other settings now. After a mere change of the key, the former key stays refused. */
  readonly isFormer?: boolean;
}

type ReadSetting = (name: string) => string | undefined;

/** An account whose settings have been read, and a client for it. */
export interface OpenedAccount extends Omit<AccountToSearch, "config"> {
  readonly client: ReadingClient & Pick<Client, "serviceReachedMs">;
  /** What is to become of orders that other ledgers bought. */
  readonly settings: Pick<Settings, "foreignOrders" | "adoptOrders">;
}

/** Who searches. */
export interface SearchingRun {
  /** The name of the run in the tags of what it buys. */
  readonly id: string;
  /** The stack as `project/stack`. */
  readonly here: string;
  readonly state: SavedStack;
}

export interface Found {
  /** Orders billed to this stack but missing from its state, and where there may be others. */
  readonly warnings: readonly string[];
  /** Orders that belong to another account. */
  readonly errors: readonly string[];
  /** A time that the service's clock had reached at the end; absent if no answer told it. */
  readonly serviceMs?: number | undefined;
}

/**
 * Searches each account of this run, and those whose provider has left the program or has other settings now.
 *
 * @param readStack reads the stack's own configuration, by the names after `rimuhosting:`
 * @public Loaded with `require`, which tools do not see as a use.
 */
export async function searchAccounts(
  run: SearchingRun,
  accounts: readonly AccountToSearch[],
  readStack: ReadSetting,
): Promise<Found> {
  const names = new Set(accounts.map(({ provider }) => provider));
  const present = new Set(accounts.map(({ provider, config }) => accountId({ name: provider, config })));
  const remembered = rememberedAccounts(run.state.ledger?.accounts)
    .filter((account) => !present.has(accountId(account)))
    .map(
      ({ name, config, isFormer }): AccountToSearch => ({
        provider: name,
        config,
        urns: [],
        isFormer: isFormer || names.has(name),
      }),
    );
  const all = [...accounts, ...remembered].flatMap((account) => openAccount(account, readStack) ?? []);
  const opened = all.filter((one) => typeof one !== "string");
  const unusable = all.filter((one) => typeof one === "string");
  // The servers themselves may still have a key: it is in the workspace's environment, which only the engine gets.
  if (all.length === 0 && isInlineProgram()) return { warnings: [notSearchedMessage], errors: [] };
  const found = await lookForStrays(run, opened);
  return { ...found, warnings: [...unusable, ...found.warnings] };
}

/** Opens an account, or says why its settings cannot be used. Without a key there is nothing to search. */
function openAccount(
  { config, ...account }: AccountToSearch,
  readStack: ReadSetting,
): OpenedAccount | string | undefined {
  try {
    const settings = resolveSettings({
      config: config === undefined ? readStack : (name) => config[`rimuhosting:${name}`],
      env: readEnvironment(),
    });
    return settings.apiKey === undefined ? undefined : { ...account, client: createClient(settings), settings };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const where = `in ${accountName(account.provider, account.isFormer)}`;
    return notLookedAtMessage(where, [`Its settings cannot be used: ${error.message}`]);
  }
}

/** Searches the orders of each account. Those that this very run buys do not count: it is still saving them. */
export async function lookForStrays(run: SearchingRun, accounts: readonly OpenedAccount[]): Promise<Found> {
  const { state } = run;
  const known = knownOrders(
    state.ledger?.id ?? noLedger,
    { earlier: [], names: state.names },
    ordersOf(state.everHeld, state.entries, undefined),
  );
  const where = ({ provider, isFormer }: OpenedAccount): string | undefined =>
    accounts.length === 1 && provider === undefined ? undefined : `in ${accountName(provider, isFormer)}`;
  const results = await Promise.all(accounts.map((account) => searchAccount(account, where(account), run, known)));
  const isOfThisRun = (order: AboutOrder): boolean => runOf(ownTags(order).attempt ?? "") === run.id;
  // Providers of one account find the same orders: the first one that does is named, and the default one comes first.
  const accountOf = ({ orderOid }: AboutOrder) =>
    results.find(({ strays }) => strays.some((stray) => stray.orderOid === orderOid))?.account;
  const strays = unique(results.flatMap(({ strays }) => strays).filter((order) => !isOfThisRun(order)));
  const awaited = unique(results.flatMap(({ awaited }) => awaited));
  const ofCopies = unique(results.flatMap(({ ofCopies }) => ofCopies));
  const sameNamed = unique(results.flatMap(({ sameNamed }) => sameNamed).filter((order) => !isOfThisRun(order)));
  return {
    warnings: [
      ...(strays.length === 0 ? [] : [straysMessage(strays.map((order) => ({ order, account: accountOf(order) })))]),
      ...(awaited.length === 0 ? [] : [awaitedMessage(awaited)]),
      ...(ofCopies.length === 0 ? [] : [copiesMessage(ofCopies)]),
      ...(sameNamed.length === 0 ? [] : [sameStackNameMessage(sameNamed)]),
      ...results.flatMap(({ warnings }) => warnings),
    ],
    errors: results.flatMap(({ misplaced }) => misplaced),
    serviceMs: earliest(accounts.flatMap(({ client }) => client.serviceReachedMs() ?? [])),
  };
}

const earliest = (times: readonly number[]): number | undefined =>
  times.length === 0 ? undefined : Math.min(...times);

/** In place of a ledger: no tag has this value. */
const noLedger = "";

const unique = (orders: readonly AboutOrder[]): AboutOrder[] => [
  ...new Map(orders.map((order) => [order.orderOid, order])).values(),
];

interface SearchResult extends Pick<StrayFindings, "strays" | "awaited" | "ofCopies"> {
  readonly sameNamed: readonly AboutOrder[];
  /** In words, where there are several. */
  readonly account: string | undefined;
  readonly warnings: readonly string[];
  readonly misplaced: readonly string[];
}

/** The most orders to read one by one if lists show no tags: no more than a preview can wait for. */
const mostReadSingly = 100;

async function searchAccount(
  account: OpenedAccount,
  where: string | undefined,
  { here, state }: SearchingRun,
  known: KnownOrders,
): Promise<SearchResult> {
  const { client, urns, settings } = account;
  const startMs = client.serviceNowMs();
  const held = heldIn(account, state);
  const isAdopted = ({ orderOid }: AboutOrder): boolean => settings.adoptOrders?.includes(String(orderOid)) === true;
  const isSameNamed = (order: AboutOrder): boolean => isBoughtUnderSameName(order, here, known) && !isAdopted(order);
  const evidence = await gather(
    freshReads(client, patience),
    () => ({
      orderOids: held.map(({ orderOid }) => orderOid),
      ledger: state.ledger?.id,
      isAccountedFor: (order) => isAccountedFor(order, known),
      isClaimed: isSameNamed,
    }),
    { mostOthers: mostReadSingly, needsNoTags: (orderOid) => known.orderOids.has(orderOid) },
    // The ledger's own list is enough for its strays, and lacks those of other ledgers.
    settings.foreignOrders === "ignore" ? "ledger-first" : "both",
  );
  const nowMs = client.serviceNowMs();
  const { strays, awaited, ofCopies, notLookedAt } = judgeStrays(evidence, known, nowMs);
  const listed = settings.foreignOrders === "ignore" || evidence.kind === "unread" ? [] : evidence.orders;
  const isRefusedForEver = account.isFormer === true && evidence.kind === "unread" && evidence.isKeyRefused;
  const doubts = isRefusedForEver ? [] : notLookedAt;
  const declared = held.filter(({ urn }) => urns.includes(urn));
  const misplaced = evidence.kind === "elsewhere" ? declaredAmong(evidence.lacked, declared) : [];
  const gone =
    evidence.kind === "unread" ? [] : evidence.cancelled.filter((one) => (cancellationMs(one) ?? 0) <= startMs);
  return {
    strays,
    awaited,
    ofCopies,
    sameNamed: listed.filter((order) => isSameNamed(order) && isActive(order, nowMs) && !hasEnd(order)),
    account: where,
    warnings: [
      ...(doubts.length === 0 || misplaced.length > 0 ? [] : [notLookedAtMessage(where, doubts)]),
      ...goneMessages(
        declaredAmong(
          gone.map(({ orderOid }) => orderOid),
          declared,
        ),
      ),
    ],
    misplaced: misplaced
      .slice(0, mostMisplaced)
      .map(({ orderOid, urn }) => otherAccountMessage(orderOid, nameInUrn(urn))),
  };
}

/** The most servers of another account to name: any more would be due to the same mistake. */
const mostMisplaced = 3;

interface HeldOrder {
  readonly urn: string;
  readonly orderOid: number;
}

/** The orders that must be in an account: those that the state holds with its provider, and those of servers that the program declares there. */
const heldIn = ({ provider, urns, isFormer }: OpenedAccount, { entries }: SavedStack): HeldOrder[] =>
  entries.flatMap(({ urn, key, orderOid, providerName }) =>
    key !== undefined &&
    orderOid !== undefined &&
    ((providerName === provider && isFormer !== true) || urns.includes(urn))
      ? [{ urn, orderOid }]
      : [],
  );

const declaredAmong = (orderOids: readonly number[], declared: readonly HeldOrder[]): HeldOrder[] =>
  declared.filter(({ orderOid }) => orderOids.includes(orderOid));
