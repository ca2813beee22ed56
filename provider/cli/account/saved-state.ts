// A state, as "pulumi stack export" writes it.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { field, textIn } from "../../pulumi/properties";
import { dynamicPackage, idempotencyKeyType, vpsType } from "../../pulumi/resource-types";
import type { SavedPurchase } from "../../purchase/purchase-messages";
import { stackOf } from "../../purchase/tags";
import { type CommandContext, errorCodeOf, messageOf, optionText, type ParsedArguments } from "../command/command";
import { failureOf } from "./account";

/** What the export of a stack says about its servers. */
export interface SavedState {
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

export interface SavedProvider {
  readonly name: string;
  /** By their full names; `undefined` for a value that is encrypted. */
  readonly config: Readonly<Record<string, string | undefined>>;
}

/** In place of a name, for the stack's own provider: as in the states of keys and servers. */
export const stackProvider = "";

export const isExplicit = ({ name }: SavedProvider): boolean => name !== stackProvider;

/** The state that a command was given, or that of this folder's stack. */
export async function readState(given: ParsedArguments, context: CommandContext): Promise<SavedState> {
  const [word] = given.words;
  if (word === undefined) {
    const state = await stateHere(given, context, [], fileAdvice);
    // Its secrets are asked for only if they may open further accounts.
    if (!state.providers.some(({ config }) => Object.values(config).includes(undefined))) return state;
    try {
      return await stateHere(given, context, ["--show-secrets"], fileAdvice);
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

const fileAdvice = ' Give a file with the output of "pulumi stack export".';

async function stateHere(
  given: ParsedArguments,
  { pulumi }: CommandContext,
  options: readonly string[] = [],
  advice = "",
): Promise<SavedState> {
  const stack = optionText(given, "stack");
  const result = await pulumi(["stack", "export", ...options, ...(stack === undefined ? [] : ["--stack", stack])]);
  const reason = failureOf(result);
  if (reason === undefined) return stateIn(result.stdout, "the export of this folder's stack");
  throw new Error(`The stack of this folder could not be exported (${reason}).${advice}`);
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
    stack: stack && stackOf(stack),
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

/** The orders that the stack of this folder holds. */
export const ordersHeldHere = async (given: ParsedArguments, context: CommandContext): Promise<ReadonlySet<number>> =>
  (await stateHere(given, context)).orderOids;
