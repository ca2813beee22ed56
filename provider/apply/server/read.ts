import { readOrder } from "../../evidence/read-order";
import { sameDomainName, sameValue } from "../../plan/equality";
import { severalOrdersMessage } from "../../plan/purchase/purchase-messages";
import { belongsToAnother } from "../../plan/purchase/tags";
import { othersTagged } from "../../plan/purchase/verdict";
import { recordedInputs, recordOrder } from "../../plan/update/record";
import {
  cancelledElsewhereWarning,
  driftWarnings,
  readCancelledMessage,
  wrongOrderWarning,
} from "../../plan/update/update-messages";
import { type AboutOrder, isActive, isGone, looksCancelled } from "../../schema/order";
import { isOwned, isPending, type OwnedServer, type Recorded } from "../../schema/vps-outputs";
import type { ProviderContext } from "../context";
import { Refusal } from "../failures";
import { holderOf } from "../host-memory";
import { findByAttempt, recentOrders, withTags } from "../order-evidence";

interface Seen {
  readonly id: string;
  /** Still a pending purchase where its order has not turned up. */
  readonly outputs: Recorded;
  /** What the program had set, as the service shows it now. */
  readonly inputs: Record<string, unknown>;
}

/** Reads a server; `undefined` if its order is cancelled. */
export async function readServer(context: ProviderContext, id: string, recorded: Recorded): Promise<Seen | undefined> {
  if (isOwned(recorded)) context.memory.hold(recorded.orderOid, holderOf(recorded));
  const order = await findServer(context, id, recorded);
  if (order === undefined) return { id, outputs: recorded, inputs: recordedInputs(recorded) };
  if (await isEnded(context, order)) {
    // Without outputs, whatever uses them would fail for another reason.
    if (!isOwned(recorded) && !isPending(recorded)) throw new Refusal(readCancelledMessage(order));
    // Of a server that the program only reads, nothing is ordered.
    if (isOwned(recorded) && recorded.__key !== undefined)
      context.reporter.warn(recorded.__declaredUrn, cancelledElsewhereWarning(recorded));
    return undefined;
  }
  const outputs = recordOrder(recorded, order);
  for (const warning of driftWarnings(outputs)) context.reporter.warn(recorded.__declaredUrn, warning);
  await warnOfOwnStrays(context, outputs, order);
  return { id: String(order.orderOid), outputs, inputs: recordedInputs(outputs) };
}

/** A service whose `Date` is behind dates a cancellation in the future, but lists the order no longer. */
async function isEnded(context: ProviderContext, order: AboutOrder): Promise<boolean> {
  if (isGone(order, context.client.serviceNowMs())) return true;
  if (!looksCancelled(order)) return false;
  return !(await recentOrders(context)).some(({ orderOid }) => orderOid === order.orderOid);
}

/** An order of an interrupted run may have turned up only after the next run had looked and bought another one. */
async function warnOfOwnStrays(context: ProviderContext, recorded: OwnedServer, own: AboutOrder): Promise<void> {
  const { __key: key, __declaredUrn: urn, __earlier: earlier = [], domainName } = recorded;
  if (key === undefined || urn === undefined) return;
  if (belongsToAnother(own, key)) {
    context.reporter.warn(urn, wrongOrderWarning(own));
    return;
  }
  const listed = await recentOrders(context);
  const nowMs = context.client.serviceNowMs();
  const isNamesake = (order: AboutOrder): boolean =>
    order.orderOid !== own.orderOid && sameDomainName(order.domainName, domainName);
  const orders = await withTags(context, listed, isNamesake);
  // A refresh does not know the stack's other entries, so every order that this one never held counts.
  const strays = othersTagged([key], orders, own.orderOid).filter(
    (order) => !earlier.includes(order.orderOid) && isActive(order, nowMs),
  );
  if (strays.length > 0) context.reporter.warn(urn, severalOrdersMessage(own, strays));
}

/** `undefined` where the order of a pending purchase has not turned up. */
async function findServer(context: ProviderContext, id: string, recorded: Recorded): Promise<AboutOrder | undefined> {
  if (isOwned(recorded)) return findKnown(context, recorded);
  if (isPending(recorded)) return findByAttempt(context, recorded.__attempt, recorded.domainName);
  if (/^[0-9]{1,15}$/.test(id)) return readOrder(context.client, Number(id));
  throw new Refusal(`"${id}" is not the number of an order, such as 2853299702. Nothing was read or changed.`);
}

/** A list may be behind, and may say less than the order itself. Unless it says just what the state knows, the order is read singly. */
async function findKnown(context: ProviderContext, recorded: OwnedServer): Promise<AboutOrder> {
  const orders = await recentOrders(context);
  const listed = orders.find((order) => order.orderOid === recorded.orderOid);
  return listed !== undefined && saysWhatIsKnown(listed, recorded) ? listed : readOrder(context.client, recorded);
}

const saysWhatIsKnown = (listed: AboutOrder, recorded: OwnedServer): boolean =>
  isWhole(listed) && sameValue(recordOrder(recorded, listed), recorded);

const isWhole = ({ runningState, allocatedIps, vpsParameters, billingInfo }: AboutOrder): boolean =>
  [runningState, allocatedIps, vpsParameters, billingInfo].every((part) => part !== undefined);
