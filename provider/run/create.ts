import type { ProviderContext } from "../host/context";
import type { SentPurchase } from "../host/memory";
import {
  idOf,
  keepingState,
  observeUntil,
  PartialFailure,
  Refusal,
  remediatedNote,
  Unconfirmed,
} from "../host/outcomes";
import { purchase, purchaseWithoutAnswer, type ServerToBuy, type SettledPurchase } from "../purchase/purchase";
import {
  adoptedDifferentMessage,
  adoptedWords,
  orderedLine,
  otherPasswordMessage,
  pendingMessage,
  severalOrdersMessage,
  withoutAddressMessage,
} from "../purchase/purchase-messages";
import { readableName, tagNames } from "../purchase/tags";
import { powerIn } from "../server/arguments";
import { sharedOrderMessage } from "../server/import-checks";
import type { Program, Resolved } from "../server/program";
import {
  described,
  importDifferences,
  justInstalled,
  recordImport,
  recordNew,
  recordOrder,
  recordPending,
  unshownArguments,
} from "../server/record";
import {
  attemptWith,
  orderedPassword,
  passwordMark,
  passwordOfAttempt,
  purchaseQuoteRequest,
  purchaseRequest,
  quoteToWire,
  requestToWire,
} from "../server/request";
import { isOwned, type OwnedServer, type PendingPurchase, sentMsOf } from "../server/server";
import { notBought } from "../service/wire/messages";
import type { AboutOrder } from "../service/wire/order";
import { dateMs } from "../service/wire/values";
import { changeServer, updateServer } from "./change-server";
import { adoptByImport, isImporting } from "./import";
import { readServer } from "./read";
import { waitForPort } from "./wait-for-port";

/** Buys a server, or adopts the one that the program names or an interrupted run has bought. */
export async function createServer(
  context: ProviderContext,
  program: Resolved<Program>,
): Promise<{ readonly id: string; readonly outputs: OwnedServer }> {
  const made = isImporting(program) ? await adoptByImport(context, program) : await buyServer(context, program);
  const outputs = await waitForPort(context, made, program, program.__timeouts?.createMs);
  return { id: idOf(outputs), outputs };
}

/**
 * Buys a server, and stops it if the program wants it stopped: the service delivers it running.
 *
 * @param pending a purchase whose outcome the state does not know
 */
async function buyServer(
  context: ProviderContext,
  program: Resolved<Program>,
  pending?: SentPurchase,
): Promise<OwnedServer> {
  if (program.runningState !== "NOTRUNNING") return buyRunning(context, program, pending);
  const { runningState: _, ...running } = program;
  const outputs = await buyRunning(context, running, pending);
  const describeFailure = (message: string) =>
    `Order ${outputs.orderOid} was bought and is running, but it could not be stopped. ${message} The next "pulumi up" stops it.`;
  return keepingState(outputs, describeFailure, () => changeServer(context, outputs, program));
}

/** Finds the order of a purchase of unknown outcome, or buys the server once none can turn up any more; then brings it in line with the program. */
export async function resumePurchase(
  context: ProviderContext,
  id: string,
  recorded: PendingPurchase,
  program: Resolved<Program>,
): Promise<OwnedServer> {
  const owned = await resolvePending(context, id, recorded, program);
  const describeFailure = (message: string) =>
    `Order ${owned.orderOid} was bought for this resource and is in the state. It does not match the program yet: ${message} The next "pulumi up" continues from there and buys nothing.`;
  return keepingState(owned, describeFailure, () => updateServer(context, owned, program));
}

async function resolvePending(
  context: ProviderContext,
  id: string,
  recorded: PendingPurchase,
  program: Resolved<Program>,
): Promise<OwnedServer> {
  const seen = await readServer(context, id, recorded);
  if (seen !== undefined && isOwned(seen.outputs)) {
    const { outputs } = seen;
    const { __urn: urn = "" } = program;
    const other = context.memory.claim(outputs, urn);
    if (other !== undefined) throw new Refusal(sharedOrderMessage(outputs, urn, other));
    return isBeingInstalled(context, outputs, program)
      ? recordOrder(outputs, await waitUntilRunning(context, outputs.orderOid, outputs.__urn))
      : outputs;
  }
  if (isImporting(program)) return adoptByImport(context, program);
  return buyServer(context, program, purchaseWithoutAnswer(context, recorded.__attempt, sentMsOf(recorded)));
}

async function buyRunning(
  context: ProviderContext,
  program: Resolved<Program>,
  pending: SentPurchase | undefined,
): Promise<OwnedServer> {
  const server = serverToBuy(context, program);
  const made = await purchase(context, server, pending);
  if (made.kind === "pending") {
    const { attempt, sentMs } = made.sent;
    const unsettled = recordPending(
      program,
      {
        __key: server.key,
        __attempt: attempt,
        __sentAt: new Date(sentMs).toISOString(),
      },
      orderedPassword(program),
    );
    throw new PartialFailure(unsettled, [pendingMessage(server.domainName, made.why, sentMs)]);
  }
  // Not by its URN alone: an earlier entry of the same resource, which the program does not see, may be deleted in this run.
  context.memory.ofOrder(made.order.orderOid).owners.add(server.urn);
  const outputs = await record(context, program, made);
  context.reporter.summary(
    server.urn,
    orderedLine(outputs, made.kind === "adopted" ? adoptedWords(unshownArguments(program, made.order)) : undefined),
  );
  return outputs;
}

