import { randomInt, randomUUID } from "node:crypto";
import type * as pulumi from "@pulumi/pulumi";
import type { ProviderContext } from "../host/context";
import { cleanErrors } from "../host/guard";
import type { Host } from "../host/host";
import { lookUntil, Refusal, whatFailed } from "../host/outcomes";
import { checkFailure, type Properties, textIn } from "../pulumi/properties";
import { isUsedHere, searchByKey, unheldOrders } from "../purchase/account";
import { mayAppearUntilMs } from "../purchase/purchase";
import {
  lookingLine,
  otherProviderStrayMessage,
  stillBilledMessage,
  strayCheckFailedMessage,
} from "../purchase/purchase-messages";
import { isOtherProvider } from "../server/plan-change";
import { environmentVariable, readEnvironment } from "../service/environment";
import { ServiceError } from "../service/errors";
import { SettingsError } from "../service/settings";
import type { AboutOrder } from "../service/wire/order";

/**
 * The idempotency key of a server, which the engine saves before the server is bought. Creating it makes no call, so that nothing can come
 * between its creation and its saving.
 */
export const idempotencyKeyProvider = (
  host: () => Host,
  newValues = () => newIdempotencyKey(Date.now()),
): pulumi.dynamic.ResourceProvider => ({
  // For a replacement, the engine passes no old inputs.
  check: async (olds: Properties, { __savedAs: name, ...inputs }: Properties) => ({
    inputs,
    failures:
      typeof name === "string" && olds["__provider"] === undefined ? [checkFailure(keyReplacedReason(name))] : [],
  }),

  diff: async () => ({ changes: false }),

  create: async (inputs: Properties) => {
    const values = newValues();
    const { memory, providerName } = host();
    memory.ofKey(values.key).isNew = true;
    // An order of an interrupted run can be in no other account than its provider's.
    return { id: values.key, outs: { ...inputs, ...values, __providerName: providerName } };
  },

  read: async (id: string, properties: Properties) => ({ id, props: properties }),

  delete: cleanErrors(host, async (id: string, properties: Properties) => {
    // A destroy uses the settings of the last `up`, and nobody could change those any more: the environment can, for this one run.
    const policy = readEnvironment()[environmentVariable("straysOnDelete")] === "warn" ? "warn" : undefined;
    await lookForStrays(host(), { key: id, madeBy: textIn(properties, "__providerName") }, policy);
  }),
});

/** For `--replace` or a taint: without the key, its server would be bought anew. */
const keyReplacedReason = (name: string): string =>
  `an idempotency key can't be replaced, because it ties a server to its order. To replace the server, name it without its key: --replace '**:Vps::${name}'. If the key is tainted, run "pulumi state untaint" for it; if another run is under way, wait for it.`;

/** What is saved before a server is bought. */
interface IdempotencyKeyValues {
  readonly key: string;
  /** A root password, for a server whose program sets none. */
  readonly password: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** Letters and digits that nobody mistakes for each other. */
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";

export const newIdempotencyKey = (nowMs: number): IdempotencyKeyValues => ({
  key: randomUUID(),
  password: newPassword(),
  createdAt: new Date(nowMs).toISOString(),
});

/** About 128 bits. Starts with a letter, and has every character class that password rules ask for. */
function newPassword(): string {
  const letters = Array.from({ length: 22 }, () => alphabet[randomInt(alphabet.length)]);
  return `r${letters.join("")}X7`;
}

/** A key that the engine deletes. */
interface KeyToDelete {
  readonly key: string;
  /** The provider that made it. */
  readonly madeBy?: string | undefined;
}

/**
 * The last look at what was bought under a key: the engine deletes it after its server. Fails, or only warns, if an order is still
 * billed, so that every later run names it again.
 */
export async function lookForStrays(
  { context: makeContext, reporter, providerName }: Pick<Host, "context" | "reporter" | "providerName">,
  { key, madeBy }: KeyToDelete,
  policy: "fail" | "warn" | undefined,
): Promise<void> {
  let message: string | undefined;
  let isOnlyWarned = policy === "warn";
  try {
    const context = makeContext();
    isOnlyWarned = (policy ?? context.settings.straysOnDelete) === "warn";
    const left = await ordersLeft(context, key);
    const how = isOnlyWarned ? "warn" : "fail";
    if (left.length > 0) message = stillBilledMessage(left, how, providerName);
    else if (isOtherProvider(madeBy, { __providerName: providerName }) && !(await isSettled(context, key)))
      message = otherProviderStrayMessage(madeBy, how);
  } catch (error) {
    if (!(error instanceof ServiceError || error instanceof SettingsError)) throw error;
    const why = [whatFailed(error), error.savedSettingsNote].filter((words) => words !== undefined).join(" ");
    message = strayCheckFailedMessage(why, isOnlyWarned ? "warn" : "fail");
  }
  if (message === undefined) return;
  if (!isOnlyWarned) throw new Refusal(message);
  reporter.warn(undefined, message);
}

/** Whether its server has been in this account with the key, whatever the key's provider is called by now. */
const isSettled = async (context: ProviderContext, key: string): Promise<boolean> =>
  context.memory.ofKey(key).isSettled === true || isUsedHere(context, key);

/**
 * An order that a server in this run's state holds is not a stray: only its key was replaced. An order that an interrupted run has sent may
 * turn up after a while, unless this process has just cancelled the server that would have made room for it.
 */
async function ordersLeft(context: ProviderContext, key: string): Promise<readonly AboutOrder[]> {
  const { reporter } = context;
  const untilMs = mayAppearUntilMs(context, key);
  const look = async () => {
    const left = await unheldOrders(context, await searchByKey(context, key), key);
    return left.length > 0 ? left : undefined;
  };
  // On the stack's line, as a key does not know its own URN.
  const onWait = () => reporter.progress(undefined, lookingLine("an order of a removed server", untilMs));
  const settled = await lookUntil(context, untilMs, look, onWait);
  if (settled === "stopped")
    throw new Refusal(
      "The run was stopped before it could check for orders that are still billed. Run the same command again.",
    );
  return settled === "nothing" ? [] : settled.found;
}
