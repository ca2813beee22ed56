import type { WorldContext } from "../context";
import { isCancelled, type Order, type Sizes, totalDiskMb } from "../order";
import type { Host } from "./host";

export type FreeRoom = { readonly memoryMb: number; readonly diskMb: number };

export function ordersOn(context: WorldContext, host: Host): Order[] {
  const nowMs = context.clock.now();
  return context.state.orders.filter(
    (order) => order.hostServerOid === host.hostServerOid && !isCancelled(order, nowMs),
  );
}

export function freeRoom(context: WorldContext, host: Host): FreeRoom {
  const orders = ordersOn(context, host);
  return {
    memoryMb: host.memoryMbTotal - orders.reduce((sum, order) => sum + order.sizes.memoryMb, 0),
    diskMb: host.diskGbTotal * 1024 - orders.reduce((sum, order) => sum + totalDiskMb(order.sizes), 0),
  };
}

export function hasRoom(free: FreeRoom, sizes: Sizes): boolean {
  return free.memoryMb >= sizes.memoryMb && free.diskMb >= totalDiskMb(sizes);
}

export function findHost(context: WorldContext, hostServerOid: string): Host | undefined {
  return context.state.hosts.find((host) => host.hostServerOid === hostServerOid);
}

export type HostRequirements = {
  readonly locationCode: string;
  readonly features: readonly string[];
  readonly minDiskFreeGb?: number | undefined;
  readonly exceptHostServerOid?: string | null;
};

/** The suitable host with the most free memory; undefined if all are full. */
export function chooseHost(context: WorldContext, sizes: Sizes, required: HostRequirements): Host | undefined {
  const suitable = context.state.hosts
    .filter(
      (host) =>
        host.locationCode === required.locationCode &&
        !host.isCustomersOwn &&
        host.hostServerOid !== required.exceptHostServerOid &&
        required.features.every((feature) => host.features.includes(feature)),
    )
    .map((host) => ({ host, free: freeRoom(context, host) }))
    .filter(({ free }) => hasRoom(free, sizes) && free.diskMb >= (required.minDiskFreeGb ?? 0) * 1024);
  suitable.sort((a, b) => b.free.memoryMb - a.free.memoryMb);
  return suitable[0]?.host;
}
