/**
 * What happens to a stack of `count` servers, in this order. Each phase is one command that is measured.
 *
 * @typedef {{ key: string, name: string, prepare?: (stack: object, count: number) => void, args: string[] }} Phase
 * @type {readonly Phase[]}
 */
export const PHASES = [
  {
    key: "up",
    name: "up, all new",
    prepare: (stack, count) => stack.write({ count, firstMemoryMb: 2048, memoryMb: 2048 }),
    args: ["up", "--yes", "--skip-preview"],
  },
  { key: "preview", name: "preview, no change", args: ["preview"] },
  { key: "unchanged", name: "up, no change", args: ["up", "--yes", "--skip-preview"] },
  { key: "refresh", name: "refresh", args: ["refresh", "--yes", "--skip-preview"] },
  {
    key: "changed",
    name: "up, one changed",
    prepare: (stack, count) => stack.write({ count, firstMemoryMb: 4096, memoryMb: 2048 }),
    args: ["up", "--yes", "--skip-preview"],
  },
  {
    key: "all-changed",
    name: "up, all changed",
    prepare: (stack, count) => stack.write({ count, firstMemoryMb: 1024, memoryMb: 1024 }),
    args: ["up", "--yes", "--skip-preview"],
  },
  { key: "destroy", name: "destroy", args: ["destroy", "--yes", "--skip-preview"] },
];

/** Every phase needs the servers that the first one creates. */
const [groundwork] = PHASES;

/**
 * A stack's life, phase by phase: the chosen ones, and what they need.
 *
 * @param {{ phases: readonly Phase[], said: (text: string) => void }} choice
 * @returns {Promise<Map<string, import("./stack.mjs").Cost & { calls: ReadonlyMap<string, number>, stateBytes: number }>>}
 */
export async function live(stack, count, simulator, { phases, said }) {
  const results = new Map();
  simulator.reset();
  await stack.run("stack", "init");
  for (const phase of PHASES.filter((name) => name === groundwork || phases.includes(name))) {
    phase.prepare?.(stack, count);
    simulator.journal.clear();
    const cost = await stack.run(...phase.args);
    said(`${phase.name}: ${cost.wallS.toFixed(1)} s, CPU ${cost.cpuS.toFixed(1)} s`);
    if (phases.includes(phase))
      results.set(phase.name, { ...cost, calls: callsIn(simulator.journal), stateBytes: stack.stateBytes() });
  }
  return results;
}

function callsIn({ entries }) {
  const grouped = Map.groupBy(entries, ({ call }) => call ?? "unknown path");
  return new Map([...grouped].map(([call, those]) => [call, those.length]));
}