/** What the purchase has to know about a declared server. */
function serverToBuy({ settings }: ProviderContext, program: Resolved<Program>): ServerToBuy {
  const { domainName, __urn: urn, __key: key, __timeouts, maxMonthlyCostUsd } = program;
  if (domainName === undefined || urn === undefined || key === undefined)
    throw new Refusal(
      `Nothing was bought: this server has no idempotency key, no URN or no domain name. ${remediatedNote}`,
    );
  const password = orderedPassword(program);
  if (password === undefined && program.instantiationViaCloneOptions === undefined)
    throw new Refusal(`${notBought(domainName)}: neither the program nor its idempotency key has a root password.`);
  const name = settings.readableTag ? { [tagNames.name]: readableName(urn) } : {};
  return {
    urn,
    key,
    domainName,
    maxMonthlyCostUsd,
    priceRequest: () => quoteToWire(purchaseQuoteRequest(program)),
    request: (tags) => requestToWire(purchaseRequest(program, { ...tags, ...name }, password)),
    attempt: (id) => attemptWith(id, passwordMark(program, password)),
    createMs: __timeouts?.createMs,
  };
}

/** Takes the order of a purchase into the state once it runs, and says what is not as it should be. */
async function record(
  context: ProviderContext,
  program: Resolved<Program>,
  made: SettledPurchase,
): Promise<OwnedServer> {
  const { order, attempt, setupMessages, others, kind } = made;
  const asked = orderedPassword(program);
  if (made.password !== undefined && asked !== undefined && made.password !== asked)
    context.reporter.warn(program.__urn, otherPasswordMessage(order));
  const outputsOf = (shown: AboutOrder): OwnedServer => {
    const server =
      kind === "adopted"
        ? recordImport(shown, program, passwordOfAttempt(attempt, program))
        : recordNew(program, shown, made.password ?? asked);
    return justInstalled({ ...server, __attempt: attempt, setupMessages: [...setupMessages] }, program);
  };
  const first = outputsOf(order);
  // The service answers a purchase once the server is installed.
  const isAwaited = kind === "bought" ? first.primaryIp === undefined : isBeingInstalled(context, first, program);
  const installed = isAwaited
    ? await keepingState(first, withoutAddressMessage(order), () =>
        waitUntilRunning(context, order.orderOid, program.__urn),
      )
    : order;
  const outputs = outputsOf(installed);
  if (others.length > 0) throw new PartialFailure(outputs, [severalOrdersMessage(order, others)]);
  const differences = kind === "adopted" ? importDifferences(installed, program).map(described) : [];
  if (differences.length > 0) throw new PartialFailure(outputs, [adoptedDifferentMessage(order, differences)]);
  return outputs;
}

/**
 * Whether a server that was found may still be being installed: it has no address yet, or its order is young and it doesn't run, though the
 * program wants it to.
 */
function isBeingInstalled(
  { client, settings }: ProviderContext,
  { primaryIp, observedRunningState, orderDate = "" }: OwnedServer,
  { runningState }: Resolved<Program>,
): boolean {
  const nowMs = client.serviceNowMs();
  const isYoung = nowMs - (dateMs(orderDate) ?? nowMs) <= settings.setupTimeoutMinutes * 60_000;
  const isOff = powerIn(observedRunningState) !== "RUNNING" && runningState !== "NOTRUNNING";
  return primaryIp === undefined || (isYoung && isOff);
}

/** Waits for an order that is being installed. */
async function waitUntilRunning(
  context: ProviderContext,
  orderOid: number,
  urn: string | undefined,
): Promise<AboutOrder> {
  const limitMs = context.settings.setupTimeoutMinutes * 60_000;
  const isRunning = (order: AboutOrder): boolean =>
    order.runningState === "RUNNING" && order.allocatedIps?.primaryIp !== undefined;
  const seen = await observeUntil(
    context,
    orderOid,
    urn,
    `waiting until order ${orderOid} runs`,
    isRunning,
    limitMs,
    "end",
  );
  switch (seen.kind) {
    case "shown":
    case "idle":
      return seen.order;
    case "gone":
      throw new Unconfirmed(
        `Order ${orderOid} was cancelled while it was being set up. Run "pulumi refresh", then "pulumi up" to order another server.`,
      );
    case "out-of-time":
      throw new Unconfirmed(
        `Order ${orderOid} exists and is billed, but it is not installed yet, or could not be read. Run "pulumi up" again: it buys no second one.`,
      );
    default:
      return seen satisfies never;
  }
}
