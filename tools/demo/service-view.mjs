/** What the service has seen since the last view, and the state of its one order. */
export function createServiceView(simulator) {
  let seen = 0;
  return {
    /** Calls since the last view, such as "new-vps 1, list-orders 2". */
    newCalls() {
      const fresh = simulator.journal.entries.slice(seen);
      seen = simulator.journal.entries.length;
      const counts = Map.groupBy(fresh, ({ call }) => call ?? "unknown path");
      return new Map([...counts].map(([call, entries]) => [call, entries.length]));
    },
    rows(calls) {
      const listed = [...calls].map(([call, count]) => (count === 1 ? call : `${call} x${count}`)).join(", ");
      return [
        ["What the service saw", ""],
        ["calls", listed || "none"],
        ...simulator.world.orders().flatMap(describe(simulator)),
      ];
    },
  };
}

const describe =
  ({ world }) =>
  (order) => {
    const isCancelled = world.isCancelled(order.orderOid);
    const { memoryMb, diskSpaceMb } = order.sizes;
    return [
      ["order", `${order.orderOid} ${order.domainName}`],
      ["state", isCancelled ? "cancelled" : order.runningState],
      [
        "server",
        `${memoryMb} MB memory, ${diskSpaceMb} MB disk, ${order.distro}, installed ${times(order.installation.count)}`,
      ],
      ["place", `host ${order.hostServerOid}, ${order.locationCode}, ${order.primaryIp}`],
      [
        "price",
        `USD ${order.monthlyAmount.amtUsd.toFixed(2)} per month; billed so far USD ${world.charged(order.orderOid).toFixed(2)}`,
      ],
    ];
  };

const times = (count) => (count === 1 ? "once" : `${count} times`);
