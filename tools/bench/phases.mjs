/** What happens to a stack of `count` servers, in this order. Each phase is one command that is measured. */
export const PHASES = [
  {
    name: "up, all new",
    prepare: (stack, count) => stack.write({ count, memoryMb: 2048 }),
    args: ["up", "--yes", "--skip-preview"],
  },
  { name: "preview, no change", args: ["preview"] },
  { name: "up, no change", args: ["up", "--yes", "--skip-preview"] },
  { name: "refresh", args: ["refresh", "--yes", "--skip-preview"] },
  {
    name: "up, one changed",
    prepare: (stack, count) => stack.write({ count, memoryMb: 4096 }),
    args: ["up", "--yes", "--skip-preview"],
  },
  { name: "destroy", args: ["destroy", "--yes", "--skip-preview"] },
];

/**
 * A stack's whole life, phase by phase.
 *
 * @returns {Promise<Map<string, import("./stack.mjs").Cost & { calls: ReadonlyMap<string, number>, stateBytes: number }>>}
 */
export async function live(stack, count, simulator) {
  const results = new Map();
  simulator.reset();
  await stack.run("stack", "init");
  for (const { name, prepare, args } of PHASES) {
    prepare?.(stack, count);
    simulator.journal.clear();
    const cost = await stack.run(...args);
    results.set(name, { ...cost, calls: callsIn(simulator.journal), stateBytes: stack.stateBytes() });
  }
  return results;
}

function callsIn({ entries }) {
  const grouped = Map.groupBy(entries, ({ call }) => call ?? "unknown path");
  return new Map([...grouped].map(([call, those]) => [call, those.length]));
}
