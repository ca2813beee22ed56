import type { History } from "../history";
import { type Desired, nameIn, urnOf } from "../models/desired";
import type { AccountOrder } from "../models/service/account";
import type { Stack } from "../models/stack";
import { type Entry, heldBy, keyOf, liveServers, orderOf } from "../models/stack-state";
import { says, tagNames } from "../subject/words";
import { deleteFromState } from "./state-changes";

/** A person cancels what messages have named and nothing uses. */
export function cancelNamed(history: History): void {
  for (const order of history.unheld()) if (history.named.has(order.oid)) history.cancelByHand(order);
}

/** What a person does after a run that ended with a message: what it says, as far as it applies. Returns whether that was anything. */
export function takeAdvice(history: History, stack: Stack): boolean {
  const { lastMessages: text } = stack;
  const isNamed = ({ oid }: AccountOrder): boolean => text.includes(String(oid));
  const named = history.active().filter(isNamed);
  let isTaken = false;
  const change = (what: string, how: (one: Desired) => Desired): void => {
    const changed = stack.program.map(how);
    if (JSON.stringify(changed) === JSON.stringify(stack.program)) return;
    history.note(what);
    stack.program = changed;
    isTaken = true;
  };
  if (says.stillBilled(text)) isTaken = letKeysGo(history, stack, named) || isTaken;
  if (says.keyOfOtherProvider(text)) isTaken = letForeignKeysGo(history, stack) || isTaken;
  if (says.severalOrders(text)) isTaken = keepOne(history, named) || isTaken;
  if (says.keepsOld(text)) change("keep the old server", (one) => keepingOld(stack, one));
  if (says.domainTaken(text))
    change("write an alias, import, or take another name", (one) => settled(history, stack, one, named));
  if (says.ofOtherStack(text)) {
    isTaken = letCopiedKeysGo(history, stack, named) || isTaken;
    change("import what was bought under a former name of the stack", (one) => withOwnImport(stack, one, named));
  }
  if (says.domainDeclaredTwice(text))
    change("take other names", (one) =>
      one.imported === undefined ? { ...one, domainName: `${one.name}-own.example.com` } : one,
    );
  const inState = says.isInState(text);
  if (inState !== undefined)
    change("write an alias in place of import, or import nothing", (one) =>
      one.imported === inState ? inPlaceOfImport(stack, one) : one,
    );
  const leaving = says.toTakeOut(text);
  if (leaving !== undefined) isTaken = takeOut(history, stack, leaving) || isTaken;
  const sharing = says.sharesOrder(text);
  if (sharing !== undefined) isTaken = leaveToOther(history, stack, sharing) || isTaken;
  if (says.removeImport(text)) isTaken = forgetReplaced(history, stack) || isTaken;
  if (says.aboutLimit(text)) isTaken = raiseLimit(history, stack) || isTaken;
  if (says.otherAccount(text))
    change("go back to the account of the server", (one) => ({
      ...one,
      provider: stack.entryOf(one)?.provider ?? one.provider,
    }));
  const [boughtBefore, providerName = "default"] = says.earlierProvider(text) ?? [];
  const provider = history.conditions.providers.find((name) => name === providerName);
  if (boughtBefore !== undefined && provider !== undefined)
    change("go back to the provider of an interrupted purchase", (one) =>
      one.domainName === boughtBefore ? { ...one, provider } : one,
    );
  if (says.forbidsInstall(text))
    change("allow the install", ({ onImageChange, ...one }) =>
      onImageChange === "replace" ? { ...one, onImageChange } : one,
    );
  if (says.aboutTaint(text)) isTaken = untaint(history, stack) || isTaken;
  if (says.aboutProtection(text)) isTaken = unprotect(history, stack) || isTaken;
  if (says.aboutTags(text)) change("take changed tags back", (one) => withOldTags(stack, one));
  if (!isTaken && says.aboutImport(text))
    change("take the import option out, or declare what is imported", (one) => withFittingImport(history, stack, one));
  return isTaken;
}

function untaint(history: History, stack: Stack): boolean {
  if (!stack.state.some(({ isTainted }) => isTainted)) return false;
  history.note("state untaint");
  stack.state = stack.state.map((entry) => ({ ...entry, isTainted: false }));
  return true;
}

/** Takes back what would replace the server, and what would keep it beside another one. */
function keepingOld(stack: Stack, { retainOnDelete: _, ...one }: Desired): Desired {
  const { domainName, dcLocation, distro } = (stack.entryOf(one) ?? replacedEntry(stack, one))?.outputs ?? {};
  return {
    ...one,
    deleteBeforeReplace: true,
    ...(typeof domainName === "string" && { domainName }),
    ...(typeof dcLocation === "string" && { dcLocation }),
    ...(one.distro !== undefined && typeof distro === "string" && { distro }),
  };
}

