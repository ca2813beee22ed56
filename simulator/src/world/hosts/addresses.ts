import type { WorldContext } from "../context";
import { isCancelled } from "../order";
import type { Host } from "./host";

/** Addresses of cancelled orders are free again, although those orders still show them. */
function addressesInUse(context: WorldContext): Set<string> {
  const nowMs = context.clock.now();
  return new Set(
    context.state.orders
      .filter((order) => !isCancelled(order, nowMs))
      .flatMap((order) => [order.primaryIp, ...order.secondaryIps]),
  );
}

export function isAddressInUse(context: WorldContext, ip: string): boolean {
  return addressesInUse(context).has(ip);
}

/** The lowest free addresses of a host, or undefined if too few are left. */
export function takeAddresses(context: WorldContext, host: Host, count: number): string[] | undefined {
  const inUse = addressesInUse(context);
  const [first, second, third] = host.addressPrefix;
  const taken: string[] = [];
  for (let block = 0; block < host.addressBlocks; block++) {
    for (let last = 1; last <= 254; last++) {
      if (taken.length === count) return taken;
      const ip = `${first}.${second}.${third + block}.${last}`;
      if (!inUse.has(ip)) taken.push(ip);
    }
  }
  return taken.length === count ? taken : undefined;
}
