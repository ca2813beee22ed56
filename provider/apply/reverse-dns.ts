import type { ProviderContext } from "../host/context";
import { carryOut, Refusal } from "../host/failures";
import { addressFor, hasAddress } from "../plan/reverse-dns";
import { getOrInsertComputed } from "../schema/computed";
import { describeOrder } from "../schema/messages";
import { type AboutOrder, isGone } from "../schema/order";
import { definedParts } from "../schema/parts";
import type { ReverseDnsInputs, ReverseDnsOutputs } from "../schema/reverse-dns";

/**
 * Sets the record, and first clears an address that it was set for before: if the second call fails, the next run repeats
 * both, which does no harm.
 */
export async function setReverseDns(
  context: ProviderContext,
  addresses: RunAddresses,
  desired: ReverseDnsInputs,
  previous?: ReverseDnsOutputs,
): Promise<ReverseDnsOutputs> {
  const order = await context.client.getOrder(desired.orderOid);
  const address = addressFor(order, desired.ip, context.client.serviceNowMs());
  if ("objection" in address) throw new Refusal(address.objection);
  const { ip } = address;
  const other = addresses.setByAnother(ip, desired.__urn);
  if (other !== undefined)
    throw new Refusal(
      `${ip} of ${describeOrder(order)} already got its record from ${other} in this run, and can have only one name. Remove one of the two from the program, or give it another ip.`,
    );
  const before = previous?.__setFor;
  const isLeft = before !== undefined && before !== ip && !addresses.isWanted(before, desired.__urn);
  if (isLeft && hasAddress(order, before, context.client.serviceNowMs())) await putName(context, order, before, "");
  await putName(context, order, ip, desired.name);
  addresses.noteSet(ip, desired.__urn);
  return definedParts({ ...desired, ip, __setFor: ip, __isFirstIp: desired.ip === undefined });
}

/**
 * Clears the record, if the server still has the address and nothing else in this run wants it: after a rename in the
 * program, the engine sets the record under the new name first and deletes the old entry afterwards.
 */
export async function clearReverseDns(
  context: ProviderContext,
  addresses: RunAddresses,
  { orderOid, __setFor: ip, __urn: urn }: ReverseDnsOutputs,
): Promise<void> {
  if (orderOid === undefined || ip === undefined) return;
  if (addresses.isWanted(ip, urn)) {
    context.reporter.summary(urn, `the record of ${ip} is left as it is: the program declares it elsewhere`);
    return;
  }
  const order = await context.client.getOrder(orderOid);
  if (hasAddress(order, ip, context.client.serviceNowMs())) await putName(context, order, ip, "");
}

/**
 * The service has no way to read a record back, so this reads only the server: `undefined` if it is gone, and its current
 * first address if the record follows that one.
 */
export async function readReverseDns(
  context: ProviderContext,
  recorded: ReverseDnsOutputs,
): Promise<ReverseDnsOutputs | undefined> {
  if (recorded.orderOid === undefined) return recorded;
  const order = await context.client.getOrder(recorded.orderOid);
  if (isGone(order, context.client.serviceNowMs())) return undefined;
  const firstIp = order.allocatedIps?.primaryIp;
  return recorded.__isFirstIp === true && firstIp !== undefined ? { ...recorded, ip: firstIp } : recorded;
}

/** The service does not show its records, so the effect of a lost answer cannot be seen; setting a name twice does no harm. */
async function putName(context: ProviderContext, order: AboutOrder, ip: string, name: string): Promise<void> {
  await carryOut(
    context,
    (sentBefore) => context.client.setPtr(order, ip, name, { sentBefore }),
    async () => undefined,
  );
}

/**
 * The addresses whose records one run of the program declares or sets. The engine creates what is new before it deletes
 * what the program no longer declares, and the service has no way to read a record: a deletion must not clear what this
 * run wants.
 */
export class RunAddresses {
  readonly #declared = new Map<string, Set<string>>();
  readonly #checked = new Set<string>();
  readonly #set = new Map<string, string | undefined>();

  /** The program of this run declares this record, for this address if it is already known. */
  declare(urn: string, ip: string | undefined): void {
    this.#checked.add(urn);
    if (ip === undefined) return;
    getOrInsertComputed(this.#declared, same(ip), () => new Set()).add(urn);
  }

  /** Whether this run's program declares it: a refresh compares records without a program. */
  isDeclared(urn: string): boolean {
    return this.#checked.has(urn);
  }

  /** The record of this address has been set in this run. */
  noteSet(ip: string, urn: string | undefined): void {
    this.#set.set(same(ip), urn);
  }

  /** The other resource that has set the record of this address in this run. */
  setByAnother(ip: string, urn: string | undefined): string | undefined {
    const setter = this.#set.get(same(ip));
    return setter === urn ? undefined : setter;
  }

  /** Whether the record of this address is another resource's, or was set in this run: then it must not be cleared. */
  isWanted(ip: string, urn: string | undefined): boolean {
    const others = [...(this.#declared.get(same(ip)) ?? [])].filter((other) => other !== urn);
    return this.#set.has(same(ip)) || others.length > 0;
  }
}

const same = (ip: string): string => ip.toLowerCase();