/** What still has to make room for a server. */
const replacedEntry = (stack: Stack, one: Desired): Entry | undefined =>
  stack.state.find(
    ({ isPendingReplacement, urn }) =>
      isPendingReplacement && [one, ...one.aliases].some((place) => urn === urnOf(stack, "vps", place)),
  );

/** An import into a resource that waits for its replacement, whose order is cancelled. */
function forgetReplaced(history: History, stack: Stack): boolean {
  const replaced = stack.state.filter(({ isPendingReplacement }) => isPendingReplacement);
  for (const entry of replaced) deleteFromState(history, stack, entry, "server");
  return replaced.length > 0;
}

/** A server whose order is another one's by now: it may be declared again afterwards. */
function takeOut({ note }: History, stack: Stack, name: string): boolean {
  const remaining = stack.program.filter((one) => one.name !== name);
  if (remaining.length === stack.program.length) return false;
  note(`take ${name} out of the program`);
  stack.program = remaining;
  return true;
}

/** Of two servers with one order, one leaves the program, and the state if that has it. */
function leaveToOther(history: History, stack: Stack, name: string): boolean {
  const entry = liveServers(stack.state).find(({ urn }) => nameIn(urn) === name);
  if (entry !== undefined) deleteFromState(history, stack, entry, "server");
  return takeOut(history, stack, name) || entry !== undefined;
}

/** Whoever no longer needs what a message names gives its protection up: in the program, and in the state. */
function unprotect({ note }: History, stack: Stack): boolean {
  const { lastMessages: text, program, state } = stack;
  const isNamed = (entry: Entry): boolean => text.includes(entry.urn) || text.includes(String(orderOf(entry)));
  const entries = state.filter((entry) => entry.isProtected === true && isNamed(entry));
  const places = program.filter((one) => {
    const entry = stack.entryOf(one);
    return one.isProtected === true && (text.includes(one.domainName) || (entry !== undefined && isNamed(entry)));
  });
  if (entries.length + places.length === 0) return false;
  note(`unprotect ${[...places, ...entries.map(({ urn }) => ({ name: urn }))].map(({ name }) => name)}`);
  stack.program = program.map(({ isProtected, ...one }) =>
    isProtected === true && !places.some(({ name }) => name === one.name) ? { ...one, isProtected } : one,
  );
  stack.state = state.map((entry) => (entries.includes(entry) ? { ...entry, isProtected: false } : entry));
  return true;
}

/** For an account that is to have more than its limit allows for. */
function raiseLimit({ note }: History, stack: Stack): boolean {
  const { maxTotalMonthlyCostUsd: most } = stack.config;
  if (most === undefined) return false;
  note("raise the limit of the account");
  stack.configure("maxTotalMonthlyCostUsd", String(2 * Number(most)));
  return true;
}

/** The key of what is somebody else's by now leaves the state by hand; the rest is cancelled. */
function letKeysGo(history: History, stack: Stack, named: readonly AccountOrder[]): boolean {
  const held = history.held();
  for (const order of named) {
    const key = stack.state.find((entry) => entry.kind === "key" && keyOf(entry) === order.tags[tagNames.key]);
    if (key === undefined) continue;
    if (!held.has(order.oid) && !history.peoples.has(order.oid)) history.cancelByHand(order);
    else {
      history.note(`state delete of the key of ${nameIn(key.urn)}`);
      deleteFromState(history, stack, key, "both");
      stack.left.delete(nameIn(key.urn));
    }
  }
  return named.length > 0;
}

/** A key that was replaced, or whose server is gone, leaves the state by hand, once nobody is billed for anything under it. */
function letForeignKeysGo(history: History, stack: Stack): boolean {
  const keys = stack.state.filter(
    ({ kind, urn, isToBeDeleted }) => kind === "key" && (isToBeDeleted || !stack.state.some(isServerOf(urn))),
  );
  for (const key of keys) {
    for (const order of history.unheld()) if (order.tags[tagNames.key] === keyOf(key)) history.cancelByHand(order);
    history.note(`state delete of the key of ${nameIn(key.urn)}`);
    deleteFromState(history, stack, key, "both");
  }
  return keys.length > 0;
}

const isServerOf =
  (urnOfKey: string) =>
  ({ kind, urn }: Entry): boolean =>
    kind !== "key" && urn === urnOfKey.replace("IdempotencyKey::", "Vps::");

