import { showsTags, stillBilled, withTags } from "../../purchase/account";
import { orderSearchWarning, providerWords } from "../../purchase/purchase-messages";
import { providerTags, stackIn, tagNames } from "../../purchase/tags";
import { createClient, type ReadingClient } from "../../service/client";
import { ServiceError } from "../../service/errors";
import { resolveSettings, SettingsError } from "../../service/settings";
import { type AboutOrder, hasEnd } from "../../service/wire/order";
import { openAccount, stackOption } from "../account/account";
import { type AccountOrder, accountOrder, formatTotals, orderNumbersIn, totalsOf } from "../account/account-orders";
import { isExplicit, readState, type SavedProvider, type SavedState, stackProvider } from "../account/saved-state";
import { type Command, exitCodes, optionText, type ParsedArguments, type RunContext } from "../command/command";
import { counted, formatAge, formatMoney } from "../terminal/format";
import { type Page, table, wrapped } from "../terminal/page";

export const strays: Command = {
  name: "strays",
  summary: "Finds billed orders that belong to a stack but are missing from its state.",
  words: "[STATE]",
  about: [
    'STATE is a file with the output of "pulumi stack export", or "-" for the standard input. Without it, the stack selected in this folder is exported.',
    `Ends with ${exitCodes.found} if there are any, so that a nightly job fails; with ${exitCodes.failed} if none were found, but there may be some.`,
  ],
  options: {
    known: {
      type: "string",
      value: "NUMBERS",
      meaning: "orders that are no strays, such as 2853299702,3094412230",
    },
    ...stackOption,
  },
  run: async (given, context) => {
    const known = new Set(orderNumbersIn((optionText(given, "known") ?? "").split(/[\s,]+/).filter(Boolean)));
    const state = await readState(given, context);
    const { accounts, stack } = await openAccounts(given, context, state);
    const seen = new Map<number, FoundOrder>();
    const active = new Set<number>();
    const doubts = [...(state.keys.size === 0 ? [noKeys] : []), ...state.lostProviders.map(lostProviderNote)];
    const searchedProviders = new Set<string>();
    const isSeen = (provider: string): boolean =>
      state.orderOidsOf.get(provider)?.some((orderOid) => active.has(orderOid)) === true;
    for (const { whose, provider, client, isFormer } of accounts) {
      if (isFormer && isSeen(provider)) continue;
      const searched = await searchedOrders(client, accounts.length === 1, state);
      if (typeof searched === "string") doubts.push(`The account of ${whose} was not searched: ${searched}`);
      else {
        searchedProviders.add(provider);
        for (const orderOid of searched.active) active.add(orderOid);
        for (const order of searched.billed) seen.set(order.info.orderOid, { ...order, provider });
      }
    }
    for (const provider of searchedProviders)
      if (state.orderOidsOf.has(provider) && !isSeen(provider)) doubts.push(noneFoundNote(provider));
    const unrecorded = [...seen.values()].filter(
      ({ info }) => !state.orderOids.has(info.orderOid) && !known.has(info.orderOid),
    );
    const found = unrecorded.filter(({ tags }) => tags.key !== undefined && state.keys.has(tags.key));
    const foundKeys = new Set(found.map(({ tags }) => tags.key));
    doubts.push(...state.pendingPurchases.filter(({ key }) => !foundKeys.has(key)).map(orderSearchWarning));
    const ofLostKeys = unrecorded.filter(
      (order) => !found.includes(order) && order.stack !== undefined && order.stack === stack,
    );
    doubts.push(...lostKeysNotes(ofLostKeys, stack));
    const opened = accounts.map(({ client }) => client).find((client) => typeof client !== "string");
    const nowMs = opened?.serviceNowMs() ?? Date.now();
    return {
      code: found.length > 0 ? exitCodes.found : doubts.length > 0 ? exitCodes.failed : exitCodes.done,
      notes: doubts,
      json: { strays: found.map(jsonOf), underOtherKeys: ofLostKeys.map(jsonOf), doubts },
      text: (page) => straysText(page, { found, isSure: doubts.length === 0, nowMs }),
    };
  },
};

/** Of an API key that opens another account than the one with the servers. */
const noneFoundNote = (provider: string): string =>
  `No server of the state that uses ${whoseSettings(provider)} is in their account: all have ended, or the key is one of another account.`;

