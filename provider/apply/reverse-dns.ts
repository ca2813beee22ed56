import { addressFor, hasAddress } from "../plan/reverse-dns";
import { isGone } from "../schema/order/order-state";
import type { ReverseDnsInputs, ReverseDnsOutputs } from "../schema/reverse-dns";
import { carryOut } from "./run/carry-out";
import { Refusal } from "./run/partial-failure";
import type { World } from "./run/world";

/**
 * Sets the record. An address that it was set for before is cleared first: should the second call fail, the next run
 * does both again, and neither does harm twice.
 */
export async function setReverseDns(
  world: World,
  desired: ReverseDnsInputs,
  previous?: ReverseDnsOutputs,
): Promise<ReverseDnsOutputs> {
  const order = await world.client.getOrder(desired.orderOid);
  const address = addressFor(order, desired.ip, world.client.serviceNowMs());
  if ("objection" in address) throw new Refusal(address.objection);
  const { ip } = address;
  const before = previous?.__setFor;
  if (before !== undefined && before !== ip && hasAddress(order, before, world.client.serviceNowMs()))
    await putName(world, desired.orderOid, before, "");
  await putName(world, desired.orderOid, ip, desired.name);
  return {
    ...(desired.__provider === undefined ? {} : { __provider: desired.__provider }),
    orderOid: desired.orderOid,
    ip,
    name: desired.name,
    __setFor: ip,
    __isFirstIp: desired.ip === undefined,
  };
}

/** Clears the record, where the server still has the address: another's record is not touched. */
export async function clearReverseDns(world: World, recorded: ReverseDnsOutputs): Promise<void> {
  const order = await world.client.getOrder(recorded.orderOid);
  if (hasAddress(order, recorded.__setFor, world.client.serviceNowMs()))
    await putName(world, recorded.orderOid, recorded.__setFor, "");
}

/**
 * The service has no way to read a record back, so that only the server is looked at: `undefined` when it is gone, and
 * its first address of now where that is the one to follow.
 */
export async function readReverseDns(
  world: World,
  recorded: ReverseDnsOutputs,
): Promise<ReverseDnsOutputs | undefined> {
  const order = await world.client.getOrder(recorded.orderOid);
  if (isGone(order, world.client.serviceNowMs())) return undefined;
  return recorded.__isFirstIp ? { ...recorded, ip: order.allocatedIps?.primaryIp ?? recorded.ip } : recorded;
}

/** The service does not show its records, so nothing can be seen of a lost answer; the same name set twice is the same record. */
async function putName(world: World, orderOid: number, ip: string, name: string): Promise<void> {
  await carryOut(
    world,
    (sentBefore) => world.client.setPtr(orderOid, ip, name, { sentBefore }),
    async () => undefined,
  );
}