/** Of several orders with one key, a person keeps the one in use, or else the first. What only waits to be deleted is not in use. */
function keepOne(history: History, named: readonly AccountOrder[]): boolean {
  const used = new Set(history.stacks.flatMap(({ state }) => heldBy(liveServers(state))));
  const kept = named.find(({ oid }) => used.has(oid)) ?? named[0];
  const others = named.filter((order) => order !== kept && !used.has(order.oid));
  for (const order of others) history.cancelByHand(order);
  return others.length > 0;
}

/** For a declaration whose domain name an order has that its key does not show. */
function settled(history: History, stack: Stack, one: Desired, named: readonly AccountOrder[]): Desired {
  const account = history.accountOf(one.provider);
  const order = named.find(({ oid, domainName }) => domainName === one.domainName && account.order(oid));
  if (order === undefined) return one;
  const anotherName = { ...one, domainName: `${one.name}-${history.random.hex(4)}.example.com` };
  const entry = stack.entryOf(one);
  if (entry !== undefined) return anotherName;
  // What a replacement was to keep is still there: nothing else has it.
  const replaced = replacedEntry(stack, one);
  if (replaced !== undefined && orderOf(replaced) === order.oid) return importing(order, one);
  const holder = liveServers(stack.state).find((entry) => orderOf(entry) === order.oid);
  if (holder !== undefined && !stack.declares(holder)) return { ...one, aliases: [...one.aliases, placeOf(holder)] };
  // Of two that want one order, the first gets it.
  const first = stack.program.find((other) => other.domainName === one.domainName && !stack.entryOf(other));
  if (history.held().has(order.oid) || isOfAnotherStack(history, stack, order) || first !== one) return anotherName;
  return importing(order, one);
}

/** For a declaration that imports what the state has for another one. */
function inPlaceOfImport(stack: Stack, { imported, ...one }: Desired): Desired {
  const holder = liveServers(stack.state).find((entry) => orderOf(entry) === imported);
  return holder === undefined || stack.declares(holder)
    ? { ...one, domainName: `${one.name}-own.example.com` }
    : { ...one, aliases: [...one.aliases, placeOf(holder)] };
}

/** Whoever has copied a state knows which stack has the servers. */
function letCopiedKeysGo(history: History, stack: Stack, named: readonly AccountOrder[]): boolean {
  const held = new Set(history.stacks.filter((other) => other !== stack).flatMap(({ state }) => heldBy(state)));
  const copied = new Set(named.filter(({ oid }) => held.has(oid)).map(({ tags }) => tags[tagNames.key]));
  const keys = stack.state.filter((entry) => entry.kind === "key" && copied.has(keyOf(entry)));
  for (const key of keys) deleteFromState(history, stack, key, "both");
  return keys.length > 0;
}

/** The order that has a server's key, unless the state has it for good: a tainted entry makes room for another one. */
function withOwnImport(stack: Stack, one: Desired, named: readonly AccountOrder[]): Desired {
  const key = stack.state.find(({ kind, urn }) => kind === "key" && nameIn(urn) === one.name);
  const order = key && named.find(({ tags }) => tags[tagNames.key] === keyOf(key));
  const entry = stack.entryOf(one);
  return order === undefined || entry?.isTainted === false ? one : importing(order, one);
}

/** Whoever has moved a server knows that the other stack may look for it by its key. */
const isOfAnotherStack = ({ stacks }: History, stack: Stack, { tags }: AccountOrder): boolean =>
  stacks.some((other) => other !== stack && other.state.some((entry) => keyOf(entry) === tags[tagNames.key]));

/** What differs from the order is an error. */
function importing({ oid, domainName, memoryMb, dcLocation, distro }: AccountOrder, one: Desired): Desired {
  const { runningState: _, ...rest } = one;
  const image = one.distro === undefined ? {} : { distro };
  return { ...rest, domainName, memoryMb, dcLocation, ...image, imported: oid };
}

function placeOf({ urn }: Entry): Desired["aliases"][number] {
  const name = nameIn(urn);
  return urn.includes("shop:index:Site$") ? { name, parent: "Site" } : { name };
}

function withOldTags(stack: Stack, one: Desired): Desired {
  const { metaData: _, ...rest } = one;
  const tags = stack.entryOf(one)?.outputs["metaData"];
  return tags === undefined ? rest : { ...rest, metaData: tags as Record<string, string> };
}

/** An import of what is cancelled by now, or held already, or that a message wants away, goes; another one is declared as the server is. */
function withFittingImport(history: History, { lastMessages: text }: Stack, one: Desired): Desired {
  const { imported, ...rest } = one;
  const order = history.order(imported);
  if (order === undefined) return one;
  const isUnwanted = says.removeImport(text) && text.includes(String(imported));
  return order.cancelled !== undefined || isUnwanted || history.held().has(order.oid) ? rest : importing(order, one);
}
