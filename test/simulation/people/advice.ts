import type { History } from "../history";
import type { Declared } from "../models/declared";
import type { AccountOrder } from "../models/service/account";
import type { Stack } from "../models/stack";
import { type Entry, heldBy, orderOf, type ProviderName } from "../models/stack-state";
import { says } from "../subject/words";

/** A person cancels what the provider has reported and nothing uses. */
export function cancelReported(history: History, isWanted = isKept(history)): void {
  const used = new Set(history.states.flatMap(({ entries }) => heldBy(entries.filter(isUsed(history)))));
  for (const order of history.active()) {
    if (used.has(order.oid) || isWanted(order) || !history.knowledge.isReported(order)) continue;
    history.note(`a person cancels order ${order.oid}, as a message asked`);
    history.cancelByHand(order);
  }
}

/** Whether a state's entry keeps a person from cancelling its order: not if a message has left its deletion to people. */
const isUsed =
  (history: History) =>
  (entry: Entry): boolean => {
    const order = history.order(orderOf(entry));
    return !entry.isToBeDeleted || order === undefined || !history.knowledge.isToBeCancelled(order);
  };

const isKept =
  (history: History) =>
  ({ oid }: AccountOrder): boolean =>
    history.isKept(oid);

/** A person who has ordered the like again no longer wants what was kept, once a message mentions it, unless it was replaced. */
function isStillWanted(history: History, stack: Stack): (order: AccountOrder) => boolean {
  const isReplacing = stack.state.entries.some((entry) => entry.isPendingReplacement);
  return (order) =>
    history.strangers.has(order) ||
    (isKept(history)(order) && (isReplacing || !stack.lastMessages.includes(String(order.oid))));
}

export function removeImports(history: History, stack: Stack): boolean {
  if (stack.program.every(({ imported }) => imported === undefined)) return false;
  history.note("take the option import out");
  stack.program = stack.program.map(({ imported: _, ...declared }) => declared);
  return true;
}

function removeDeletedWith(history: History, stack: Stack): boolean {
  if (stack.program.every(({ deletedWith }) => deletedWith === undefined)) return false;
  history.note("take the option deletedWith out");
  stack.program = stack.program.map(({ deletedWith: _, ...declared }) => declared);
  return true;
}

/** Each resource gets the provider that it had before. */
function giveProvidersBack(history: History, stack: Stack): boolean {
  const providerOf = (one: Declared): ProviderName => stack.entryOf(one)?.provider ?? one.provider;
  if (stack.program.every((one) => providerOf(one) === one.provider)) return false;
  history.note("give resources the providers that they had before");
  stack.program = stack.program.map((one) => ({ ...one, provider: providerOf(one) }));
  return true;
}

function removeLimits(history: History, stack: Stack): boolean {
  const { maxTotalMonthlyCostUsd: ofStack, ...config } = stack.config;
  if (ofStack === undefined && stack.program.every(({ maxMonthlyCostUsd }) => maxMonthlyCostUsd === undefined))
    return false;
  history.note("take the limits of the price out");
  stack.config = config;
  stack.program = stack.program.map(({ maxMonthlyCostUsd: _, ...declared }) => declared);
  return true;
}

/** A person who wants what is refused allows for more. */
export function raiseLimits(history: History, stack: Stack): void {
  history.note("raise the limits of the price");
  const { maxTotalMonthlyCostUsd: ofStack } = stack.config;
  if (ofStack !== undefined) stack.configure("maxTotalMonthlyCostUsd", String(Number(ofStack) + 10));
  stack.program = stack.program.map((one) =>
    one.maxMonthlyCostUsd === undefined ? one : { ...one, maxMonthlyCostUsd: one.maxMonthlyCostUsd + 5 },
  );
}

/** Removes the options that the provider rejects from the program, if there are any. */
export function takeOptionsBack(history: History, stack: Stack): boolean {
  const { lastMessages } = stack;
  const hasImports = says.aboutImport(lastMessages) && removeImports(history, stack);
  const hasDeletedWith = says.aboutDeletedWith(lastMessages) && removeDeletedWith(history, stack);
  const hasProviders = says.anotherAccount(lastMessages) && giveProvidersBack(history, stack);
  const hasLimits = says.aboutLimit(lastMessages) && removeLimits(history, stack);
  return hasImports || hasDeletedWith || hasProviders || hasLimits;
}

/** Servers get another name if the order of an interrupted purchase, which ends by itself, is in their way. */
function nameAnew(history: History, stack: Stack): boolean {
  const names = new Map(
    stack.program
      .filter((one) => says.ending(stack.lastMessages, one.domainName))
      .map(({ name }) => [name, `${name}-again`]),
  );
  if (names.size === 0) return false;
  history.note(`give ${[...names.keys()].join(", ")} another name`);
  stack.program = stack.program.map((one) => ({
    ...one,
    ...(names.has(one.name) ? { name: `${one.name}-again`, aliases: [] } : {}),
    ...(one.after === undefined ? {} : { after: names.get(one.after) ?? one.after }),
    ...(one.deletedWith === undefined ? {} : { deletedWith: names.get(one.deletedWith) ?? one.deletedWith }),
  }));
  return true;
}

/** Whether a person who looks around finds another stack that owns what the last messages name, or a copy of this one. */
function belongsToAnother(history: History, stack: Stack): boolean {
  const others = history.stacks.filter((one) => one !== stack).flatMap(({ state }) => heldBy(state.entries));
  return history.conditions.hasColleague || others.some((oid) => stack.lastMessages.includes(String(oid)));
}

/** What a person does after a run that ended with a message: what it says, as far as it applies. */
export function takeAdvice(history: History, stack: Stack): void {
  cancelReported(history, isStillWanted(history, stack));
  takeOptionsBack(history, stack);
  if (!says.nothingBought(stack.lastMessages) || nameAnew(history, stack)) return;
  const isAnothers = says.anothersLedger(stack.lastMessages) && belongsToAnother(history, stack);
  if (isAnothers && stack.config["foreignOrders"] !== "ignore") {
    history.note("pulumi config set rimuhosting:foreignOrders ignore");
    stack.configure("foreignOrders", "ignore");
  } else if (history.other.state.entries.length > 0) {
    history.note("remove the declarations of what another stack owns");
    stack.program = stack.program.filter((declared) => stack.entryOf(declared) !== undefined);
  }
}
