import { definedParts } from "../engine/parts";
import { type CheckFailure, checkFailure, type Properties, Unknown } from "../engine/properties";
import { nameInUrn } from "../engine/resource-types";
import type { ProviderContext } from "../host/context";
import { carryOut, Refusal } from "../host/failures";
import { ServiceError } from "../service/errors";
import { plainIp } from "../service/wire/domain-names";
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
  run.claim(ip, desired.__urn);
  const before = previous?.__setFor;
  const isLeft = before !== undefined && before !== ip && !run.isWanted(before);
  if (isLeft && hasAddress(order, before, nowMs)) await putName(context, order, before, "");
  await putName(context, order, ip, desired.name);
  return definedParts({ ...desired, ip, __setFor: ip, __isFirstIp: desired.ip === undefined });
}

/**
 * Why a new record cannot be set, as far as its order and address are known: a preview refuses it too. One that is set already is not
 * looked at again.
 */
export async function checkAddress(
  context: () => ProviderContext,
  run: RunRecords,
  olds: Properties,
  { orderOid, ip, __urn: urn }: Properties,
): Promise<readonly CheckFailure[]> {
  const wanted = ip ?? undefined;
  const isSet = olds["orderOid"] === Number(orderOid) && (olds["ip"] ?? undefined) === wanted;
  if (isSet || orderOid instanceof Unknown || wanted instanceof Unknown) return [];
  const { client } = context();
  try {
    const order = await client.getOrder(Number(orderOid), { deadlineMs: 15_000 });
    const address = addressFor(order, typeof wanted === "string" ? wanted : undefined, client.serviceNowMs());
    if ("objection" in address) return [checkFailure(address.objection)];
    if (typeof urn === "string") run.claim(address.ip, urn);
    return [];
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
  { orderOid, __setFor: ip }: ReverseDnsOutputs,
): Promise<void> {
  if (orderOid === undefined || ip === undefined || run.isWanted(ip)) return;
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
 * The addresses whose records the program of one run wants, and who declares each. After a rename the engine sets the record under the new
 * name first and deletes the old entry afterwards: that must not clear what this run wants.
 */
export class RunRecords {
  readonly #declared = new Set<string>();
  readonly #claimants = new Map<string, string | undefined>();

  declare(urn: string): void {
    this.#declared.add(urn);
  }

  /** Whether this run's program declares it: a refresh compares records without a program. */
  declares(urn: string): boolean {
    return this.#declared.has(urn);
  }

  /** Throws if another record of the program is for this address: whichever the engine asks about second. */
  claim(ip: string, urn: string | undefined): void {
    const other = this.#claimants.get(plainIp(ip));
    if (other !== undefined && other !== urn)
      throw new Refusal(
        `${ip} already has its record from "${nameInUrn(other)}", and can have only one name. Remove one of the two from the program, or give it another ip.`,
      );
    this.#claimants.set(plainIp(ip), urn);
  }

  isWanted(ip: string): boolean {
    return this.#claimants.has(plainIp(ip));
  }
}
