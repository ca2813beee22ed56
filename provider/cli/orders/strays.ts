import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { field, textIn } from "../../pulumi/properties";
import { dynamicPackage, idempotencyKeyType, vpsType } from "../../pulumi/resource-types";
import { showsTags, stillBilled, withTags } from "../../purchase/account";
import { orderSearchWarning, providerWords, type SavedPurchase } from "../../purchase/purchase-messages";
import { providerTags, readableName, stackIn, tagNames } from "../../purchase/tags";
import { createClient, type ReadingClient } from "../../service/client";
import { ServiceError } from "../../service/errors";
import { resolveSettings, SettingsError } from "../../service/settings";
import { type AboutOrder, hasEnd } from "../../service/wire/order";
import { failureOf, openAccount, stackOption } from "../account/account";
import { type AccountOrder, accountOrder, formatTotals, orderNumbersIn, totalsOf } from "../account/account-orders";
import {
  type Command,
  type CommandContext,
  errorCodeOf,
  exitCodes,
  messageOf,
  optionText,
  type ParsedArguments,
  type RunContext,
} from "../command/command";
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
    const doubts = state.lostProviders.map(lostProviderNote);
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
      text: (page) =>
        state.keys.size === 0 ? noKeys : straysText(page, { found, isSure: doubts.length === 0, nowMs }),
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

/** What the export of a stack says about its servers. */
interface SavedState {
  /** Whose state it is: `shop/dev`; `undefined` if it holds nothing. */
  readonly stack: string | undefined;
  readonly keys: ReadonlySet<string>;
  readonly orderOids: ReadonlySet<number>;
  /** The same, by the provider of each server. */
  readonly orderOidsOf: ReadonlyMap<string, readonly number[]>;
  /** Those without a known outcome. */
  readonly pendingPurchases: readonly (SavedPurchase & { readonly key: string | undefined })[];
  /** Whether a server in it was bought with the settings of the stack, and not with those of an explicit provider. */
  readonly usesStackSettings: boolean;
  /** The settings of explicit providers, and those that the last run has saved for the stack's own. */
  readonly providers: readonly SavedProvider[];
  /** Explicit providers that are not in it any more, and have made a key whose server is not in it either. */
  readonly lostProviders: readonly string[];
}

interface SavedProvider {
  readonly name: string;
  /** By their full names; `undefined` for a value that is encrypted. */
  readonly config: Readonly<Record<string, string | undefined>>;
}

/** In place of a name, for the stack's own provider: as in the states of keys and servers. */
const stackProvider = "";

const isExplicit = ({ name }: SavedProvider): boolean => name !== stackProvider;

async function readState(given: ParsedArguments, context: CommandContext): Promise<SavedState> {
  const [word] = given.words;
  if (word === undefined) {
    const state = stateIn(await exported(given, context, []), "the export of this folder's stack");
    // Its secrets are asked for only if they may open further accounts.
    if (!state.providers.some(({ config }) => Object.values(config).includes(undefined))) return state;
    try {
      return stateIn(await exported(given, context, ["--show-secrets"]), "the export of this folder's stack");
    } catch (error) {
      if (state.providers.some(isExplicit)) throw error;
      // The environment may have what the passphrase would show.
      return state;
    }
  }
  return word === "-"
    ? stateIn(await textFrom(context.stdin), "the standard input")
    : stateIn(textOfFile(resolve(context.folder, word)), word);
}

async function exported(
  given: ParsedArguments,
  { pulumi }: CommandContext,
  options: readonly string[],
): Promise<string> {
  const stack = optionText(given, "stack");
  const result = await pulumi(["stack", "export", ...options, ...(stack === undefined ? [] : ["--stack", stack])]);
  const reason = failureOf(result);
  if (reason === undefined) return result.stdout;
  throw new Error(
    `The stack of this folder could not be exported (${reason}). Give a file with the output of "pulumi stack export".`,
  );
}

function textOfFile(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new Error(
      `${path} ${errorCodeOf(error) === "ENOENT" ? "does not exist" : `cannot be read (${errorCodeOf(error) ?? messageOf(error)})`}.`,
    );
  }
}

