import { definedParts, getOrInsertComputed } from "../engine/parts";
import { type CheckFailure, checkFailure, type Properties, Unknown } from "../engine/properties";
import type { ProviderContext } from "../host/context";
import { carryOut, Refusal } from "../host/failures";
import { ServiceError } from "../service/errors";
import { plainIp } from "../service/wire/domain-names";
import { describeOrder } from "../service/wire/messages";
import { type AboutOrder, isGone } from "../service/wire/order";
import { addressFor, hasAddress, type ReverseDnsInputs, type ReverseDnsOutputs } from "./record";

/** Sets the record, and first clears that of a former address: if the second call fails, the next run repeats both, which does no harm. */
export async function setRecord(
  context: ProviderContext,
  run: RunRecords,
  desired: ReverseDnsInputs,
  previous?: ReverseDnsOutputs,
): Promise<ReverseDnsOutputs> {
  const order = await context.client.getOrder(desired.orderOid);
  const nowMs = context.client.serviceNowMs();
  const address = addressFor(order, desired.ip, nowMs);
  if ("objection" in address) throw new Refusal(address.objection);
  const { ip } = address;
  const other = run.setByAnother(ip, desired.__urn);
  if (other !== undefined)
    throw new Refusal(
      `${ip} of ${describeOrder(order)} already got its record from ${other} in this run, and can have only one name. Remove one of the two from the program, or give it another ip.`,
    );
  const before = previous?.__setFor;
  const isLeft = before !== undefined && before !== ip && !run.isWanted(before, desired.__urn);
  if (isLeft && hasAddress(order, before, nowMs)) await putName(context, order, before, "");
  await putName(context, order, ip, desired.name);
  run.noteSet(ip, desired.__urn);
  return definedParts({ ...desired, ip, __setFor: ip, __isFirstIp: desired.ip === undefined });
}

/**
 * Why a new record cannot be set, as far as its order and address are known: a preview refuses it too. One that is set already is not
 * looked at again.
 */
export async function checkAddress(
  context: () => ProviderContext,
  olds: Properties,
  { orderOid, ip }: Properties,
): Promise<readonly CheckFailure[]> {
  const wanted = ip ?? undefined;
  const isSet = olds["orderOid"] === Number(orderOid) && (olds["ip"] ?? undefined) === wanted;
  if (isSet || orderOid instanceof Unknown || wanted instanceof Unknown) return [];
  const { client } = context();
  try {
    const order = await client.getOrder(Number(orderOid), { deadlineMs: 15_000 });
    const address = addressFor(order, typeof wanted === "string" ? wanted : undefined, client.serviceNowMs());
    return "objection" in address ? [checkFailure(address.objection)] : [];
  } catch (error) {
    // Whatever else it is, setting the record meets it too, and waits longer.
    if (!(error instanceof ServiceError) || error.outcome === "refused") throw error;
    return [];
  }
}

/** Clears the record, if the server still has the address and nothing else in this run wants it. */
export async function clearRecord(
  context: ProviderContext,
  run: RunRecords,
  { orderOid, __setFor: ip, __urn: urn }: ReverseDnsOutputs,
): Promise<void> {
  if (orderOid === undefined || ip === undefined || run.isWanted(ip, urn)) return;
  const order = await context.client.getOrder(orderOid);
  if (hasAddress(order, ip, context.client.serviceNowMs())) await putName(context, order, ip, "");
}

/** The service has no way to read a record back, so this reads only the server: `undefined` if it is gone. */
export async function readRecord(
  context: ProviderContext,
  recorded: ReverseDnsOutputs,
): Promise<ReverseDnsOutputs | undefined> {
  if (recorded.orderOid === undefined) return recorded;
  const order = await context.client.getOrder(recorded.orderOid);
  if (isGone(order, context.client.serviceNowMs())) return undefined;
  const firstIp = order.allocatedIps?.primaryIp;
  return recorded.__isFirstIp === true && firstIp !== undefined ? { ...recorded, ip: firstIp } : recorded;
}

/** The effect of a lost answer cannot be seen; setting a name twice does no harm. */
async function putName(context: ProviderContext, order: AboutOrder, ip: string, name: string): Promise<void> {
  await carryOut(
    context,
    (sentBefore) => context.client.setPtr(order, ip, name, { sentBefore }),
    async () => undefined,
  );
}

/**
 * The addresses whose records one run of the program declares or sets. After a rename the engine sets the record under the new name first
 * and deletes the old entry afterwards: that must not clear what this run wants.
 */
export class RunRecords {
  readonly #ipsByUrn = new Map<string, Set<string>>();
  readonly #setBy = new Map<string, string | undefined>();

  /** The program of this run declares this record, for this address if it is already known. */
  declare(urn: string, ip: unknown): void {
    const ips = getOrInsertComputed(this.#ipsByUrn, urn, () => new Set<string>());
    if (typeof ip === "string") ips.add(plainIp(ip));
  }

  /** Whether this run's program declares it: a refresh compares records without a program. */
  declares(urn: string): boolean {
    return this.#ipsByUrn.has(urn);
  }

  noteSet(ip: string, urn: string | undefined): void {
    this.#setBy.set(plainIp(ip), urn);
  }

  setByAnother(ip: string, urn: string | undefined): string | undefined {
    const setter = this.#setBy.get(plainIp(ip));
    return setter === urn ? undefined : setter;
  }

  isWanted(ip: string, urn: string | undefined): boolean {
    const isOthers = [...this.#ipsByUrn].some(([other, ips]) => other !== urn && ips.has(plainIp(ip)));
    return isOthers || this.#setBy.has(plainIp(ip));
  }
}
