import { addressFor, hasAddress } from "../plan/reverse-dns";
import { describeOrder } from "../plan/words/messages";
import { isGone } from "../schema/order/order-state";
import type { ReverseDnsInputs, ReverseDnsOutputs } from "../schema/reverse-dns";
import { carryOut } from "./run/carry-out";
import { Refusal } from "./run/partial-failure";
import { conclude } from "./run/progress";
import type { RunAddresses } from "./run/run-addresses";
import type { World } from "./run/world";

/**
 * Sets the record. An address that it was set for before is cleared first: should the second call fail, the next run
 * does both again, and neither does harm twice.
 */
export async function setReverseDns(
  world: World,
  addresses: RunAddresses,
  desired: ReverseDnsInputs,
  previous?: ReverseDnsOutputs,
): Promise<ReverseDnsOutputs> {
  const order = await world.client.getOrder(desired.orderOid);
  const address = addressFor(order, desired.ip, world.client.serviceNowMs());
  if ("objection" in address) throw new Refusal(address.objection);
  const { ip } = address;
  const other = addresses.setByAnother(ip, desired.__declaredUrn);
  if (other !== undefined)
    throw new Refusal(
      `${ip} of ${describeOrder(order)} has got its record from ${other} in this very run, and can have one name only. Take one of the two out of the program, or give it another ip.`,
    );
  const before = previous?.__setFor;
  const isLeft = before !== undefined && before !== ip && !addresses.isWanted(before, desired.__declaredUrn);
  if (isLeft && hasAddress(order, before, world.client.serviceNowMs()))
    await putName(world, desired.orderOid, before, "");
  await putName(world, desired.orderOid, ip, desired.name);
  addresses.noteSet(ip, desired.__declaredUrn);
  const { __provider, __declaredUrn } = desired;
  return {
    ...(__provider === undefined ? {} : { __provider }),
    ...(__declaredUrn === undefined ? {} : { __declaredUrn }),
    orderOid: desired.orderOid,
    ip,
    name: desired.name,
    __setFor: ip,
    __isFirstIp: desired.ip === undefined,
  };
}

/**
 * Clears the record, where the server still has the address and nothing else of this run wants it: under another name in
 * the program the record is made first, and the old entry is deleted then.
 */
export async function clearReverseDns(
  world: World,
  addresses: RunAddresses,
  { orderOid, __setFor: ip, __declaredUrn: urn }: ReverseDnsOutputs,
): Promise<void> {
  if (orderOid === undefined || ip === undefined) return;
  if (addresses.isWanted(ip, urn)) {
    conclude(world, urn, `the record of ${ip} is left as it is: the program declares it elsewhere`);
    return;
  }
  const order = await world.client.getOrder(orderOid);
  if (hasAddress(order, ip, world.client.serviceNowMs())) await putName(world, orderOid, ip, "");
}

/**
 * The service has no way to read a record back, so that only the server is looked at: `undefined` when it is gone, and
 * its first address of now where that is the one to follow.
 */
export async function readReverseDns(
  world: World,
  recorded: ReverseDnsOutputs,
): Promise<ReverseDnsOutputs | undefined> {
  if (recorded.orderOid === undefined) return recorded;
  const order = await world.client.getOrder(recorded.orderOid);
  if (isGone(order, world.client.serviceNowMs())) return undefined;
  const firstIp = order.allocatedIps?.primaryIp;
  return recorded.__isFirstIp === true && firstIp !== undefined ? { ...recorded, ip: firstIp } : recorded;
}

/** The service does not show its records, so nothing can be seen of a lost answer; the same name set twice is the same record. */
async function putName(world: World, orderOid: number, ip: string, name: string): Promise<void> {
  await carryOut(
    world,
    (sentBefore) => world.client.setPtr(orderOid, ip, name, { sentBefore }),
    async () => undefined,
  );
}