async function textFrom(input: AsyncIterable<string | Uint8Array>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of input) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString("utf8");
}

/** Fails if the text is not an export: no conclusion may be drawn from half a state. */
function stateIn(text: string, source: string): SavedState {
  const resources = resourcesIn(text);
  if (resources === undefined) throw new Error(`${source} is not the output of "pulumi stack export".`);
  const ofType = (type: string) => resources.filter((resource) => field(resource, "type") === type);
  const keyResources = ofType(idempotencyKeyType);
  const keys = keyResources.map((resource) => textIn(field(resource, "outputs"), "key"));
  // By its id as well: a program may have made the number secret. What a replacement kept, or has yet to delete, has the key too.
  const orderOidsIn = (resource: unknown): number[] =>
    [field(field(resource, "outputs"), "orderOid"), Number(textIn(resource, "id"))].filter(isNumber);
  const servers = ofType(vpsType);
  const isPending = (resource: unknown): boolean => orderOidsIn(resource).length === 0;
  const owned = servers.filter((resource) => !isPending(resource));
  const orderOidsOf = new Map(
    [...Map.groupBy(owned, providerName)].map(([provider, its]) => [provider, its.flatMap(orderOidsIn)]),
  );
  const providers = ofType(`pulumi:providers:${dynamicPackage}`).map((resource) => {
    const inputs = Object.entries({ ...Object(field(resource, "inputs")) });
    const settings = inputs.filter(([name]) => name.startsWith("rimuhosting:"));
    return {
      name: nameOf(textIn(resource, "urn")?.split("::").at(-1) ?? "?"),
      config: Object.fromEntries(settings.map(([name, value]) => [name, plainText(value)])),
    };
  });
  const named = providers.filter(({ config }) => Object.keys(config).length > 0);
  const held = new Set(servers.map((resource) => textIn(field(resource, "outputs"), "__key")));
  const makers = keyResources
    .map((resource) => field(resource, "outputs"))
    .filter((outputs) => !held.has(textIn(outputs, "key")))
    .flatMap((outputs) => textIn(outputs, "__providerName") ?? []);
  const known = new Set([stackProvider, ...named.map(({ name }) => name)]);
  const [stack] = ofType("pulumi:pulumi:Stack").map((resource) => textIn(resource, "urn"));
  return {
    stack: stack && stackIn(readableName(stack)),
    keys: new Set(keys.filter((key) => key !== undefined)),
    orderOids: new Set([...orderOidsOf.values()].flat()),
    orderOidsOf,
    pendingPurchases: servers.filter(isPending).map((resource) => ({
      key: textIn(field(resource, "outputs"), "__key"),
      domainName: textIn(field(resource, "outputs"), "domainName"),
      __sentAt: textIn(field(resource, "outputs"), "__sentAt"),
    })),
    usesStackSettings: keyResources.some((resource) => providerName(resource) === stackProvider),
    providers: named,
    lostProviders: [...new Set(makers)].filter((maker) => !known.has(maker)),
  };
}

const isNumber = (value: unknown): value is number => Number.isInteger(value);

/** A resource refers to its provider by URN and id. */
const providerName = (resource: unknown): string => nameOf(textIn(resource, "provider")?.split("::")[3] ?? "default");

/** The engine's name for the stack's own provider may end with the version of an SDK. */
const nameOf = (provider: string): string => (/^default(_[\d_]+)?$/.test(provider) ? stackProvider : provider);

function resourcesIn(text: string): unknown[] | undefined {
  try {
    const deployment = field(JSON.parse(text), "deployment");
    const resources = field(deployment, "resources") ?? [];
    return deployment instanceof Object && Array.isArray(resources) ? resources : undefined;
  } catch {
    return undefined;
  }
}

/** A secret that `--show-secrets` has written in plain text is JSON within an object. */
function plainText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  const plaintext = textIn(value, "plaintext");
  const parsed: unknown = plaintext === undefined ? undefined : JSON.parse(plaintext);
  return typeof parsed === "string" ? parsed : undefined;
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
  if (found.length === 0) return isSure ? page.paint("green", noStrays) : "No strays were found.";
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