const lostProviderNote = (provider: string): string =>
  `An idempotency key was made for ${providerWords(provider)}, which the state no longer has: its account was not searched.`;

const whoseSettings = (provider: string): string =>
  provider === stackProvider ? "the stack's own settings" : `the settings of ${providerWords(provider)}`;

/** An order, and the explicit provider whose account it is in; empty for the stack's own. */
type FoundOrder = AccountOrder & { readonly provider: string };

/** The orders of an account. */
interface SearchedAccount {
  /** By their numbers, also those that are due to end. */
  readonly active: readonly number[];
  readonly billed: readonly AccountOrder[];
}

/** What an account has, or why it was not searched: a failure in one account must not hide what another one shows. */
async function searchedOrders(
  client: ReadingClient | NotSearched,
  isOnlyOne: boolean,
  { keys, orderOids }: SavedState,
): Promise<SearchedAccount | NotSearched> {
  if (typeof client === "string") return client;
  try {
    const active = await taggedOrders(client);
    const orders = active.filter((order) => !hasEnd(order));
    // A list may still show what was cancelled a short while ago: whatever is called a stray is read by itself.
    const mayBeStray = (order: AboutOrder): boolean =>
      !orderOids.has(order.orderOid) && keys.has(providerTags(order).key ?? "");
    const strays = await stillBilled({ client }, orders.filter(mayBeStray));
    const billed = [...orders.filter((order) => !mayBeStray(order)), ...strays];
    return {
      active: active.map(({ orderOid }) => orderOid),
      billed: billed.map((order) => accountOrder(order, client.serviceNowMs())),
    };
  } catch (error) {
    if (isOnlyOne || !(error instanceof ServiceError)) throw error;
    return error.message;
  }
}

/** Every active order, with its tags: what the service finds by the key's tag, and its list. */
async function taggedOrders(client: ReadingClient): Promise<readonly AboutOrder[]> {
  const [found, listed] = await Promise.all([
    client.findOrders({ key: tagNames.key, value: "" }),
    client.listOrders({ includeInactive: false }),
  ]);
  const orders = new Map([...listed.orders, ...found.orders].map((order) => [order.orderOid, order]));
  const isShown = showsTags([...orders.values()]);
  const numbers = new Set(found.orders.map(({ orderOid }) => orderOid));
  return withTags(
    { client, memory: undefined },
    [...orders.values()],
    ({ orderOid }) => !isShown || numbers.has(orderOid),
  );
}

/** A lost or older state lacks their keys. A move to another stack looks the same: only people know. */
function lostKeysNotes(orders: readonly AccountOrder[], stack: string | undefined): readonly string[] {
  if (orders.length === 0) return [];
  const numbers = orders.map(({ info }) => info.orderOid);
  const [were, them] = orders.length === 1 ? ["was", "it"] : ["were", "them"];
  return [
    `${counted(orders.length, "billed order")} of ${stack} (${formatTotals(totalsOf(orders))} a month) ${were} bought under keys that this state does not have, as after a lost or restored state, a move to another stack or retainOnDelete: ${numbers.join(", ")}. ` +
      `Adopt ${them} with the import option, cancel ${them} in the control panel or, if another stack has ${them} or you keep ${them}, add --known ${numbers.join(",")}.`,
  ];
}

/** Why an account was not searched. */
type NotSearched = string;

interface Accounts {
  readonly accounts: readonly {
    readonly whose: string;
    readonly provider: string;
    readonly client: ReadingClient | NotSearched;
    /** Whether the last run had another key: only if the present one sees no server, the account may be another. */
    readonly isFormer: boolean;
  }[];
  /** Whose strays are searched. */
  readonly stack: string | undefined;
}

