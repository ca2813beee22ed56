import type { ProviderContext } from "../host/context";
import { idOf, keepingState, PartialFailure, Refusal } from "../host/failures";
import { programHolder, type SentPurchase } from "../host/memory";
import { waitUntilRunning } from "../host/observe";
import { purchase, type ServerToBuy, type SettledPurchase } from "../purchase/purchase";
import { severalOrdersMessage } from "../purchase/purchase-messages";
import { readableName, tagNames } from "../purchase/tags";
import type { Desired, Resolved } from "../server/desired";
import { described, importDifferences, recordImport, unshownArguments } from "../server/import-checks";
import { justInstalled, recordNew, recordPending } from "../server/record";
import {
  adoptedDifferentMessage,
  adoptedWords,
  orderedLine,
  otherPasswordMessage,
  pendingMessage,
  withoutAddressMessage,
} from "../server/refresh-words";
import { orderedPassword, purchaseQuoteRequest, purchaseRequest, quoteToWire, requestToWire } from "../server/request";
import type { OwnedServer } from "../server/state";
import type { AboutOrder } from "../service/wire/order";
import { changeServer } from "./change-server";
import { adoptByImport, isImporting } from "./import";
import { waitForPort } from "./wait-for-port";

/** Buys a server, or adopts the one that the program names or an interrupted run has bought. */
export async function createServer(
  context: ProviderContext,
  desired: Resolved<Desired>,
): Promise<{ readonly id: string; readonly outputs: OwnedServer }> {
  const made = isImporting(desired) ? await adoptByImport(context, desired) : await buyServer(context, desired);
  const outputs = await waitForPort(context, made, desired, desired.__timeouts?.createMs);
  return { id: idOf(outputs), outputs };
}

/**
 * Buys a server, and stops it if the program wants it stopped: the service delivers it running.
 *
 * @param pending a purchase whose outcome the state does not know
 */
export async function buyServer(
  context: ProviderContext,
  desired: Resolved<Desired>,
  pending?: SentPurchase,
): Promise<OwnedServer> {
  if (desired.runningState !== "NOTRUNNING") return buyRunning(context, desired, pending);
  const { runningState: _, ...running } = desired;
  const outputs = await buyRunning(context, running, pending);
  const describeFailure = (message: string) =>
    `Order ${outputs.orderOid} was bought and is running, but it could not be stopped. ${message} The next "pulumi up" stops it.`;
  return keepingState(outputs, describeFailure, () => changeServer(context, outputs, desired));
}

async function buyRunning(
  context: ProviderContext,
  desired: Resolved<Desired>,
  pending: SentPurchase | undefined,
): Promise<OwnedServer> {
  const server = serverToBuy(context, desired);
  const made = await purchase(context, server, pending);
  if (made.kind === "pending") {
    const { attempt, sentMs } = made.sent;
    const unsettled = recordPending(
      desired,
      {
        __key: server.key,
        __attempt: attempt,
        __sentAt: new Date(sentMs).toISOString(),
      },
      orderedPassword(desired),
    );
    throw new PartialFailure(unsettled, [pendingMessage(server.domainName, made.why, sentMs)]);
  }
  // Not by its URN alone: an earlier entry of the same resource, which the program does not see, may be deleted in this run.
  context.memory.ofOrder(made.order.orderOid).holders.add(programHolder(server.urn));
  const outputs = await record(context, desired, made);
  context.reporter.summary(
    server.urn,
    orderedLine(outputs, made.kind === "adopted" ? adoptedWords(unshownArguments(desired)) : undefined),
  );
  return outputs;
}

/** What the purchase has to know about a declared server. */
function serverToBuy({ settings }: ProviderContext, desired: Resolved<Desired>): ServerToBuy {
  const { domainName, __urn: urn, __key: key, __timeouts, maxMonthlyCostUsd } = desired;
  if (domainName === undefined || urn === undefined || key === undefined)
    throw new Refusal(
      "Nothing was bought: this resource has no idempotency key. Create it with `new Vps(…)` from this version of pulumi-rimuhosting.",
    );
  const password = orderedPassword(desired);
  if (password === undefined && desired.instantiationViaCloneOptions === undefined)
    throw new Refusal(`${domainName}: not bought: neither the program nor its idempotency key has a root password.`);
  const name = settings.readableTag ? { [tagNames.name]: readableName(urn) } : {};
  return {
    urn,
    key,
    domainName,
    maxMonthlyCostUsd,
    question: () => quoteToWire(purchaseQuoteRequest(desired)),
    request: (tags) => requestToWire(purchaseRequest(desired, { ...tags, ...name }, password)),
    createMs: __timeouts?.createMs,
  };
}

/** Takes the order of a purchase into the state once it runs, and says what is not as it should be. */
async function record(
  context: ProviderContext,
  desired: Resolved<Desired>,
  made: SettledPurchase,
): Promise<OwnedServer> {
  const { order, attempt, setupMessages, others, kind } = made;
  const asked = orderedPassword(desired);
  if (made.password !== undefined && asked !== undefined && made.password !== asked)
    context.reporter.warn(desired.__urn, otherPasswordMessage(order));
  const outputsOf = (shown: AboutOrder): OwnedServer => {
    const password = made.password ?? asked;
    const server = kind === "adopted" ? recordImport(shown, desired, password) : recordNew(desired, shown, password);
    return justInstalled({ ...server, __attempt: attempt, setupMessages: [...setupMessages] }, desired);
  };
  const installed = await keepingState(outputsOf(order), withoutAddressMessage(order), () =>
    order.allocatedIps?.primaryIp !== undefined && (kind === "bought" || order.runningState === undefined)
      ? Promise.resolve(order)
      : waitUntilRunning(context, order.orderOid, desired.__urn),
  );
  const outputs = outputsOf(installed);
  if (others.length > 0) throw new PartialFailure(outputs, [severalOrdersMessage(order, others)]);
  const differences = kind === "adopted" ? importDifferences(installed, desired).map(described) : [];
  if (differences.length > 0) throw new PartialFailure(outputs, [adoptedDifferentMessage(order, differences)]);
  return outputs;
}
