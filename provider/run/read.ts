import type { ProviderContext } from "../host/context";
import { entryOf } from "../host/memory";
import { listedOrRead, orderOfAttempt, recentOrders, showsTags, unheldOrders, withTags } from "../purchase/account";
import { adoptedLine, severalOrdersMessage } from "../purchase/purchase-messages";
import { sameValue } from "../server/equality";
import { recordedInputs, recordOrder } from "../server/record";
import {
  cancelledOutsideWarning,
  changedPriceLine,
  driftWarnings,
  reinstalledWarnings,
  renamedWarnings,
} from "../server/refresh-words";
import { isOwned, type OwnedServer, type Recorded } from "../server/server";
import { type AboutOrder, isGone } from "../service/wire/order";

/** A refresh reads each resource at a different moment, and one list serves them all. */
const refreshListMaxAgeMs = 60_000;

interface ReadResult {
  readonly id: string;
  /** Still a pending purchase where its order has not turned up. */
  readonly outputs: Recorded;
  /** What the program had set, as the service shows it now. */
  readonly inputs: Record<string, unknown>;
}

/** Reads a server; `undefined` if its order is cancelled. */
export async function readServer(
  context: ProviderContext,
  id: string,
  recorded: Recorded,
): Promise<ReadResult | undefined> {
  if (isOwned(recorded)) context.memory.ofOrder(recorded.orderOid).entries.add(entryOf(recorded));
  const order = isOwned(recorded)
    ? await listedOrRead(context, recorded, (listed) => sameValue(recordOrder(recorded, listed), recorded), {
        maxAgeMs: refreshListMaxAgeMs,
      })
    : await orderOfAttempt(context, { ...recorded, key: recorded.__key, attempt: recorded.__attempt });
  if (order === undefined) return { id, outputs: recorded, inputs: recordedInputs(recorded) };
  if (isGone(order, context.client.serviceNowMs())) {
    if (isOwned(recorded)) context.reporter.warn(recorded.__urn, cancelledOutsideWarning(recorded));
    return undefined;
  }
  const outputs = recordOrder(recorded, order);
  context.memory.ofOrder(outputs.orderOid).entries.add(entryOf(outputs));
  const line = isOwned(recorded) ? changedPriceLine(recorded, outputs) : adoptedLine(order.orderOid);
  if (line !== undefined) context.reporter.summary(recorded.__urn, line);
  const warnings = [
    ...driftWarnings(outputs),
    ...renamedWarnings(outputs, order),
    ...(isOwned(recorded) ? reinstalledWarnings(recorded, outputs) : []),
  ];
  for (const warning of warnings) context.reporter.warn(recorded.__urn, warning);
  await warnOfOthers(context, outputs, order);
  return { id: String(order.orderOid), outputs, inputs: recordedInputs(outputs) };
}

/** An order of an interrupted run may have turned up only after the next run had looked and bought another one. */
export async function warnOfOthers(
  context: ProviderContext,
  recorded: OwnedServer,
  serverOrder: AboutOrder,
): Promise<void> {
  const { __key: key } = recorded;
  if (key === undefined) return;
  const listed = await recentOrders(context, refreshListMaxAgeMs);
  const isSeen = showsTags(listed);
  // Where the list shows no tags, any order may be another of this server.
  const matters = (order: AboutOrder): boolean => !isSeen && !context.memory.isHeld(order.orderOid);
  const others = await unheldOrders(context, await withTags(context, listed, matters), key);
  if (others.length > 0) context.reporter.warn(recorded.__urn, severalOrdersMessage(serverOrder, others));
}