/** The account of the stack's own settings, that of those which the last run has saved, and those of explicit providers. */
async function openAccounts(
  given: ParsedArguments,
  context: RunContext,
  { providers, stack, usesStackSettings }: SavedState,
): Promise<Accounts> {
  const { environment, network } = context;
  const main = await openAccount(given, context).catch((error: unknown) => {
    if (error instanceof SettingsError && providers.some(isExplicit)) return error;
    throw error;
  });
  const isOpened = !(main instanceof SettingsError);
  const whose = whoseSettings(stackProvider);
  const own =
    isOpened || usesStackSettings
      ? [{ whose, provider: stackProvider, client: isOpened ? main.client : main.message, isFormer: false }]
      : [];
  const saved = providers.flatMap(({ name, config }) => {
    const isOwn = name === stackProvider;
    if (isOwn && (!isOpened || !hadAnotherKey(config, main.settings))) return [];
    return {
      whose: isOwn ? `${whose} at the last "pulumi up"` : providerWords(name),
      provider: name,
      client: savedClient(config, environment, network),
      isFormer: isOwn,
    };
  });
  return {
    accounts: [...own, ...saved],
    stack: stack ?? (given.words.length === 0 && isOpened ? main.stack : undefined),
  };
}

/** Whether the last run had another API key than this command, as far as its state shows that. */
const hadAnotherKey = (
  { "rimuhosting:apiKey": apiKey }: SavedProvider["config"],
  settings: { readonly apiKey?: string | undefined },
): boolean => apiKey !== undefined && apiKey !== settings.apiKey;

function savedClient(
  config: Readonly<Record<string, string | undefined>>,
  env: RunContext["environment"],
  network: RunContext["network"],
): ReadingClient | NotSearched {
  try {
    const settings = resolveSettings({ config: (setting) => config[`rimuhosting:${setting}`], env });
    if ("rimuhosting:apiKey" in config && config["rimuhosting:apiKey"] === undefined)
      return "its key is encrypted in the export. Run the command in the program's folder.";
    return settings.apiKey === undefined ? "there is no key for it." : createClient(settings, network);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
}

interface Findings {
  readonly found: readonly FoundOrder[];
  readonly isSure: boolean;
  readonly nowMs: number;
}

function straysText(page: Page, { found, isSure, nowMs }: Findings): string {
  if (found.length === 0)
    return isSure ? page.paint("green", noStrays) : "No strays were found, but the search is incomplete.";
  return [ordersTable(page, found, nowMs, straysTitle(found)), wrapped(whatToDo, page.width).join("\n")].join("\n\n");
}

const noKeys =
  'This state has no idempotency key, so no order can be matched with it: "orders" lists what the API key\'s account has.';

const noStrays = "No strays: every order that was bought under an idempotency key of this state is in it.";

const whatToDo =
  'If the program declares the server and the state lacks it, run "pulumi up": it adopts the order or says why not, and buys nothing. If another stack has it, or you gave it away, run "pulumi state delete" for its idempotency key. Otherwise adopt it with the import option, or cancel it in the control panel.';

const straysTitle = (found: readonly FoundOrder[]): string =>
  `${counted(found.length, "order")} ${found.length === 1 ? "belongs to this stack but is" : "belong to this stack but are"} missing from its state, ${formatTotals(totalsOf(found))} a month:`;

function ordersTable(page: Page, orders: readonly FoundOrder[], nowMs: number, title: string): string {
  const isElsewhere = orders.some(({ provider }) => provider !== stackProvider);
  const rows = orders.map(({ info, tags, provider }) => [
    String(info.orderOid),
    info.domainName ?? "-",
    tags.name ?? "-",
    info.orderDate === undefined ? "-" : formatAge(nowMs - Date.parse(info.orderDate)),
    info.monthlyCost === undefined ? "-" : formatMoney(info.monthlyCost),
    ...(isElsewhere ? [provider === stackProvider ? "-" : provider] : []),
  ]);
  const columns = [
    { title: "ORDER" },
    { title: "DOMAIN", ifTooLong: "cut" },
    { title: "BOUGHT AS", ifTooLong: "cut" },
    { title: "AGE" },
    { title: "MONTHLY", align: "right" },
    ...(isElsewhere ? [{ title: "PROVIDER", ifTooLong: "cut" } as const] : []),
  ] as const;
  return [page.paint("yellow", wrapped(title, page.width).join("\n")), "", table(page, columns, rows)].join("\n");
}

const jsonOf = ({ info, tags, provider }: FoundOrder): unknown => ({
  ...info,
  provider: provider === stackProvider ? undefined : provider,
  boughtAs: tags.name,
  stack: tags.name === undefined ? undefined : stackIn(tags.name),
});
