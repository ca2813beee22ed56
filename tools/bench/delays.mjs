import { performance } from "node:perf_hooks";

/** The service's usual delays. */
const PURCHASE_MS = 180_000;
const READ_MS = 200;
const ALWAYS = Number.MAX_SAFE_INTEGER;

const reads = ["list-orders", "get-order", "vps-status", "distributions", "new-vm-pricing"];

/**
 * What a run of this provider takes when the service is slow, and what it takes at least: the purchases, as many at a time as the
 * engine works on resources, or one list. The service's clock runs `clock` times as fast, and the machine's does not.
 *
 * @returns {Promise<{ command: string, wallS: number, leastS: number, calls: string }[]>}
 */
export async function liveWithDelays(stack, { count, atATime, clock }, simulator) {
  const [purchaseMs, readMs] = [PURCHASE_MS / clock, READ_MS / clock];
  simulator.reset();
  simulator.faults.add({ call: "new-vps", how: { delayMs: purchaseMs }, times: ALWAYS });
  for (const call of reads) simulator.faults.add({ call, how: { delayMs: readMs }, times: ALWAYS });
  await stack.run("stack", "init");
  stack.write({ count, firstMemoryMb: 2048, memoryMb: 2048 });
  const timed = async (command, leastMs, ...args) => {
    simulator.journal.clear();
    const startedMs = performance.now();
    await stack.run(...args);
    const wallS = (performance.now() - startedMs) / 1000;
    const lists = simulator.journal.calls("list-orders").length;
    return {
      command,
      wallS,
      leastS: leastMs / 1000,
      calls: `${simulator.journal.entries.length}, ${lists} of them lists`,
    };
  };
  const parallel = ["--parallel", String(atATime)];
  const waves = Math.ceil(count / atATime);
  const rows = [
    await timed("up, all new", waves * purchaseMs, "up", "--yes", "--skip-preview", ...parallel),
    await timed("refresh", readMs, "refresh", "--yes", "--skip-preview"),
  ];
  await stack.run("destroy", "--yes", "--skip-preview");
  return rows;
}

export function delaysTable(rows) {
  const line = ({ command, wallS, leastS, calls }) =>
    `| ${command} | ${wallS.toFixed(1)} | ${leastS.toFixed(1)} | ${calls} |`;
  return ["| command | wall s | slowest calls alone, s | calls |", "|---|---|---|---|", ...rows.map(line)].join("\n");
}
