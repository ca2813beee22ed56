import type { ProviderContext } from "../host/context";
import type { SentPurchase } from "../host/memory";
import { idOf, keepingState, PartialFailure, Refusal, waitUntilRunning } from "../host/outcomes";
import { purchase, type ServerToBuy, type SettledPurchase } from "../purchase/purchase";
import { severalOrdersMessage } from "../purchase/purchase-messages";
import { readableName, tagNames } from "../purchase/tags";
import { described, importDifferences, recordImport, unshownArguments } from "../server/import-checks";
import type { Program, Resolved } from "../server/program";
import { justInstalled, recordNew, recordPending } from "../server/record";
import { orderedPassword, purchaseQuoteRequest, purchaseRequest, quoteToWire, requestToWire } from "../server/request";
import {
  adoptedDifferentMessage,
  adoptedWords,
  orderedLine,
  otherPasswordMessage,
  pendingMessage,
  withoutAddressMessage,
} from "../server/server-words";
import type { OwnedServer } from "../server/state";
import { notBought } from "../service/wire/messages";
import type { AboutOrder } from "../service/wire/order";
import { dateMs } from "../service/wire/values";
import { changeServer } from "./change-server";
import { adoptByImport, isImporting } from "./import";
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
export async function buyServer(
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
    orderedLine(outputs, made.kind === "adopted" ? adoptedWords(unshownArguments(program)) : undefined),
  );
  return outputs;
}

/** What the purchase has to know about a declared server. */
function serverToBuy({ settings }: ProviderContext, program: Resolved<Program>): ServerToBuy {
  const { domainName, __urn: urn, __key: key, __timeouts, maxMonthlyCostUsd } = program;
  if (domainName === undefined || urn === undefined || key === undefined)
    throw new Refusal(
      "Nothing was bought: this resource has no idempotency key. Create it with `new Vps(…)` from this version of pulumi-rimuhosting.",
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
    question: () => quoteToWire(purchaseQuoteRequest(program)),
    request: (tags) => requestToWire(purchaseRequest(program, { ...tags, ...name }, password)),
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
    const password = made.password ?? asked;
    const server = kind === "adopted" ? recordImport(shown, program, password) : recordNew(program, shown, password);
    return justInstalled({ ...server, __attempt: attempt, setupMessages: [...setupMessages] }, program);
  };
  const installed = await keepingState(outputsOf(order), withoutAddressMessage(order), () =>
    order.allocatedIps?.primaryIp !== undefined && (kind === "bought" || isPastInstallation(context, order))
      ? Promise.resolve(order)
      : waitUntilRunning(context, order.orderOid, program.__urn),
  );
  const outputs = outputsOf(installed);
  if (others.length > 0) throw new PartialFailure(outputs, [severalOrdersMessage(order, others)]);
  const differences = kind === "adopted" ? importDifferences(installed, program).map(described) : [];
  if (differences.length > 0) throw new PartialFailure(outputs, [adoptedDifferentMessage(order, differences)]);
  return outputs;
}

/** An order that is older than any installation takes is not being installed, even if its server does not run. */
const isPastInstallation = ({ client, settings }: ProviderContext, { billingInfo }: AboutOrder): boolean => {
  const orderedMs = dateMs(billingInfo?.orderDate ?? "") ?? client.serviceNowMs();
  return client.serviceNowMs() - orderedMs > settings.setupTimeoutMinutes * 60_000;
};
